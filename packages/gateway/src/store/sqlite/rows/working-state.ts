import type { RunChange, SavedRun } from '../../store.ts';
import { StoreError } from '../../errors.ts';
import { seal, unseal, unopened, type OpenRun } from '../../sealed/seal.ts';
import { type Database, one } from '../connection/database.ts';
import { packEntries, unpackEntries } from '../../packed.ts';
import { inOwnTurns, type Packed, wholeTexts } from './pieces.ts';

/** The working state of runs: a head, and entries that are only added. All of it is sealed. */
export interface WorkingState {
  /** Within a change only. Throws `store-conflict` where an entry is there already. */
  readonly save: (run: OpenRun, change: RunChange & Packed) => void;
  /** As it stands now; others go on while what is long is read. */
  readonly load: (run: OpenRun) => Promise<SavedRun | undefined>;
}

export function workingState(database: Database): WorkingState {
  const parts = wholeTexts(database);
  const whole = (run: OpenRun, text: string): Promise<string> => inOwnTurns(parts(run, text));
  const { place, head, entries, upsert, insert } = statements(database);
  return {
    save: (run, { atMs, head: text, entries: added, packedEntries }) => {
      const stands = place.first({ run: run.id }) ?? { count: 0, last: null };
      const total = stands.count + added.length;
      const sealedHead = seal(run.key, text, boundOfHead(run, total));
      upsert.run({ run: run.id, changedMs: atMs, count: total, head: sealedHead });
      const id = added.at(-1)?.id;
      if (id === undefined) return;
      const ids = added.map((entry) => entry.id);
      if (!isAscending(stands.last === null ? ids : [stands.last, ...ids])) throw entryThere();
      const packed = packedEntries ?? packEntries(added).join('');
      insert.run({ run: run.id, id, body: seal(run.key, packed, boundOfEntries(run, id)) });
    },
    load: async (run) => {
      const state = head.first({ run: run.id });
      if (state === undefined) return undefined;
      const rows = entries.all({ run: run.id });
      // A run that is erased during the read is gone, however much of it was read.
      const isThere = (): boolean => head.first({ run: run.id }) !== undefined;
      try {
        const found: SavedRun['entries'][number][] = [];
        for (const { id, body } of rows) {
          const text = unseal(run.key, body, boundOfEntries(run, id)).toString('utf8');
          for (const entry of unpackEntries(await whole(run, text))) found.push(entry);
        }
        if (found.length !== state.count) throw missing();
        const text = unseal(run.key, state.head, boundOfHead(run, state.count)).toString('utf8');
        const saved = { head: text, entries: found.toSorted((a, b) => a.id - b.id) };
        return isThere() ? saved : undefined;
      } catch (cause) {
        if (isThere()) throw unopened(cause);
        return undefined;
      }
    },
  };
}

function statements(database: Database) {
  return {
    place: database.prepare<{ run: number }>()((query, slot) =>
      query
        .selectFrom('states')
        .select('count')
        .select((each) =>
          each
            .selectFrom('entries')
            .select('id')
            .whereRef('entries.run', '=', 'states.run')
            .orderBy('id', 'desc')
            .limit(one)
            .as('last'),
        )
        .where('run', '=', slot('run')),
    ),
    head: database.prepare<{ run: number }>()((query, slot) =>
      query.selectFrom('states').select(['count', 'head']).where('run', '=', slot('run')),
    ),
    entries: database.prepare<{ run: number }>()((query, slot) =>
      query
        .selectFrom('entries')
        .select(['id', 'body'])
        .where('run', '=', slot('run'))
        .where('body', 'is not', null)
        .$narrowType<{ body: Uint8Array }>(),
    ),
    upsert: database.prepare<{
      run: number;
      changedMs: number;
      count: number;
      head: Uint8Array;
    }>()((query, slot) => {
      const changed = { changedMs: slot('changedMs'), count: slot('count'), head: slot('head') };
      return query
        .insertInto('states')
        .values({ run: slot('run'), ...changed })
        .onConflict((on) => on.column('run').doUpdateSet(changed));
    }),
    insert: database.prepare<{ run: number; id: number; body: Uint8Array }>()((query, slot) =>
      query.insertInto('entries').values({ run: slot('run'), id: slot('id'), body: slot('body') }),
    ),
  };
}

function boundOfHead({ tenant, run }: OpenRun, count: number): readonly (string | number)[] {
  return ['head', tenant, run, count];
}

/** `id`: that of the row, which holds all entries of a change. */
function boundOfEntries({ tenant, run }: OpenRun, id: number): readonly (string | number)[] {
  return ['entries', tenant, run, id];
}

function isAscending(ids: readonly number[]): boolean {
  return ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
}

function entryThere(): StoreError {
  return new StoreError('store-conflict', 'an entry of the run is there already', {
    hint: 'end other gateways that write to this database, and try again',
  });
}

function missing(): StoreError {
  return new StoreError('store-corrupt', 'entries of a run are missing', {
    hint: 'run `sluice verify`, stop the gateway and put back a backup',
  });
}
