import type { Scorer } from '@sluice/local';
import { expect, test } from 'vitest';
import { idealScorer } from '../count/growth.ts';
import { chatMl } from '../prompt/chat.ts';
import { Memory } from '../remember.ts';
import type { RunLabelsOptions } from './run-options.ts';
import { searchCosts } from './search-costs.ts';
import { labelTask } from './tasks.ts';

const { signal } = new AbortController();
const task = labelTask('kv', { quick: true });
const question = task.groups[0]?.questions[0];
if (question === undefined) throw new Error('there is no question');
const ideal = idealScorer(task.form, question);

/** One token less is read where a scoring may stop. */
function costly(asked: () => void): Scorer {
  return {
    backEnd: ideal.backEnd,
    model: ideal.model,
    score: async (request, { signal: from, stop }) => {
      asked();
      const scored = await ideal.score(request, { signal: from });
      const stopped = stop?.(scored.logProbabilities, scored.completionTokens) === true;
      const evaluated = { template: 0, document: 10, question: 0, completion: stopped ? 1 : 2 };
      return { ...scored, evaluated };
    },
  };
}

test('tokens with and without the early end, runs of a model; asked for once', async () => {
  let asked = 0;
  const scorer = costly(() => (asked += 1));
  let calls = 0;
  const unread = { scorer: costly(() => (calls += 1)), calls: () => calls };
  const options: RunLabelsOptions = {
    task: { ...task, groups: [{ questions: [question], half: 0 }] },
    models: {
      model: 'ideal',
      scorer,
      writer: () => Promise.resolve(''),
      chat: chatMl,
      unread: () => unread,
    },
    memory: new Memory(),
    signal,
  };
  const costs = Object.fromEntries(await searchCosts(options));
  const before = asked;
  const [stopped = 0, whole = 0] = [
    costs['labels.kv.earlyStop.tokens'],
    costs['labels.kv.earlyStop.tokensWithout'],
  ];
  expect(stopped).toBeLessThan(whole);
  expect(costs['labels.kv.earlyStop.saved']).toBeCloseTo(1 - stopped / whole);
  expect(costs['labels.knn.modelCalls']).toBe(calls - (costs['labels.knn.modelCalls.unread'] ?? 0));
  expect(Object.fromEntries(await searchCosts(options))).toEqual(costs);
  expect(asked).toBe(before);
});
