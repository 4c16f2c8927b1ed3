import { describe, expect, test } from 'vitest';
import type { Prompt } from '../port/prompt.ts';
import { llamaScorer } from '../llama/llama-scorer.ts';
import { openLlama } from '../llama/open-llama.ts';
import { httpScorer } from './http-scorer.ts';

/**
 * A server that runs, e.g. llama-cpp-python's with `--logits_all true`, and the GGUF file that it
 * serves: `http://127.0.0.1:8000/v1` and a path.
 */
const baseURL = process.env['SLUICE_TEST_COMPLETIONS_URL'];
const path = process.env['SLUICE_TEST_COMPLETIONS_GGUF'];
const missing = baseURL === undefined || path === undefined;

const { signal } = new AbortController();
const facts = [
  'The key of the red door is 17.\n',
  'The key of the blue door is 23.\n',
  'Tea is at four in the café 😀.\n',
];
const completions = ['The key is 17.', 'The key is 23.', 'Tea is at four in the café 😀.'];

function promptOf(shown: readonly string[]): Prompt {
  return {
    parts: [
      { kind: 'template', text: '<|im_start|>user\n' },
      ...shown.map((text) => ({ kind: 'document', text }) as const),
      { kind: 'question', text: 'What is the key of the red door?' },
      { kind: 'template', text: '<|im_end|>\n<|im_start|>assistant\n' },
    ],
  };
}

describe.skipIf(missing)('a real server', () => {
  test('scores as llama.cpp in this process does', async () => {
    await using llama = await openLlama({ path: path ?? '', threads: 1, contextTokensMax: 512 });
    const local = llamaScorer(llama);
    const controlTexts = ['<|im_start|>', '<|im_end|>', '<|endoftext|>'];
    const server = httpScorer({ baseURL: baseURL ?? '', model: 'served', controlTexts });
    const differences: number[] = [];
    for (const shown of [facts, facts.slice(1), []]) {
      for (const completion of completions) {
        const request = { prompt: promptOf(shown), completion };
        const here = await local.score(request, { signal });
        const there = await server.score(request, { signal });
        expect(there.completionTokens).toBe(here.completionTokens);
        for (const [at, value] of here.logProbabilities.entries())
          differences.push(Math.abs(value - (there.logProbabilities[at] ?? NaN)));
      }
    }
    const mean = differences.reduce((sum, one) => sum + one, 0) / differences.length;
    const largest = Math.max(...differences);
    console.log(`mean ${mean.toFixed(4)}, largest ${largest.toFixed(4)}, of ${differences.length}`);
    // Other kernels round quantised weights otherwise; a shift by one token is far more.
    expect(mean).toBeLessThan(0.25);
  }, 600_000);
});
