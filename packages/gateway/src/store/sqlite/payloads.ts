import type { RecordMode } from '../store.ts';
import { unseal } from '../sealed/seal.ts';
import { unpackTexts } from '../sealed/texts.ts';
import type { Database } from './database.ts';
import { boundOfPack } from './event-rows.ts';
import { keptAt, type Kept } from './kept.ts';
import { opened, type RunRows } from './run-rows.ts';

/** An event's row with its run's. */
export interface JoinedEvent {
  readonly seq: number;
  readonly run: number;
  readonly tenant: string;
  readonly runName: string;
  readonly key: Uint8Array | null;
  readonly atMs: number;
  readonly type: string;
  readonly subject: string;
  readonly mode: RecordMode;
  readonly pack: number | null;
  readonly digest: string | null;
  readonly hash: string;
}

/**
 * Reads labels and payloads of events in order; remembers the last pack, for its events follow each
 * other.
 */
export interface PayloadReader {
  /** The sealed bytes of an event's pack; `undefined`: they were erased, or none were kept. */
  readonly sealed: (pack: number) => Uint8Array | undefined;
  /** What is kept of the event; `undefined`: see `sealed`. Throws `store-corrupt`. */
  readonly kept: (event: JoinedEvent) => Kept | undefined;
}

export function payloadReader(database: Database, runs: RunRows): PayloadReader {
  const find = database.prepare<{ pack: number }>()((query, slot) =>
    query.selectFrom('payloads').select('body').where('pack', '=', slot('pack')),
  );
  let last: { readonly pack: number; readonly texts: readonly string[] | undefined } | undefined;
  const sealed = (pack: number): Uint8Array | undefined => find.first({ pack })?.body;
  const textsOf = (event: JoinedEvent, pack: number): readonly string[] | undefined => {
    const body = sealed(pack);
    const run = runs.open({ ...event, id: event.run, run: event.runName });
    if (body === undefined || run === undefined) return undefined;
    return opened(() =>
      unpackTexts(unseal(run.key, body, boundOfPack(run, { ...event, pack })).toString('utf8')),
    );
  };
  return {
    sealed,
    kept: (event) => {
      const { seq, pack, mode } = event;
      if (pack === null) return undefined;
      if (last?.pack !== pack) last = { pack, texts: textsOf(event, pack) };
      const { texts } = last;
      return texts === undefined ? undefined : opened(() => keptAt(texts, seq - pack, mode));
    },
  };
}
