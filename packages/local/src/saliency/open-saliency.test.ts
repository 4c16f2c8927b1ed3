import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGguf } from '../gguf/read.ts';
import { largestError } from '../testing/finite-difference.ts';
import { proves } from '../testing/proves.ts';
import { outputLogProbabilities, referenceLlama } from '../testing/reference-llama.ts';
import { tinyModel, type TinyModelOptions } from '../testing/tiny-model.ts';
import { saliencyLimits } from './limits.ts';
import { type ModelInside, openSaliency } from './open-saliency.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-saliency-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const sizes = { layers: 2, width: 32, heads: 4, keyValueHeads: 2, feedForward: 64 };
const file = tiny('tiny.gguf', { ...sizes, seed: 1, type: 'f32' });

function tiny(name: string, options: TinyModelOptions): string {
  const at = path.join(folder, name);
  writeFileSync(at, tinyModel(options));
  return at;
}

/** Some tokens of the tiny vocabulary, none of them special. */
function someTokens(count: number): readonly number[] {
  return Array.from({ length: count }, (_, at) => 32 + ((at * 31 + (at % 7) * 11) % 90));
}

const input = { tokens: someTokens(9), outputFrom: 7 };

describe('gradient', () => {
  let inside: ModelInside;
  beforeAll(async () => {
    inside = await openSaliency({ path: file, threads: 1, method: 'gradient' });
  });
  afterAll(() => inside.dispose());

  test('log-probabilities are those of plain loops', async () => {
    const { logProbabilities } = await inside.scores(input, { signal });
    const pass = referenceLlama(openGguf(file)).run(input.tokens);
    const expected = outputLogProbabilities(pass, input);
    expect(Array.from(logProbabilities)).toEqual(expected.map((one) => expect.closeTo(one, 4)));
  });

  test('states are what the last layer is given, and the next token of every position', async () => {
    const { tokens } = input;
    const states = await inside.states({ tokens, from: 5 }, { signal });
    const pass = referenceLlama(openGguf(file)).run(tokens);
    const hidden = (pass.states.at(-2) ?? []).slice(5).flatMap((row) => Array.from(row));
    const next = pass.next.slice(5).flatMap((row) => Array.from(row));
    expect(states).toMatchObject({ width: sizes.width, vocabulary: 320 });
    expect(Array.from(states.hidden)).toEqual(hidden.map((one) => expect.closeTo(one, 4)));
    expect(Array.from(states.next)).toEqual(next.map((one) => expect.closeTo(one, 4)));
    const alone = await inside.states({ tokens, from: 5, next: false }, { signal });
    expect(alone).toEqual({ ...states, next: new Float32Array() });
  });

  proves('saliency/kept-prefix', async () => {
    const fresh = await openSaliency({ path: file, threads: 1, method: 'gradient' });
    const history = someTokens(2 * saliencyLimits.stretchTokens + 44);
    // In turn: longer, the same, shorter, another beginning, with an output inside the last input.
    const asked = [
      { tokens: history.slice(0, 280), outputFrom: 270 },
      { tokens: history, outputFrom: history.length - 20 },
      { tokens: history, outputFrom: history.length - 20 },
      { tokens: history.slice(0, 200), outputFrom: 150 },
      { tokens: [40, ...history.slice(1, 260)], outputFrom: 255 },
      { tokens: history.slice(0, 260), outputFrom: 257 },
    ];
    const pass = referenceLlama(openGguf(file)).run(history);
    for (const one of asked) {
      const { scores, logProbabilities } = await inside.scores(one, { signal });
      await fresh.states({ tokens: [33], from: 0 }, { signal });
      const cold = await fresh.scores(one, { signal });
      expect(largestError(scores, cold.scores)).toBeLessThan(1e-4);
      if (one.tokens[0] !== history[0]) continue;
      const expected = outputLogProbabilities(pass, one);
      expect(Array.from(logProbabilities)).toEqual(expected.map((p) => expect.closeTo(p, 4)));
    }
    await fresh.dispose();
  });

  test('asked at once, answers are those of asking in turn', async () => {
    const other = { tokens: someTokens(30), outputFrom: 20 };
    const [first, second] = await Promise.all([
      inside.scores(input, { signal }),
      inside.scores(other, { signal }),
    ]);
    expect(first).toEqual(await inside.scores(input, { signal }));
    expect(largestError(second.scores, (await inside.scores(other, { signal })).scores)).toBe(0);
  });

  test('an aborted reading rejects, and spoils nothing after it', async () => {
    const before = await inside.scores(input, { signal });
    const controller = new AbortController();
    const long = { tokens: [50, ...someTokens(1500)], outputFrom: 1400 };
    const reading = inside.scores(long, { signal: controller.signal });
    // The first stretch is on its way by then, and others are to come.
    setImmediate(() => controller.abort());
    await expect(reading).rejects.toMatchObject({ code: 'aborted' });
    await expect(
      inside.states({ tokens: [40], from: 0 }, { signal: AbortSignal.abort() }),
    ).rejects.toMatchObject({ code: 'aborted' });
    const after = await inside.scores(input, { signal });
    expect(largestError(after.scores, before.scores)).toBeLessThan(1e-5);
  });
});

describe('attention', () => {
  test('is the sum of attention weights over layers, heads and rows', async () => {
    await using inside = await openSaliency({ path: file, threads: 1, method: 'attention' });
    const { scores, logProbabilities } = await inside.scores(input, { signal });
    const pass = referenceLlama(openGguf(file)).run(input.tokens);
    const expected = new Float64Array(input.outputFrom);
    for (const row of pass.attention.flat().flatMap((rows) => rows.slice(input.outputFrom - 1, -1)))
      for (let at = 1; at < expected.length; at += 1)
        expected[at] = (expected[at] ?? 0) + (row[at] ?? 0);
    expect(inside.method).toBe('attention');
    expect(largestError(scores, expected)).toBeLessThan(1e-4);
    const probabilities = outputLogProbabilities(pass, input);
    expect(Array.from(logProbabilities)).toEqual(probabilities.map((p) => expect.closeTo(p, 4)));
  });
});
