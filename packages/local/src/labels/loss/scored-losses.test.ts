import type { Label } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import type { ScoreOptions, Scored } from '../../port/scorer.ts';
import { documentLabels } from '../../testing/losses.ts';
import { proves } from '../../testing/proves.ts';
import { logProbabilityDrop } from '../utility/log-probability.ts';
import type { ScoringBudget } from './budget.ts';
import { ScoredLosses } from './scored-losses.ts';

const { space, labels } = documentLabels(3);
const [a = space.bottom, b = space.bottom] = labels;
const full = labels.reduce((total, label) => space.join(total, label), space.bottom);

/** Four tokens, of which as many are improbable as documents are missing. */
function score(label: Label, { stop }: ScoreOptions): Scored<'fake'> {
  const missing = labels.filter((each) => !space.flowsTo(each, label)).length;
  const logProbabilities: number[] = [];
  for (let at = 0; at < 4; at += 1) {
    logProbabilities.push(at < missing ? -2 : 0);
    if (stop?.(logProbabilities, 4) === true) break;
  }
  const evaluated = { template: 1, document: 10, question: 2, completion: logProbabilities.length };
  const tokens = { ...evaluated, completion: 4 };
  return { backEnd: 'fake', logProbabilities, completionTokens: 4, tokens, evaluated };
}

interface Settings {
  readonly stopAbove?: number;
  readonly budget?: Partial<ScoringBudget>;
  readonly signal?: AbortSignal;
  readonly answer?: (label: Label, options: ScoreOptions) => Scored<'fake'>;
}

function lossesOf({ stopAbove = 100, budget, signal, answer = score }: Settings = {}) {
  const asked: Label[] = [];
  const losses = new ScoredLosses({
    full,
    scoreAt: (label, options) => {
      asked.push(label);
      return Promise.resolve(answer(label, options));
    },
    utility: logProbabilityDrop,
    stopAbove,
    budget: { labelsMax: 100, tokensMax: 1_000_000, ...budget },
    signal: signal ?? new AbortController().signal,
  });
  return { losses, asked };
}

test('a context is scored once, and the full one only as the measure of the others', async () => {
  const { losses, asked } = lossesOf();
  expect(await losses.at(full)).toBe(0);
  expect(asked).toEqual([]);
  expect(await losses.at(a)).toBe(4);
  expect(await losses.at(a)).toBe(4);
  expect(await losses.exact(a)).toBe(4);
  expect(asked).toEqual([full, a]);
});

test('what is spent is counted, tokens by kind', async () => {
  const { losses } = lossesOf({ stopAbove: 1 });
  await losses.at(a);
  expect(losses.cost).toEqual({
    contexts: 2,
    stopped: 1,
    tokens: { template: 2, document: 20, question: 4, completion: 4 + 1 },
  });
});

test('what was stopped is above the bound, and scored again where it must be exact', async () => {
  const { losses, asked } = lossesOf({ stopAbove: 1 });
  expect(await losses.at(a)).toBe(Number.POSITIVE_INFINITY);
  expect(await losses.exact(a)).toBe(4);
  expect(await losses.at(a)).toBe(4);
  expect(asked).toEqual([full, a, a]);
});

describe('a budget', () => {
  const spent = { code: 'limit-exceeded' };
  test.each<[string, Partial<ScoringBudget>, number]>([
    ['of contexts', { labelsMax: 2 }, 2],
    ['of tokens', { tokensMax: 20 }, 2],
    ['of nothing', { labelsMax: 0 }, 0],
    ['that is no number', { tokensMax: Number.NaN }, 0],
  ])('%s is kept to', async (_, budget, contexts) => {
    const { losses } = lossesOf({ budget });
    const all = async (): Promise<void> => {
      for (const label of labels) await losses.at(label);
    };
    await expect(all()).rejects.toThrow(expect.objectContaining(spent));
    expect(losses.cost.contexts).toBe(contexts);
  });

  proves('labels/budget', async () => {
    const nothing = { template: 0, document: 0, question: 0, completion: 0 };
    const contexts: number[] = [];
    for (const evaluated of [undefined, nothing]) {
      const answer = (label: Label, options: ScoreOptions): Scored<'fake'> => {
        const scored = score(label, options);
        return { ...scored, evaluated: evaluated ?? scored.evaluated };
      };
      const { losses } = lossesOf({ answer, budget: { tokensMax: 20 } });
      const all = async (): Promise<void> => {
        for (const label of labels) await losses.at(label);
      };
      await expect(all()).rejects.toThrow(expect.objectContaining(spent));
      contexts.push(losses.cost.contexts);
    }
    expect(contexts).toEqual([2, 2]);
  });

  test('does not count what is remembered', async () => {
    const { losses } = lossesOf({ budget: { labelsMax: 2 } });
    await losses.at(a);
    expect(await losses.at(a)).toBe(4);
    await expect(losses.at(b)).rejects.toThrow(expect.objectContaining(spent));
  });
});

test('an aborted search scores nothing more', async () => {
  const { losses, asked } = lossesOf({ signal: AbortSignal.abort() });
  await expect(losses.at(a)).rejects.toThrow(expect.objectContaining({ code: 'aborted' }));
  expect(asked).toEqual([]);
});

describe('what cannot be compared', () => {
  const failed = expect.objectContaining({ code: 'model-failed' });
  proves('labels/one-back-end', async () => {
    // As after a restart with other settings, against what the type says.
    const answer = (label: Label, options: ScoreOptions): Scored<'fake'> => ({
      ...score(label, options),
      backEnd: (label === full ? 'fake' : 'other') as 'fake',
    });
    await expect(lossesOf({ answer }).losses.at(a)).rejects.toThrow(failed);
  });

  test.each<[string, (label: Label, options: ScoreOptions) => Scored<'fake'>]>([
    [
      'two lengths of one completion',
      (label, options) => {
        const scored = score(label, options);
        const logProbabilities = label === full ? scored.logProbabilities : [-1];
        return { ...scored, logProbabilities, completionTokens: logProbabilities.length };
      },
    ],
    [
      'a full context that was not scored to the end',
      (label, options) => ({ ...score(label, options), logProbabilities: [-1] }),
    ],
    [
      'an empty completion',
      (label, options) => ({
        ...score(label, options),
        logProbabilities: [],
        completionTokens: 0,
      }),
    ],
  ])('%s', async (_, answer) => {
    await expect(lossesOf({ answer }).losses.at(a)).rejects.toThrow(failed);
  });
});

test('a scorer that ends on its own has shown nothing', async () => {
  const answer = (label: Label): Scored<'fake'> => {
    const scored = score(label, { signal: new AbortController().signal });
    return label === full ? scored : { ...scored, logProbabilities: [0] };
  };
  const { losses } = lossesOf({ answer });
  expect(await losses.at(a)).toBe(Number.POSITIVE_INFINITY);
  expect(await losses.exact(a)).toBe(Number.POSITIVE_INFINITY);
});
