import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openGguf } from '../src/gguf/read.ts';
import { reencode } from '../src/gguf/reencode.ts';
import { openLlama } from '../src/llama/open-llama.ts';
import { type ModelInside, openSaliency } from '../src/saliency/open-saliency.ts';
import { type Differences, differencesFrom } from '../src/testing/against-llama.ts';
import { finiteDifferenceScores, largestError } from '../src/testing/finite-difference.ts';
import { referenceLlama } from '../src/testing/reference-llama.ts';
import { tinyModel } from '../src/testing/tiny-model.ts';

export interface SaliencyBench {
  /** SmolLM2-135M-Instruct, where it is at hand; tiny generated models stand in elsewhere. */
  readonly weights: string | undefined;
  readonly threads: number;
}

const { signal } = new AbortController();
const outputTokens = 64;
const rounds = 3;

/**
 * Figures by name. Seconds (the median of some runs that share nothing) and bytes are of real
 * weights, and are missing without them. Bytes are what the process has grown by: to be measured
 * before other models are opened.
 */
export async function benchSaliency({
  weights,
  threads,
}: SaliencyBench): Promise<Readonly<Record<string, number>>> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-saliency-'));
  const tiny = path.join(folder, 'tiny.gguf');
  writeFileSync(tiny, tinyModel({ seed: 1, type: 'f16', width: 32, feedForward: 64 }));
  try {
    const speed = weights === undefined ? {} : await speedOf(weights, threads);
    const half = path.join(folder, 'half.gguf');
    if (weights !== undefined) reencode(weights, 'f16', half);
    const apart = await differences(weights === undefined ? tiny : half);
    const stored = weights === undefined ? apart : await differences(weights);
    return {
      ...speed,
      'lm.saliency.fdError': await finiteDifferenceError(tiny),
      'lm.logp.meanDiff': apart.mean,
      'lm.logp.largestDiff': apart.largest,
      'lm.logp.storedMeanDiff': stored.mean,
      'lm.logp.storedLargestDiff': stored.largest,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function speedOf(
  weights: string,
  threads: number,
): Promise<Readonly<Record<string, number>>> {
  const before = process.memoryUsage.rss();
  await using inside = await openSaliency({ path: weights, threads, method: 'gradient' });
  await secondsOf(inside, 128);
  const seconds512 = await medianSeconds(inside, 512);
  const grown = process.memoryUsage.rss() - before;
  return {
    'lm.saliency512.seconds': seconds512,
    'lm.saliency512.bytes': grown,
    'lm.saliency1024.seconds': await medianSeconds(inside, 1024),
  };
}

async function medianSeconds(inside: ModelInside, tokens: number): Promise<number> {
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1) seconds.push(await secondsOf(inside, tokens));
  return seconds.toSorted((a, b) => a - b)[rounds >> 1] ?? NaN;
}

async function secondsOf(inside: ModelInside, count: number): Promise<number> {
  // One other token first: nothing of the last run is kept.
  await inside.states({ tokens: [0], from: 0 }, { signal });
  const tokens = Array.from({ length: count }, (_, at) => 1 + ((at * 7919) % 30_000));
  const startMs = performance.now();
  await inside.scores({ tokens, outputFrom: count - outputTokens }, { signal });
  return (performance.now() - startMs) / 1000;
}

async function differences(file: string): Promise<Differences> {
  await using llama = await openLlama({ path: file, threads: 1, contextTokensMax: 512 });
  await using inside = await openSaliency({ path: file, threads: 1, method: 'gradient' });
  return await differencesFrom(llama, inside, { signal });
}

/** The largest error, as a share of the largest score. */
async function finiteDifferenceError(file: string): Promise<number> {
  const tokens = Array.from({ length: 12 }, (_, at) => 32 + ((at * 31) % 90));
  const input = { tokens, outputFrom: 8 };
  await using inside = await openSaliency({ path: file, threads: 1, method: 'gradient' });
  const { scores } = await inside.scores(input, { signal });
  const reference = referenceLlama(openGguf(file));
  return largestError(scores, finiteDifferenceScores(reference, input));
}
