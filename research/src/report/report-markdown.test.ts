import { expect, test } from 'vitest';
import { erred, finished, ledger, sweepLine, trial } from '../../test/report/small-ledger.ts';
import type { TrialLine } from '../trial/trial.ts';
import { markdownText, reportMarkdown } from './report-markdown.ts';

test('a table for each benchmark, model and attack', () => {
  const attack = { name: 'sign', goal: 'g' };
  const text = markdown([
    trial({ task: 'a' }, finished({})),
    trial({ task: 'b' }, erred('gone')),
    trial({ task: 'a', attack }, finished({ attacked: 'yes' })),
  ]);
  expect(text).not.toContain('left out');
  expect(text).toContain('**garden/v3, reader:lax, sign** (not a real model’s figures)');
  expect(text).toMatch(/\| defence \| utility \| utility under attack \|/);
  expect(text).toContain(String.raw`| none | 50.0%, 1 error (1/2 \[9.5–90.5\])`);
  expect(text).toContain(String.raw`| 100.0% (1/1 \[20.7–100.0\]) |`);
  for (const line of text.split('\n').filter((row) => row.startsWith('|')))
    expect(line).toMatch(/ \|$/);
});

test('a real model is not called a reader', () => {
  expect(markdown([trial({ model: 'gpt-4o' }, finished({}))])).not.toContain('real');
});

test('a defence that a reader cannot understand is marked, and a real model measures it', () => {
  const lines = [trial({}, finished({})), trial({ defence: 'sandwich' }, finished({}))];
  expect(markdown(lines)).toMatch(/\| sandwich \| not measurable with this reader \|/);
  const real = lines.map(({ spec }) => trial({ ...spec, model: 'gpt-4o' }, finished({})));
  expect(markdown(real)).toMatch(/\| sandwich \| 100\.0%/);
});

test('an empty ledger gives no table', () => {
  expect(reportMarkdown([])).toBe('No trials.\n');
});

test('ledgers of two versions have tables of their own, in any order, and repeats are told', () => {
  const versions = { ...sweepLine.versions, code: 'beef' };
  const older = [{ ...sweepLine, versions }, trial({ task: 'a' }, erred('gone'), versions)];
  const newer = ledger([trial({ task: 'a' }, finished({}))]);
  const sides = [older, newer].map((lines, at) => ({ name: `${at}`, lines }));
  const text = reportMarkdown(sides);
  expect(text).toBe(reportMarkdown(sides.toReversed()));
  expect(text).toContain('| 0.0%, 1 error (0/1');
  expect(text).toContain('| 100.0% (1/1');
  expect(reportMarkdown([...sides, { name: 'again', lines: newer }])).toContain('1 lines of older');
});

function markdown(trials: readonly TrialLine[]): string {
  return reportMarkdown([{ name: 'garden.jsonl', lines: ledger(trials) }]);
}

test.each([
  ['a | b', String.raw`a \| b`],
  ['<script>', String.raw`\<script\>`],
  ['a\n| b', String.raw`a \| b`],
  ['[x](y)', String.raw`\[x\](y)`],
  ['`*_~', '\\`\\*\\_\\~'],
])('%j is text', (text, written) => {
  expect(markdownText(text)).toBe(written);
});
