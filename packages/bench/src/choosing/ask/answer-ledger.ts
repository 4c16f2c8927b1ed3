import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { answerSchema, type Answer } from './answer.ts';

const lineSchema = z.object({ key: z.string(), answer: answerSchema });

/**
 * What propagators said, a line each in a file: what was stopped goes on where it was. Keys are
 * hashes of all that an answer depends on; the file holds ids of regions and labels, and no text.
 */
export class AnswerLedger {
  readonly #known = new Map<string, Answer>();
  readonly #file: string | undefined;

  /** Without a file, it remembers as long as the process lives. */
  constructor(file?: string) {
    this.#file = file;
    if (file === undefined) return;
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) this.#read(line);
  }

  /** The answer as it stands in the file, or as it is given now. One that was aborted is none. */
  async once(key: string, ask: () => Promise<Answer>): Promise<Answer> {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = await ask();
    if (answer.said.kind === 'all' && answer.said.because === 'aborted') return answer;
    this.#known.set(key, answer);
    // Begins a line of its own, whatever a killed run left of the last one.
    if (this.#file !== undefined)
      appendFileSync(this.#file, `\n${JSON.stringify({ key, answer })}`);
    return answer;
  }

  /** A line that a killed run did not finish is no JSON: that call is asked about again. */
  #read(line: string): void {
    try {
      const { key, answer } = lineSchema.parse(JSON.parse(line));
      this.#known.set(key, answer);
    } catch {
      return;
    }
  }
}
