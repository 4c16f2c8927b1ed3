import { boundOfEntries, boundOfHead, entryThere, isAscending, missing } from '../../state.ts';
import type { RunChange, SavedRun } from '../../store.ts';
import { seal, unseal, unopened, type OpenRun } from '../../sealed/seal.ts';
import { entriesOf, headOf, insertEntries, placeOf, upsertState } from '../../queries/state.ts';
import type { Database } from '../connection/database.ts';
import { packEntries, unpackEntries } from '../../packed.ts';
import type { Packed } from '../../pieces.ts';
import { inOwnTurns, wholeTexts } from './pieces.ts';

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
  const place = database.prepare(placeOf);
  const head = database.prepare(headOf);
  const entries = database.prepare(entriesOf);
  const upsert = database.prepare(upsertState);
  const insert = database.prepare(insertEntries);
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
