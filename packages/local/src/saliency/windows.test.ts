import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, test } from 'vitest';
import type { SaliencyScores } from '../port/saliency.ts';
import { proves } from '../testing/proves.ts';
import { copyHead } from '../testing/tiny-copy-head.ts';
import { openSaliency } from './open-saliency.ts';
import { merged, windowsOf } from './windows.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-windows-'));
afterAll(() => rmSync(folder, { recursive: true }));
const model = path.join(folder, 'copy-head.gguf');
writeFileSync(model, copyHead({ type: 'f32', context: 512 }));

const { signal } = new AbortController();

/** Ids of ASCII text are its bytes. */
function asciiTokens(text: string): readonly number[] {
  return Array.from(Buffer.from(text, 'ascii'));
}

async function scoresOf(
  input: string,
  output: string,
  options: { readonly windowTokensMax?: number } = {},
): Promise<SaliencyScores> {
  const opened = { path: model, threads: 1, method: 'gradient', ...options } as const;
  await using inside = await openSaliency(opened);
  return await inside.scores(
    { tokens: asciiTokens(input + output), outputFrom: input.length },
    { signal },
  );
}

/** The input's indices, the highest score first. */
function ranked({ scores }: SaliencyScores): readonly number[] {
  const indices = Array.from(scores, (_, at) => at);
  return indices.toSorted((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0));
}

proves('saliency/known-answer', async () => {
  // `b` follows `a`, and is copied from wherever it stands.
  const found = await scoresOf('XQbZbWa', 'b');
  const [first, second, third] = ranked(found);
  expect(new Set([first, second])).toEqual(new Set([2, 4]));
  expect(found.scores[2]).toBeCloseTo(found.scores[4] ?? NaN, 6);
  expect(found.scores[third ?? 0]).toBeLessThan(1e-6 * (found.scores[2] ?? 0));
  expect(Math.exp(found.logProbabilities[0] ?? NaN)).toBeGreaterThan(0.8);
});

test('the first token, where attention rests, has no score', async () => {
  const { scores } = await scoresOf('bQZa', 'b');
  expect(Array.from(scores)).toEqual([0, 0, 0, 0].map((none) => expect.closeTo(none, 6)));
});

proves('saliency/windows', async () => {
  const range = fc.integer({ min: 12, max: 600 });
  fc.assert(
    fc.property(range, fc.integer({ min: 1, max: 5000 }), (room, more) => {
      const windows = windowsOf(room + more, room);
      expect(new Set(windows.flat()).size).toBe(room + more);
      for (const window of windows) {
        expect(window.length).toBeLessThanOrEqual(room);
        expect(window[0]).toBe(0);
        expect(window.at(-1)).toBe(room + more - 1);
        expect(window.every((at, n) => n === 0 || at > (window[n - 1] ?? at))).toBe(true);
      }
    }),
  );
  const long = `000${'2468'.repeat(40)}b${'2468'.repeat(30)}a`;
  const at = long.indexOf('b');
  for (const windowTokensMax of [256, 128, 64, 32]) {
    const found = await scoresOf(long, 'b', { windowTokensMax });
    expect(ranked(found)[0]).toBe(at);
    const rest = found.scores.reduce((sum, score) => sum + score, 0) - (found.scores[at] ?? 0);
    expect(Array.from(found.scores).every((score) => score >= 0)).toBe(true);
    // As sure as with all of it in sight: one window has what is copied.
    expect(Math.exp(found.logProbabilities[0] ?? NaN)).toBeGreaterThan(0.8);
    expect(rest / found.scores.length).toBeLessThan(0.1 * (found.scores[at] ?? 0));
  }
});

describe('windows', () => {
  const scored = (window: readonly number[], ...scores: readonly number[]) => {
    return { window, scores: Float64Array.from(scores), logProbabilities: new Float64Array(1) };
  };
  test('count alike, however much gradient each has', () => {
    const found = merged(3, [scored([0, 1], 1, 1), scored([0, 2], 30, 10)]);
    // The mean of the sums is 21: of the first window each token has half, of the second a quarter.
    expect([...found.scores]).toEqual([(10.5 + 15.75) / 2, 10.5, 5.25]);
  });
  test.each([0, Number.NaN, Infinity])('with a score of %d in all are not read', (none) => {
    const wrong = [scored([0, 1], 1, 1), scored([0, 2], none, none)];
    expect(() => merged(3, wrong)).toThrow(expect.objectContaining({ code: 'model-failed' }));
  });
});

test('an output that would take more than half of a window is refused', async () => {
  const options = { windowTokensMax: 16 };
  await expect(scoresOf('Xa', 'b'.repeat(9), options)).rejects.toMatchObject({
    code: 'limit-exceeded',
  });
  await expect(scoresOf('Xa', 'b'.repeat(8), options)).resolves.toHaveProperty('scores.length', 2);
});

test('an input of one window is exact', async () => {
  const exact = await scoresOf('XQbZbWa', 'b');
  expect(await scoresOf('XQbZbWa', 'b', { windowTokensMax: 16 })).toEqual(exact);
});

test('the context of the model is a window where none is set', async () => {
  const found = await scoresOf(`${'2468'.repeat(100)}b${'2468'.repeat(100)}a`, 'b');
  expect(ranked(found)[0]).toBe(400);
});

test("the window is part of the method's name where it is set", async () => {
  const options = { path: model, threads: 1, method: 'gradient' } as const;
  await using set = await openSaliency({ ...options, windowTokensMax: 64 });
  await using unset = await openSaliency({ ...options, model: 'mine' });
  expect(set).toMatchObject({ method: 'gradient/64', model: 'copy-head' });
  expect(unset).toMatchObject({ method: 'gradient', model: 'mine' });
});
