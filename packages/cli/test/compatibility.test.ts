import { expect, test } from 'vitest';
import { rowsIn, runCompatibilityTests } from '../src/compatibility/run-tests.ts';
import { sluice } from './terminal.ts';

function report(
  ...tests: readonly (readonly [titles: readonly string[], status: string])[]
): string {
  const assertionResults = tests.map(([titles, status]) => ({
    ancestorTitles: titles.slice(0, -1),
    title: titles.at(-1),
    status,
  }));
  return JSON.stringify({ testResults: [{ assertionResults }] });
}

test('a row is a test below a client and a form', () => {
  const rows = rowsIn(
    report(
      [['openai, Chat Completions', 'whole', 'plain'], 'passed'],
      [['openai, Chat Completions', 'the rows are those kept'], 'passed'],
      [['a page', 'about it'], 'passed'],
    ),
  );
  const client = 'openai, Chat Completions';
  expect(rows).toEqual([{ client, form: 'whole', feature: 'plain', outcome: 'works' }]);
});

test.each([
  ['failed', 'fails'],
  ['skipped', 'skipped'],
  ['pending', 'skipped'],
  ['a word that nobody knows', 'fails'],
])('a test that is %s gives a row that %s', (status, outcome) => {
  expect(rowsIn(report([['c', 'stream', 'plain'], status]))).toMatchObject([{ outcome }]);
});

test.each(['', 'null', '{}', report([['c', 'other', 'plain'], 'passed'])])(
  'a report without rows is an error: %s',
  (text) => {
    expect(() => rowsIn(text)).toThrow(expect.objectContaining({ code: 'file-unreadable' }));
  },
);

test('outside a checkout the command says where the table stands', async () => {
  await expect(runCompatibilityTests('/nowhere')).rejects.toMatchObject({
    code: 'file-unreadable',
    hint: expect.stringContaining('docs/compatibility.md'),
  });
});

test('its help has an example', async () => {
  const { code, out } = await sluice(['compatibility', '--help']);
  expect(code).toBe(0);
  expect(out).toContain('sluice compatibility --json');
});
