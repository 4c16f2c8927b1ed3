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
  const { score } = await measure([data()], { first: read, second: [] });
  expect(score.calls).toBe(4);
  expect(score.completeBenign.all).toBe(4);
  expect(score.byKind.get('verbatim')?.named).toMatchObject({ hits: 2, all: 2 });
  expect(score.byKind.get('computed')?.named).toMatchObject({ hits: 0, all: 1 });
  expect(score.precision).toMatchObject({ hits: 2, all: 2 });
});

describe('a second annotator', () => {
  const second = parseHandLabels(
    labels([], [], [['verbatim', 'm4.0']], [['computed', 'm2.0.0.0+m2.0.1.0']]),
    'second',
  );

  test('is compared region by region and call by call', async () => {
    const { agreement } = await measure([data()], { first: read, second });
    expect(agreement.calls).toBe(4);
    // Both mark the two amounts, and the letter for the first payment; one for the second, too.
    expect(agreement.overlap?.value).toBe(3 / 4);
    expect(agreement.same?.value).toBe(3 / 4);
    // The letter alone is above what every view shows: marked by both, once by one, twice by none.
    expect(agreement.calledGuarded.raw?.value).toBe(3 / 4);
    expect(agreement.calledGuarded.kappa?.value).toBe(0.5);
    expect(agreement.label.raw?.value).toBe(3 / 4);
  });

  test('gives figures of their own, and both and either', async () => {
    const { scores } = await measure([data()], { first: read, second });
    const sources = [...scores].map(([name, { all }]) => [name, all.named.all]);
    expect(sources).toEqual([
      ['first', 3],
      ['second', 2],
      ['both', 2],
      ['either', 3],
    ]);
  });

  test('of no call gives none', async () => {
    const { scores, agreement } = await measure([data()], { first: read, second: [] });
    expect(scores.size).toBe(0);
    expect(agreement.regions.raw).toBeUndefined();
  });
});

describe('labels that do not fit the data are refused', () => {
  test.each<[string, string, RegExp]>([
    ['a run', labels([]).replace('user_task_0', 'user_task_9'), /user_task_9.*not in the data/],
    ['a call', labels([]).replace('"call":0', '"call":9'), /call 9 of .* is not in the data/],
    ['a region', labels([], [['verbatim', 'm9.0']]), /call 1 of .* has no region `m9.0`/],
    ['a later region', labels([[['verbatim', 'm2.0']]].flat()), /call 0 of .* no region `m2.0`/],
  ])('%s that is not there', async (_, text, message) => {
    const wrong = parseHandLabels(text, 'labels');
    await expect(measure([data()], { first: wrong, second: [] })).rejects.toThrow(message);
    await expect(measure([data()], { first: wrong, second: [] })).rejects.toThrow(SluiceError);
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
});

function shipped(name: string): string {
  return readFileSync(new URL(name, import.meta.url), 'utf8');
}
