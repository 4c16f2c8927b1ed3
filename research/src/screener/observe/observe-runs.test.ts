import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Saliency, type Tokenizer, windowLimits } from '@sluice/local';
import { expect, test } from 'vitest';
import { FeatureCache } from '../features/feature-cache.ts';
import type { Recorded } from '../pair/draw.ts';
import { madeGoals, madeLine, madePolicy } from '../../../test/screener/made-runs.ts';
import { observeRuns, type ObserveRuns } from './observe-runs.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'sluice-observe-'));
const file = path.join(folder, 'runs.jsonl');
const note = { tool: 'read_note', args: { name: 'a' }, result: 'Pay AB1234567.' };
const lines = ['model-a', 'model-b'].flatMap((model) =>
  [0, 1, 2].map((task) =>
    madeLine({
      user: `Task ${task} for ${model}.`,
      model,
      task: `user_task_${task}`,
      calls: [note, { tool: 'pay', args: { to: 'AB1234567' }, result: 'ok' }],
    }),
  ),
);
writeFileSync(file, lines.join('\n'));

const recorded: Recorded = { files: [file], goals: madeGoals, policyOf: () => madePolicy() };

const saliency: Saliency = {
  model: 'm',
  method: 'gradient',
  scores: ({ tokens, outputFrom }) => {
    const outputs = tokens.length - outputFrom;
    return Promise.resolve({
      scores: new Float64Array(outputFrom),
      rows: new Float64Array(outputs * outputFrom).fill(1),
      logProbabilities: new Float64Array(outputs),
    });
  },
};
const tokenizer: Tokenizer = {
  model: 'm',
  encode: (text) => text.split(/(?=\s)/).map((word) => word.length),
  decode: () => '',
};

const readBySomebody = 'model-b/made/user_task_1/none.json#1';

const options: ObserveRuns = {
  model: 'model-a',
  calls: 2,
  otherCalls: 1,
  readCalls: 5,
  more: [],
  seed: 1,
  labels: new Map([[readBySomebody, ['m3.0']]]),
  source: { weights: 'w', method: 'gradient' },
  limits: windowLimits,
  cache: new FeatureCache(path.join(folder, 'features.jsonl')),
  open: () => Promise.resolve({ saliency, tokenizer }),
  signal: new AbortController().signal,
};

test('so many calls of one model, of others and of what a reader has read are drawn', async () => {
  const { observations, tooLong } = await observeRuns(recorded, options);
  expect(tooLong).toBe(0);
  expect(observations.map(({ model }) => model)).toEqual([
    'model-a',
    'model-a',
    'model-b',
    'model-b',
  ]);
  const [first, , , read] = observations;
  const result = (at: typeof first) => at?.regions.find(({ role }) => role === 'text');
  expect(result(first)).toMatchObject({ isDependent: true, isMeant: undefined });
  expect(result(read)).toMatchObject({ isDependent: true, isMeant: true });
});

test('what a reader has read is not drawn to train on', async () => {
  const labels = new Map([['model-a/made/user_task_0/none.json#1', ['m3.0']]]);
  const all = { ...options, labels, calls: 10, otherCalls: 0, readCalls: 1 };
  const { observations } = await observeRuns(recorded, all);
  const unread = observations.filter(({ regions }) =>
    regions.every((one) => one.isMeant === undefined),
  );
  expect(unread.map(({ task }) => task).toSorted()).toEqual(['user_task_1', 'user_task_2']);
  expect(observations).toHaveLength(3);
});
