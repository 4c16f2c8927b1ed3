import { createHash } from 'node:crypto';
import { canonicalJson } from '@sluice/core';
import { z } from 'zod';
import { KeptLines } from './kept-lines.ts';

export interface AnswersOptions<Answer> {
  /** Without a file, they are remembered as long as the process lives. */
  readonly file?: string | undefined;
  /** Answers that are asked for again, e.g. errors, are not kept; default: all are kept. */
  readonly isKept?: (answer: Answer) => boolean;
}

/**
 * The earlier answers, kept in a file under a hash of all that it depends on: a run that was
 * stopped goes on where it was. The file holds what the schema says, and nothing of what was asked.
 */
export class Answers<Answer> {
  readonly #lines: KeptLines<{ readonly key: string; readonly answer: Answer }>;
  readonly #isKept: (answer: Answer) => boolean;

  constructor(schema: z.ZodType<Answer>, { file, isKept }: AnswersOptions<Answer> = {}) {
    this.#lines = new KeptLines(z.object({ key: z.string(), answer: schema }), file);
    this.#isKept = isKept ?? ((): boolean => true);
  }

  /** The answer under these circumstances, as it stands in the file or as it is given now. */
  async once(circumstances: unknown, ask: () => Promise<Answer>): Promise<Answer> {
    const key = keyOf(circumstances);
    const known = this.#lines.get(key);
    if (known !== undefined) return known.answer;
    const answer = await ask();
    if (this.#isKept(answer)) this.#lines.keep({ key, answer });
    return answer;
  }
}

/** As JSON would be read again: members that are `undefined` are not there. */
function keyOf(circumstances: unknown): string {
  const plain: unknown = JSON.parse(JSON.stringify(circumstances));
  return createHash('sha256').update(canonicalJson(plain)).digest('hex');
}
