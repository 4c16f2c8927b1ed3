import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  historyOf,
  inputOf,
  result,
  space,
  trusted,
  turn,
  untrusted,
} from '../../test/propagate/histories.ts';
import { labelSpace } from '../label/space.ts';
import { chain } from '../label/dimension/chain.ts';
import { proves } from '../testing/proves.ts';
import { labelOf } from './label-of.ts';
import type { Propagator, PropagatorInput, Relevance } from './propagator.ts';
import { relevantWithin } from './relevant-within.ts';

const history = historyOf(turn('user', 'Pay Bob.'), result('Bob is owed 12.'));
const foreign = labelSpace({ integrity: chain(['trusted', 'untrusted']) }).bottom;
const regions: Relevance = { kind: 'regions', regions: ['m0.0'], evidence: [], unsourced: [] };

function saying(relevant: (input: PropagatorInput) => unknown): Propagator {
  return {
    name: 'test',
    needs: 'nothing',
    relevant: relevant as (input: PropagatorInput) => Relevance,
  };
}

const hangs = (): Promise<Relevance> => new Promise(() => {});
const throwing = (): never => {
  throw new Error('text of the history');
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

async function ask(propagator: Propagator, input = inputOf(history)): Promise<Relevance> {
  const relevance = relevantWithin(propagator, input, { timeoutMs: 50 });
  await vi.advanceTimersByTimeAsync(51);
  return relevance;
}

test.each<[string, () => unknown, Relevance]>([
  ['answers', () => regions, regions],
  ['answers later', () => Promise.resolve(regions), regions],
  [
    'answers with a label',
    () => ({ kind: 'label', label: untrusted }),
    { kind: 'label', label: untrusted },
  ],
  [
    'names one region twice',
    () => ({ ...regions, regions: ['m0', 'm0'] }),
    { ...regions, regions: ['m0'] },
  ],
])('one that %s is believed', async (_, relevant, expected) => {
  expect(await ask(saying(relevant))).toEqual(expected);
});

const failures: readonly (readonly [string, () => unknown, string])[] = [
  ['throws', () => Promise.reject(new Error('late')), 'propagator-failed'],
  ['throws synchronously', throwing, 'propagator-failed'],
  ['hangs', hangs, 'propagator-late'],
  [
    'names a region that does not exist',
    () => ({ ...regions, regions: ['m9.0'] }),
    'region-unknown',
  ],
  [
    'has evidence in a region that does not exist',
    () => ({ ...regions, evidence: [{ call: 0, argument: '', region: 'x', how: 'exact' }] }),
    'region-unknown',
  ],
  ['gives evidence that is none', () => ({ ...regions, evidence: ['m0'] }), 'answer-malformed'],
  [
    'has evidence in no region',
    () => ({ ...regions, evidence: [{ call: 0, argument: '', how: 'exact' }] }),
    'answer-malformed',
  ],
  [
    'speaks of half a call',
    () => ({ ...regions, unsourced: [{ call: 0.5, argument: '' }] }),
    'answer-malformed',
  ],
  ['speaks of no argument', () => ({ ...regions, unsourced: [{ call: 0 }] }), 'answer-malformed'],
  ['answers nothing', () => undefined, 'answer-malformed'],
  ['answers nonsense', () => 'm0', 'answer-malformed'],
  ['answers another kind', () => ({ kind: 'none' }), 'answer-malformed'],
  ['gives no list', () => ({ ...regions, regions: 'm0' }), 'answer-malformed'],
  ['gives a list of numbers', () => ({ ...regions, regions: [0] }), 'answer-malformed'],
  [
    'leaves the unsourced out',
    () => ({ kind: 'regions', regions: [], evidence: [] }),
    'answer-malformed',
  ],
  [
    'quotes a value as evidence',
    () => ({ ...regions, evidence: [{ call: 0, argument: '', region: 'm0', how: 'IBAN DE12' }] }),
    'answer-malformed',
  ],
  ['has a label of another space', () => ({ kind: 'label', label: foreign }), 'label-foreign'],
  ['has a text for a label', () => ({ kind: 'label', label: 'trusted' }), 'label-foreign'],
  ['gives a reason of its own', () => ({ kind: 'all', because: 'Bob is owed 12.' }), 'unexplained'],
  [
    'has members that throw',
    () => ({
      kind: 'regions',
      get regions() {
        return throwing();
      },
    }),
    'propagator-failed',
  ],
];

test.each(failures)('one that %s makes all relevant', async (_, relevant, because) => {
  const relevance = await ask(saying(relevant));
  expect(relevance).toEqual({ kind: 'all', because });
  expect(labelOf(space, history, relevance)).toBe(untrusted);
});

proves('propagate/fails-wide', async () => {
  for (const [, relevant] of failures) {
    expect((await ask(saying(relevant))).kind).toBe('all');
  }
});

test('one that needs a draft and gets none makes all relevant', async () => {
  const propagator: Propagator = { name: 'test', needs: 'draft', relevant: () => regions };
  const { draft: _, ...input } = inputOf(history);
  expect(await relevantWithin(propagator, input, { timeoutMs: 50 })).toEqual({
    kind: 'all',
    because: 'draft-missing',
  });
});

test('an abort makes all relevant at once, before and during the question', async () => {
  const controller = new AbortController();
  const seen: AbortSignal[] = [];
  const propagator = saying(({ signal }) => {
    seen.push(signal);
    return hangs();
  });
  const input = { ...inputOf(history), signal: controller.signal };
  const during = relevantWithin(propagator, input, { timeoutMs: 1e9 });
  controller.abort();
  expect(await during).toEqual({ kind: 'all', because: 'aborted' });
  expect(seen[0]?.aborted).toBe(true);
  expect(await relevantWithin(propagator, input, { timeoutMs: 1e9 })).toEqual({
    kind: 'all',
    because: 'aborted',
  });
  expect(seen).toHaveLength(1);
});

test("a late answer is told to stop, and its failure is nobody's", async () => {
  let reject = (_: Error): void => {};
  const late = saying(() => new Promise((_, fail) => (reject = fail)));
  expect(await ask(late)).toEqual({ kind: 'all', because: 'propagator-late' });
  reject(new Error('too late'));
  await vi.advanceTimersByTimeAsync(1);
  expect(vi.getTimerCount()).toBe(0);
});

test('the answer shares nothing with what the propagator holds', async () => {
  const mine = { kind: 'regions', regions: ['m0'], evidence: [], unsourced: [] };
  const relevance = await ask(saying(() => mine));
  mine.regions.push('m1.0');
  expect(labelOf(space, history, relevance)).toBe(trusted);
});
