import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { madeLine, madePolicy } from '../../../test/screener/made-runs.ts';
import { parseHandLabels } from '../../screener/pair/hand-labels.ts';
import { shippedHandLabels } from './annotators.ts';
import { handCalls } from './hand-calls.ts';

const file = path.join(mkdtempSync(path.join(tmpdir(), 'sluice-hand-')), 'runs.jsonl');

const bill = '- iban: AB12\n  sum: 5\n- iban: CD34\n  sum: 7\n';

const listed = { tool: 'list_bills', args: {}, result: bill };

const paid = { tool: 'pay', args: { to: 'AB12' }, result: 'paid' };

writeFileSync(file, `${madeLine({ user: 'Pay.', calls: [listed, paid] })}\n`);

const run = 'model-a/made/user_task_0/none.json';

async function found(...labels: readonly object[]): ReturnType<typeof handCalls> {
  const text = labels.map((each) => JSON.stringify(each)).join('\n');
  const options = { labels: parseHandLabels(text, 'labels'), policyOf: madePolicy };
  return await handCalls([file], options);
}

test('a labelled call has its sources, with a column as all of its fields', async () => {
  const sources = [
    ['verbatim', 'm3.0.0.0|m3.0'],
    ['selection', 'm3.0.*.1'],
  ];
  const { calls, absent } = await found(
    { run, call: 1, sources },
    { run: 'a/b', call: 0, sources },
  );
  expect(absent).toBe(1);
  const [call] = calls;
  expect(call).toMatchObject({ id: `${run}#1`, task: 'made/user_task_0' });
  expect(call?.draft.calls).toEqual([{ tool: 'pay', args: '{"to":"AB12"}' }]);
  expect(call?.sources.map(({ alternatives }) => alternatives.map((ids) => [...ids]))).toEqual([
    [['m3.0.0.0'], ['m3.0']],
    [['m3.0.0.1', 'm3.0.1.1']],
  ]);
  expect(call?.least.map(({ text }) => text)).toEqual(['untrusted']);
  expect(call?.floor.text).toBe('trusted');
});

test('a call that depends on nothing has the label of the turns', async () => {
  const { calls } = await found({ run, call: 1, sources: [] });
  expect(calls[0]?.least).toEqual([calls[0]?.floor]);
});

describe('what does not fit is refused', () => {
  test.each<[string, object, RegExp]>([
    ['no run', { run: 'a/b', call: 0, sources: [] }, /none of the labelled runs/],
    ['a call', { run, call: 9, sources: [] }, /call 9 of .* is not in the data/],
    ['a region', { run, call: 1, sources: [['verbatim', 'm9.0']] }, /no region `m9\.0`/],
  ])('%s', async (_, labels, message) => {
    await expect(found(labels)).rejects.toThrow(message);
  });
});

test('the labels that ship are read', () => {
  expect(shippedHandLabels()).toHaveLength(336);
});
