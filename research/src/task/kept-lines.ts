import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { z } from 'zod';
import { jsonOf } from '../json.ts';

interface Keyed {
  /** A hash of all that the line depends on. */
  readonly key: string;
}

/**
 * Keeps costly values in a file, one line of JSON each: a stopped run goes on where it was. The
 * last line of a key counts. Without a file, it remembers as long as the process lives.
 */
export class KeptLines<Line extends Keyed> {
  readonly #known = new Map<string, Line>();
  readonly #schema: z.ZodType<Line>;
  readonly #file: string | undefined;

  constructor(schema: z.ZodType<Line>, file?: string) {
    this.#schema = schema;
    this.#file = file;
    if (file === undefined) return;
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    if (!existsSync(file)) return;
    for (const text of readFileSync(file, 'utf8').split('\n')) this.#read(text);
  }

  get(key: string): Line | undefined {
    return this.#known.get(key);
  }

  keep(line: Line): void {
    this.#known.set(line.key, line);
    // Begins a line of its own, whatever a killed run left of the last one.
    if (this.#file !== undefined) appendFileSync(this.#file, `\n${JSON.stringify(line)}`);
  }

  /** A line that a killed run did not finish, or that is of another shape, is none. */
  #read(text: string): void {
    const parsed = this.#schema.safeParse(jsonOf(text));
    if (parsed.success) this.#known.set(parsed.data.key, parsed.data);
  }
}
