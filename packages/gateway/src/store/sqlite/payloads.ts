import { unseal, opened } from '../sealed/seal.ts';
import { unpackTexts } from '../sealed/texts.ts';
import type { Database } from './database.ts';
import { boundOfPack } from './event-rows.ts';
import { keptAt, type Kept } from '../packed.ts';
import { atOnce, wholeTexts } from './pieces.ts';
import type { RunRows } from './run-rows.ts';
import type { EventRow } from './tables.ts';

/** A row of events with its run's. */
export interface JoinedEvents extends EventRow {
  readonly tenant: string;
  readonly runName: string;
  readonly key: Uint8Array | null;
}

/** Reads the labels and payloads of a row's events. */
export interface PayloadReader {
  /** The sealed bytes of a row; `undefined`: they were erased, or none were kept. */
  readonly sealed: (row: JoinedEvents) => Uint8Array | undefined;
  /** What is kept of each event; `undefined`: see `sealed`. Throws `store-corrupt`. */
  readonly kept: (row: JoinedEvents) => readonly Kept[] | undefined;
}

export function payloadReader(database: Database, runs: RunRows): PayloadReader {
  const find = database.prepare<{ pack: number }>()((query, slot) =>
    query.selectFrom('payloads').select('body').where('pack', '=', slot('pack')),
  );
  const sealed = ({ first, digest }: JoinedEvents): Uint8Array | undefined =>
    digest === null ? undefined : find.first({ pack: first })?.body;
  const whole = wholeTexts(database);
  return {
    sealed,
    kept: (row) => {
      const { seq, first, mode } = row;
      const body = sealed(row);
      const run = runs.open({ ...row, id: row.run, run: row.runName });
      if (body === undefined || run === undefined) return undefined;
      return opened(() => {
        const bound = boundOfPack(run, { pack: first, mode });
        const text = unseal(run.key, body, bound).toString('utf8');
        const texts = unpackTexts(atOnce(whole(run, text)));
        return Array.from({ length: seq - first + 1 }, (_, index) => keptAt(texts, index, mode));
      });
    },
  };
}
