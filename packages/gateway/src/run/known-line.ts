import * as z from 'zod';
import { names } from './find-run.ts';

/** For whom a turn is served, and a clock of theirs whose times only grow. */
export interface NotedFor {
  /** Id of the client's key. */
  readonly client: string;
  readonly next: () => number;
}

const shape = z.object({
  kind: z.literal('known'),
  /** By the clock of the client's texts. */
  at: z.number(),
  /** Not there where an operator changed something. */
  client: z.string().optional(),
  /** The entry that the model's answer is. */
  answer: z.int().optional(),
});

/** Says for whom, and when, what stands in a run's lines before it became known. */
export type KnownLine = z.output<typeof shape>;

/** `undefined` where it is another line. Throws where it is broken. */
export function readKnownLine(line: unknown): KnownLine | undefined {
  const isOne =
    typeof line === 'object' && line !== null && 'kind' in line && line.kind === 'known';
  return isOne ? shape.parse(line) : undefined;
}

/** A line, and the names by which the run is to be found for its client. */
export interface Noted {
  readonly line: KnownLine;
  readonly names: readonly string[];
}

/** What is stored of a run so that a later process knows its texts again. */
export class KnownLines {
  readonly #clients: Set<string> = new Set();
  #for: NotedFor | undefined;
  #answer: number | undefined;

  /** A turn begins. */
  begin(whose: NotedFor | undefined): void {
    this.#for = whose;
    this.#answer = undefined;
  }

  /** The turn came to an answer, which is that entry. */
  answered(entry: number | undefined): void {
    this.#answer = entry;
  }

  /** What is stored with what a run's session logged. */
  next(nowMs: number): Noted {
    const { client, next } = this.#for ?? {};
    const line = { kind: 'known', at: next?.() ?? nowMs, client, answer: this.#answer } as const;
    const isNamed = client === undefined || this.#clients.has(client);
    return { line, names: isNamed ? [] : [names.client(client)] };
  }

  /** It lies in the store. */
  stored({ line: { client } }: Noted): void {
    if (client !== undefined) this.#clients.add(client);
  }

  /** Reads a stored line; `false` where it is none of these. Throws where it is broken. */
  restore(line: unknown): boolean {
    const known = readKnownLine(line);
    if (known?.client !== undefined) this.#clients.add(known.client);
    return known !== undefined;
  }
}
