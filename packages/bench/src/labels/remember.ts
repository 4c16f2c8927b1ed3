import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Prompt, Scored, Scorer } from '@sluice/lm';
import { z } from 'zod';

const lineSchema = z.union([
  z.object({ key: z.string(), logProbabilities: z.array(z.number()).readonly() }),
  z.object({ key: z.string(), text: z.string() }),
]);

/**
 * What models said, a line each in a file: contexts are scored once and analysed often, and a run
 * that was stopped goes on where it was. Keys are hashes, so the file holds no prompt.
 */
export class Memory {
  readonly #scores = new Map<string, readonly number[]>();
  readonly #texts = new Map<string, string>();
  readonly #file: string | undefined;

  /** Without a file, it remembers as long as the process lives. */
  constructor(file?: string) {
    this.#file = file;
    if (file === undefined) return;
    mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) this.#read(line);
  }

  score(key: string): readonly number[] | undefined {
    return this.#scores.get(key);
  }

  text(key: string): string | undefined {
    return this.#texts.get(key);
  }

  keepScore(key: string, logProbabilities: readonly number[]): void {
    this.#scores.set(key, logProbabilities);
    this.#append({ key, logProbabilities });
  }

  keepText(key: string, text: string): void {
    this.#texts.set(key, text);
    this.#append({ key, text });
  }

  /** A line that a killed run did not finish is no JSON: what it was to hold is computed again. */
  #read(line: string): void {
    const parsed = lineSchema.safeParse(jsonOf(line));
    if (!parsed.success) return;
    if ('text' in parsed.data) this.#texts.set(parsed.data.key, parsed.data.text);
    else this.#scores.set(parsed.data.key, parsed.data.logProbabilities);
  }

  #append(line: z.infer<typeof lineSchema>): void {
    // Begins a line of its own, whatever a killed run left of the last one.
    if (this.#file !== undefined) appendFileSync(this.#file, `\n${JSON.stringify(line)}`);
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** A name for what was asked of one model; parts stay apart, since they are tokenised apart. */
export function keyOf(model: string, prompt: Prompt, rest: string): string {
  const parts = prompt.parts.map(({ kind, text }) => [kind, text]);
  return createHash('sha256')
    .update(JSON.stringify([model, parts, rest]))
    .digest('hex');
}

const nothing = { template: 0, document: 0, question: 0, completion: 0 } as const;

/**
 * A scorer that asks the inner one for what is not remembered. It never stops early: the same
 * scores are to serve every lambda and every utility. What it remembers has no count of the prompt,
 * so none is told of either: a budget of tokens must not depend on what is remembered.
 */
export function rememberingScorer<BackEnd extends string>(
  inner: Scorer<BackEnd>,
  memory: Memory,
): Scorer<BackEnd> {
  const { backEnd, model } = inner;
  return {
    backEnd,
    model,
    score: async ({ prompt, completion }, { signal }): Promise<Scored<BackEnd>> => {
      const key = keyOf(`${model} ${backEnd}`, prompt, completion);
      const known = memory.score(key);
      if (known !== undefined) {
        const completionTokens = known.length;
        const tokens = countable(completionTokens);
        return { backEnd, logProbabilities: known, completionTokens, tokens, evaluated: nothing };
      }
      const scored = await inner.score({ prompt, completion }, { signal });
      memory.keepScore(key, scored.logProbabilities);
      return { ...scored, tokens: countable(scored.completionTokens) };
    },
  };
}

function countable(completion: number): Scored<string>['tokens'] {
  return { ...nothing, completion };
}

/** Writes the most probable continuation of a prompt, of at most so many tokens. */
export type Writer = (
  prompt: Prompt,
  options: { readonly tokensMax: number; readonly signal: AbortSignal },
) => Promise<string>;

/** A writer that asks the inner one for what is not remembered. */
export function rememberingWriter(inner: Writer, model: string, memory: Memory): Writer {
  return async (prompt, options) => {
    const key = keyOf(`${model} writes`, prompt, String(options.tokensMax));
    const known = memory.text(key);
    if (known !== undefined) return known;
    const text = await inner(prompt, options);
    memory.keepText(key, text);
    return text;
  };
}
