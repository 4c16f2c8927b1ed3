import { z } from 'zod';
import { KeptLines } from '../../sweep/kept-lines.ts';
import { answerSchema, type Answer } from './answer.ts';

const lineSchema = z.object({ key: z.string(), answer: answerSchema });

/**
 * What propagators said, kept in a file. Keys are hashes of all that an answer depends on; the file
 * holds ids of regions and labels, and no text.
 */
export class AnswerLedger {
  readonly #lines: KeptLines<{ readonly key: string; readonly answer: Answer }>;

  /** Without a file, it remembers as long as the process lives. */
  constructor(file?: string) {
    this.#lines = new KeptLines(lineSchema, file);
  }

  /** The answer as it stands in the file, or as it is given now. One that was aborted is none. */
  async once(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#lines.get(key);
    if (known !== undefined) return known.answer;
    const answer = await ask();
    const isAborted = answer.said.kind === 'all' && answer.said.because === 'aborted';
    if (!isAborted) this.#lines.keep({ key, answer });
    return answer;
  }
}
