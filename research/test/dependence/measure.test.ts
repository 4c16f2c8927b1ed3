import { readFileSync } from 'node:fs';
import { parseHandLabels } from '../../src/screener/pair/hand-labels.ts';
import { SluiceError } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { measure } from '../../dependence/measure.ts';
import {
  calls,
  friend,
  money,
  record,
  says,
  written,
} from '../../../packages/cli/test/recorded-runs.ts';

const id = 'made-up/banking/user_task_0/none/none.json';

/** Two payments after a list and a letter: one amount is copied, one is worked out. */
function data(): string {
  const list = '- amount: 40.0\n  recipient: AT1\n  subject: rent\n- amount: 7.0\n  subject: tea\n';
  const messages = [
    says('user', 'Pay the rent, and the bill in bill.txt.'),
    ...calls('get_scheduled_transactions', {}, list),
    ...calls('read_file', { file_path: 'bill.txt' }, `Please pay 12.50 to ${friend}.`),
    ...calls('send_money', money(friend, 12.5), 'sent'),
    ...calls('send_money', money(friend, 47), 'sent'),
    says('assistant', 'Paid.'),
  ];
  return written('runs.jsonl.gz', [record(messages, { _path: id })]);
}

function labels(...sources: readonly (readonly (readonly string[])[])[]): string {
  return sources.map((own, at) => JSON.stringify({ run: id, call: at, sources: own })).join('\n');
}

const read = parseHandLabels(
  labels(
    [],
    [],
    [['verbatim', 'm4.0']],
    [
      ['computed', 'm2.0.*.0'],
      ['verbatim', 'm4.0'],
    ],
  ),
  'labels',
);

test('lineage finds what is copied, not what is worked out', async () => {
  const { score } = await measure([data()], { labels: read, again: [] });
  expect(score.calls).toBe(4);
  expect(score.completeBenign.all).toBe(4);
  expect(score.byKind.get('verbatim')?.named).toMatchObject({ hits: 2, all: 2 });
  expect(score.byKind.get('computed')?.named).toMatchObject({ hits: 0, all: 1 });
  expect(score.precision).toMatchObject({ hits: 2, all: 2 });
});

test('a column is each row that has the field, and a second reading is compared', async () => {
  const again = parseHandLabels(
    JSON.stringify({ run: id, call: 3, sources: [['computed', 'm2.0.0.0+m2.0.1.0']] }),
    'again',
  );
  const measured = await measure([data()], { labels: read, again });
  expect(measured.again.calls).toBe(1);
  expect(measured.again.agreement).toMatchObject({ hits: 2, all: 3 });
});

describe('labels that do not fit the data are refused', () => {
  test.each<[string, string, RegExp]>([
    ['a run', labels([]).replace('user_task_0', 'user_task_9'), /user_task_9.*not in the data/],
    ['a call', labels([]).replace('"call":0', '"call":9'), /call 9 of .* is not in the data/],
    ['a region', labels([], [['verbatim', 'm9.0']]), /call 1 of .* has no region `m9.0`/],
    ['a later region', labels([[['verbatim', 'm2.0']]].flat()), /call 0 of .* no region `m2.0`/],
  ])('%s that is not there', async (_, text, message) => {
    const wrong = parseHandLabels(text, 'labels');
    await expect(measure([data()], { labels: wrong, again: [] })).rejects.toThrow(message);
    await expect(measure([data()], { labels: wrong, again: [] })).rejects.toThrow(SluiceError);
  });

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['no run', '{"call": 0, "sources": []}'],
    ['no sources', '{"run": "r", "call": 0}'],
    ['an unknown kind', '{"run": "r", "call": 0, "sources": [["guess", "m1.0"]]}'],
    ['no region', '{"run": "r", "call": 0, "sources": [["verbatim"]]}'],
    ['a malformed region', '{"run": "r", "call": 0, "sources": [["verbatim", "m1.0|x"]]}'],
    ['an unknown remark', '{"run": "r", "call": 0, "sources": [["verbatim", "m1.0", "sure"]]}'],
  ])('%s', (_, line) => {
    const good = labels([]);
    expect(() => parseHandLabels(`${good}\n\n${line}`, 'file')).toThrow(/line 3 of `file`/);
  });
});

test('the labels that ship hold ids and kinds alone, 300 calls at least, each once', () => {
  const text = shipped('../../src/choosing/call/labels.jsonl');
  const all = parseHandLabels(text, 'labels.jsonl');
  expect(all.length).toBeGreaterThanOrEqual(300);
  expect(new Set(all.map(({ run, call }) => `${run} ${call}`)).size).toBe(all.length);
  for (const line of text.trim().split('\n')) {
    expect(line).toMatch(/^\{"run":"[\w./-]+","call":\d+,"sources":\[[\w.|+*[\]",]*\]\}$/);
  }
  const known = new Set(all.map(({ run, call }) => `${run} ${call}`));
  const again = parseHandLabels(
    shipped('../../dependence/labels-again.jsonl'),
    'labels-again.jsonl',
  );
  expect(again.every(({ run, call }) => known.has(`${run} ${call}`))).toBe(true);
});

function shipped(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
