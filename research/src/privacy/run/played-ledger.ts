import { createHash } from 'node:crypto';
import { canonicalJson } from '@sluice/core';
import { z } from 'zod';
import { KeptLines } from '../../sweep/kept-lines.ts';
import type { Played } from './play.ts';

const names = z.array(z.string()).readonly();

const lineSchema = z.object({
  key: z.string(),
  played: z.object({
    kind: z.literal('finished'),
    calls: z
      .array(
        z.object({
          tool: z.string(),
          args: z.string(),
          categories: names,
          found: names,
          asked: z.boolean(),
          executed: z.boolean(),
        }),
      )
      .readonly(),
    done: z.boolean(),
    modelCalls: z.number(),
    everything: z.record(z.string(), z.number()),
  }),
});

/**
 * Runs that are over, kept in a file. Keys are hashes of all that a run depends on. Errors are not
 * kept: they are tried again.
 */
export class PlayedLedger {
  readonly #lines: KeptLines<z.output<typeof lineSchema>>;

  /** Without a file, it remembers as long as the process lives. */
  constructor(file?: string) {
    this.#lines = new KeptLines(lineSchema, file);
  }

  /** The run under these circumstances, as it stands in the file or as it is played now. */
  async once(circumstances: object, play: () => Promise<Played>): Promise<Played> {
    const key = createHash('sha256')
      .update(canonicalJson(plain(circumstances)))
      .digest('hex');
    const known = this.#lines.get(key);
    if (known !== undefined) return known.played;
    const played = await play();
    if (played.kind === 'finished') this.#lines.keep({ key, played });
    return played;
  }
}

/** JSON as it would be read again: members that are `undefined` are not there. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
