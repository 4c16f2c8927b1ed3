import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { llamaScorer } from '../src/llama/llama-scorer.ts';
import { openLlama, type OpenedLlama } from '../src/llama/open-llama.ts';
import { scoreAll } from '../src/llama/score-all.ts';
import type { PromptPart } from '../src/port/prompt.ts';
import type { Scored, Scorer, ScoreRequest } from '../src/port/scorer.ts';
import { tinyModel } from '../src/testing/tiny-model.ts';
import { median, timedMs, type Timed } from './measure.ts';

export interface PrefixBench {
  /** Real weights, where they are at hand; a tiny generated model stands in elsewhere. */
  readonly weights: string | undefined;
  readonly threads: number;
}

const { signal } = new AbortController();
const rounds = 7;

const opening: PromptPart = { kind: 'template', text: '<|im_start|>user\n' };
const closing: PromptPart = { kind: 'template', text: '<|im_end|>\n<|im_start|>assistant\n' };
const question: PromptPart = { kind: 'question', text: 'What is the key?' };

/** Figures by name: what keeping prefixes saves. Times are of real weights alone. */
export async function benchPrefixes({
  weights,
  threads,
}: PrefixBench): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-prefixes-'));
  const tiny = path.join(folder, 'tiny.gguf');
  writeFileSync(tiny, tinyModel({ seed: 1, type: 'f32' }));
  try {
    await using llama = await openLlama({
      path: weights ?? tiny,
      threads,
      contextTokensMax: 1_024,
    });
    return {
      ...(await score64(llama)),
      ...(weights === undefined ? {} : await prefill(llama)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** All choices of six equally long documents: in the order of a tree, and each on its own. */
async function score64(llama: OpenedLlama): Promise<Readonly<Record<string, number>>> {
  const documents = ['A', 'B', 'C', 'D', 'E', 'F'].map((name, at): PromptPart => ({
    kind: 'document',
    text: `${name} says that the key is ${at}, and that the door stays shut until nine.\n`,
  }));
  const requests = Array.from({ length: 2 ** documents.length }, (_, choice) =>
    requestOf(documents.filter((__, at) => Math.floor(choice / 2 ** at) % 2 === 1)),
  );
  const shared = await timedMs(() => scoreAll(llamaScorer(llama), requests, { signal }));
  const cold = new ColdScorer(llama);
  const separate = await timedMs(() => cold.all(requests));
  return {
    'lm.score64.documentTokenShare':
      documentTokens(shared.result) / documentTokens(separate.result),
    'lm.score64.largestDiff': largestDifference(shared.result, separate.result),
    'lm.score64.timeShare': shared.ms / separate.ms,
  };
}

/** Tokens a second of prompts of some 400, all new or new in their last document alone. */
async function prefill(llama: OpenedLlama): Promise<Readonly<Record<string, number>>> {
  const scorer = llamaScorer(llama);
  const cold = new ColdScorer(llama);
  const documents = Array.from({ length: 16 }, (_, at) => documentOf(at));
  const [coldMs, keptMs]: [number[], number[]] = [[], []];
  let tokens = 0;
  // One token, so that hardly any of the time is the completion's.
  await scorer.score(requestOf(documents, 'A'), { signal });
  for (let round = 1; round <= rounds; round += 1) {
    const request = requestOf([...documents.slice(0, -1), documentOf(100 + round)], 'A');
    const fresh = await cold.timed(request);
    tokens = promptTokens(fresh.result);
    coldMs.push(fresh.ms);
    keptMs.push((await timedMs(() => scorer.score(request, { signal }))).ms);
  }
  return {
    'lm.prefill.promptTokens': tokens,
    'lm.prefill.coldTokensPerSecond': (tokens / median(coldMs)) * 1_000,
    'lm.prefill.keptTokensPerSecond': (tokens / median(keptMs)) * 1_000,
    'lm.prefill.keptToCold': median(coldMs) / median(keptMs),
  };
}

/** Has read something else before each request. */
class ColdScorer {
  readonly #scorer: Scorer;

  constructor(llama: OpenedLlama) {
    this.#scorer = llamaScorer(llama);
  }

  async timed(request: ScoreRequest): Promise<Timed<Scored<string>>> {
    const other: PromptPart = { kind: 'question', text: 'other' };
    await this.#scorer.score({ prompt: { parts: [other] }, completion: 'text' }, { signal });
    return timedMs(() => this.#scorer.score(request, { signal }));
  }

  async all(requests: readonly ScoreRequest[]): Promise<readonly Scored<string>[]> {
    const scored: Scored<string>[] = [];
    for (const request of requests) scored.push((await this.timed(request)).result);
    return scored;
  }
}

function requestOf(documents: readonly PromptPart[], completion = 'The key is 3.'): ScoreRequest {
  return { prompt: { parts: [opening, ...documents, question, closing] }, completion };
}

function documentOf(at: number): PromptPart {
  const text = `Note ${at}: the library on Mill Street opens at nine, and lends ${at} maps a day.\n`;
  return { kind: 'document', text };
}

function documentTokens(scored: readonly Scored<string>[]): number {
  return scored.reduce((sum, { evaluated }) => sum + evaluated.document, 0);
}

function promptTokens({ evaluated }: Scored<string>): number {
  return evaluated.template + evaluated.document + evaluated.question;
}

function largestDifference(a: readonly Scored<string>[], b: readonly Scored<string>[]): number {
  const [one, other] = [a, b].map((each) => each.flatMap((scored) => scored.logProbabilities));
  return Math.max(...(one ?? []).map((value, at) => Math.abs(value - (other?.[at] ?? NaN))));
}
