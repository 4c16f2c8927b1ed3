import { setTimeout as pause } from 'node:timers/promises';
import * as z from 'zod';
import { acceptOffers } from '../../src/mcp/offers.ts';
import { questionDetail, questionPage, read } from '../../src/operator/api/answers.ts';
import { OperatorClient } from '../../src/operator/api/client.ts';
import type { OperatorContext } from '../../src/operator/api/process-context.ts';
import { plainTerminal } from '../../src/show/printable.ts';
import { processTerminal } from '../../src/terminal.ts';

const page = z.object({ offers: z.array(z.object({ server: z.string(), state: z.string() })) });
const lookEveryMs = 100;

/** Accepts what servers offer, and answers each question with no, unless told otherwise. */
export class Person {
  readonly #context: OperatorContext;
  readonly #client: OperatorClient;
  readonly #stop = new AbortController();
  #answers: Promise<void> = Promise.resolve();
  /** How many questions were answered. */
  asked = 0;

  constructor(folder: string) {
    const { signal } = this.#stop;
    const quiet = { ...plainTerminal(processTerminal()), print: () => {}, warn: () => {} };
    this.#context = { terminal: quiet, env: {}, folder, nowMs: Date.now, signal };
    this.#client = new OperatorClient({}, this.#context);
  }

  async accept(server: string): Promise<void> {
    const { offers } = page.parse(await this.#client.get('/mcp', { server }));
    if (!offers.some(({ state }) => state !== 'accepted')) return;
    const { terminal } = this.#context;
    const typing = { ...terminal, interactive: true, line: () => Promise.resolve('y') };
    await acceptOffers([server], {}, { ...this.#context, terminal: typing });
  }

  /** From now on each question has this answer. */
  answers(word: 'approve' | 'deny'): void {
    this.#answers = this.#answerAll(word);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#answers;
  }

  async #answerAll(word: 'approve' | 'deny'): Promise<void> {
    while (!this.#stop.signal.aborted) {
      const { questions } = read(questionPage, await this.#client.get('/questions', { limit: 10 }));
      for (const { id } of questions) {
        const { hash } = read(questionDetail, await this.#client.get(`/questions/${id}`));
        await this.#client.post(`/questions/${id}/${word}`, { hash });
        this.asked += 1;
      }
      await pause(lookEveryMs);
    }
  }
}
