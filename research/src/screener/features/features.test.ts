import { appendFileSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Saliency, Tokenizer } from '@sluice/local';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { labelledCall, type LabelledCall } from '../pair/labelled-call.ts';
import { madeGoals, madePolicy, madeTrace, there } from '../../../test/screener/made-runs.ts';
import { callSites } from '../trace/call-sites.ts';
import { cacheKey, contentKey, FeatureCache } from './feature-cache.ts';
import { measureCalls, type MeasureOptions } from './measure-calls.ts';

const tokenizer: Tokenizer = {
  model: 'm',
  encode: (text) => Array.from({ length: text.length }, (_, at) => text.charCodeAt(at)),
  decode: (tokens) => String.fromCharCode(...tokens),
};

/** Counts how often it is asked. */
class CountedSaliency implements Saliency {
  readonly model = 'm';
  readonly method = 'gradient';
  asked = 0;

  readonly scores: Saliency['scores'] = ({ tokens, outputFrom }) => {
    this.asked += 1;
    const outputs = tokens.length - outputFrom;
    return Promise.resolve({
      scores: new Float64Array(outputFrom),
      rows: Float64Array.from({ length: outputs * outputFrom }, (_, at) => (at % 7) + 1),
      logProbabilities: new Float64Array(outputs).fill(-0.5),
    });
  };
}

async function callOf(user: string, result = 'A note'): Promise<LabelledCall> {
  const note = { tool: 'read_note', args: { name: 'a' }, result };
  const trace = madeTrace({ user, calls: [note, { ...note, args: { name: 'b' } }] });
  const policy = await madePolicy();
  const [, site] = callSites(trace, policy);
  return there(await labelledCall(trace, there(site), { policy, goals: madeGoals }));
}

function newFile(): string {
  return path.join(mkdtempSync(path.join(tmpdir(), 'sluice-cache-')), 'features.jsonl');
}

const source = { weights: 'hash', method: 'gradient' };

function optionsOf(file: string, saliency: Saliency): MeasureOptions {
  return {
    cache: new FeatureCache(file),
    source,
    limits: {
      windowTokensMax: 200,
      headTokensMax: 40,
      valueTokensMax: 10,
      outputTokensMax: 40,
      windowsMax: 2,
    },
    open: () => Promise.resolve({ saliency, tokenizer }),
    signal: new AbortController().signal,
  };
}

proves('screener/resumes', async () => {
  const file = newFile();
  const calls = [await callOf('One.'), await callOf('Two.')];
  const saliency = new CountedSaliency();
  const first = await measureCalls(calls, optionsOf(file, saliency));
  const asked = saliency.asked;
  expect(asked).toBeGreaterThan(0);
  expect(await measureCalls(calls, optionsOf(file, saliency))).toEqual(first);
  expect(saliency.asked).toBe(asked);
  // The machine stopped while the second line was being written.
  const [line = '', cut = ''] = readFileSync(file, 'utf8').split('\n');
  writeFileSync(file, `${line}\n${cut.slice(0, -40)}`);
  appendFileSync(file, '\n');
  expect(await measureCalls(calls, optionsOf(file, saliency))).toEqual(first);
  expect(saliency.asked).toBe(asked + asked / 2);
});

describe('measuring', () => {
  test('opens no model for what is in the cache', async () => {
    const file = newFile();
    const calls = [await callOf('One.')];
    await measureCalls(calls, optionsOf(file, new CountedSaliency()));
    const open = (): never => expect.fail('opened');
    const progress: number[] = [];
    const options = { ...optionsOf(file, new CountedSaliency()), open };
    await measureCalls(calls, {
      ...options,
      onCall: ({ done, all, cached }) => progress.push(done, all, cached),
    });
    expect(progress).toEqual([1, 1, 1]);
  });

  test('counts what is too long, and remembers it', async () => {
    const file = newFile();
    const calls = [await callOf('One.', 'long '.repeat(200)), await callOf('One.')];
    const saliency = new CountedSaliency();
    for (const _ of [1, 2]) {
      const { calls: measured, tooLong } = await measureCalls(calls, optionsOf(file, saliency));
      expect([measured.length, tooLong]).toEqual([1, 1]);
    }
  });
});

describe('the cache', () => {
  test('keeps shares to a part in a hundred thousand, and no text', async () => {
    const file = newFile();
    const call = await callOf('A very secret request.');
    const { calls } = await measureCalls([call], optionsOf(file, new CountedSaliency()));
    const [window] = calls[0]?.windows ?? [];
    const total = window?.rows.subarray(0, window.inputTokens).reduce((sum, one) => sum + one, 0);
    expect(total).toBeCloseTo(1, 2);
    expect(window?.rows[0]).toBe(0);
    expect(window?.logProbabilities[0]).toBe(-0.5);
    expect(readFileSync(file, 'utf8')).not.toMatch(/secret|note/);
  });

  test('that holds something else is named', () => {
    const file = newFile();
    writeFileSync(file, '{"key":"0a","windows":[{"inputTokens":0}]}\n');
    expect(() => new FeatureCache(file).get('0a')).toThrow(/holds no measurements/);
    expect(new FeatureCache(file).get('0b')).toBeUndefined();
  });
});

describe('a key', () => {
  test('is of what the small model is shown, of its weights and of the method', async () => {
    const { rendering } = await callOf('One.');
    const { rendering: other } = await callOf('Two.');
    const keys = [
      cacheKey(rendering, source),
      cacheKey(other, source),
      cacheKey(rendering, { ...source, weights: 'x' }),
      cacheKey(rendering, { ...source, method: 'x' }),
    ];
    expect(new Set(keys).size).toBe(4);
    expect(contentKey(rendering)).toBe(contentKey((await callOf('One.')).rendering));
  });
});
