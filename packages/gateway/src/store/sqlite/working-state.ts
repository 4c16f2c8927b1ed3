import type { RunChange, SavedRun } from '../store.ts';
import { StoreError } from '../errors.ts';
import { seal, unseal } from '../sealed/seal.ts';
import { packTexts, unpackTexts } from '../sealed/texts.ts';
import type { Database } from './database.ts';
import { opened, type OpenRun } from './run-rows.ts';

type Entry = RunChange['entries'][number];

/** The working state of runs: a head, and entries that are only added. All of it is sealed. */
export interface WorkingState {
  /** Within a change only. Throws `store-conflict` where an entry is there already. */
  readonly save: (run: OpenRun, change: RunChange) => void;
  readonly load: (run: OpenRun) => SavedRun | undefined;
}

export function workingState(database: Database): WorkingState {
  const { count, head, entries, upsert, insert } = statements(database);
  return {
    save: (run, { atMs, head: text, entries: added }) => {
      const before = count.first({ run: run.id })?.count ?? 0;
      const total = before + added.length;
      const sealedHead = seal(run.key, text, boundOfHead(run, total));
      upsert.run({ run: run.id, changedMs: atMs, count: total, head: sealedHead });
      for (const [index, { id }] of added.entries()) {
        const body = index === 0 ? seal(run.key, packed(added), boundOfEntries(run, id)) : null;
        insert.run({ run: run.id, id, body });
      }
    },
    load: (run) => {
      const state = head.first({ run: run.id });
      if (state === undefined) return undefined;
      return opened(() => {
        const found = entries.all({ run: run.id }).flatMap(({ id, body }) => {
          return unpacked(unseal(run.key, body, boundOfEntries(run, id)).toString('utf8'));
        });
        if (found.length !== state.count) throw missing();
        const text = unseal(run.key, state.head, boundOfHead(run, state.count)).toString('utf8');
        return { head: text, entries: found.toSorted((a, b) => a.id - b.id) };
      });
    },
  };
}

function statements(database: Database) {
  return {
    count: database.prepare<{ run: number }>()((query, slot) =>
      query.selectFrom('states').select('count').where('run', '=', slot('run')),
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
    insert: database.prepare<{ run: number; id: number; body: Uint8Array | null }>()(
      (query, slot) =>
        query
          .insertInto('entries')
          .values({ run: slot('run'), id: slot('id'), body: slot('body') }),
    ),
  };
}

function packed(entries: readonly Entry[]): string {
  return packTexts([
    JSON.stringify(entries.map(({ id }) => id)),
    ...entries.map(({ json }) => json),
  ]);
}

function unpacked(text: string): readonly Entry[] {
  const [ids = '[]', ...texts] = unpackTexts(text);
  const list: unknown = JSON.parse(ids);
  if (!Array.isArray(list)) throw new Error('the ids of entries are a list');
  return texts.map((json, index) => ({ id: Number(list[index]), json }));
}

function boundOfHead({ tenant, run }: OpenRun, count: number): readonly (string | number)[] {
  return ['head', tenant, run, count];
}

/** `id`: that of the first entry, whose row holds the text of all. */
function boundOfEntries({ tenant, run }: OpenRun, id: number): readonly (string | number)[] {
  return ['entries', tenant, run, id];
}

function missing(): StoreError {
  return new StoreError('store-corrupt', 'entries of a run are missing', {
    hint: 'run `sluice verify`, stop the gateway and put back a backup',
  });
}
