import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { canonicalJson } from '@sluice/core';
import { z } from 'zod';
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
 * Runs that are over, a line each in a file: what was stopped goes on where it was. Keys are hashes
 * of all that a run depends on. Errors are not kept: they are tried again.
 */
export class PlayedLedger {
  readonly #known = new Map<string, Played>();
  readonly #file: string | undefined;

  /** Without a file, it remembers as long as the process lives. */
  constructor(file?: string) {
    this.#file = file;
    if (file === undefined) return;
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) this.#read(line);
  }

  /** The run under these circumstances, as it stands in the file or as it is played now. */
  async once(circumstances: object, play: () => Promise<Played>): Promise<Played> {
    const key = createHash('sha256')
      .update(canonicalJson(plain(circumstances)))
      .digest('hex');
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const played = await play();
    if (played.kind === 'finished') this.#keep(key, played);
    return played;
  }

  #keep(key: string, played: Played): void {
    this.#known.set(key, played);
    // Begins a line of its own, whatever a killed run left of the last one.
    if (this.#file !== undefined)
      appendFileSync(this.#file, `\n${JSON.stringify({ key, played })}`);
  }

  /** A line that a killed run did not finish is no JSON: that run is played again. */
  #read(line: string): void {
    try {
      const { key, played } = lineSchema.parse(JSON.parse(line));
      this.#known.set(key, played);
    } catch {
      return;
    }
  }
}

/** JSON as it would be read again: members that are `undefined` are not there. */
function plain(value: object): unknown {
  return JSON.parse(JSON.stringify(value));
}
