import { describe, expect, test } from 'vitest';
import { suiteResultSchema } from '../../report/suite-result.ts';
import { runTask } from '../../task/task.ts';
import { keptAnswers } from '../ask/answer.ts';
import { WorkCount } from '../ask/ask-all.ts';
import { choosingTask } from '../choosing-task.ts';
import { madeCall } from '../../../test/choosing/made-call.ts';
import { screenersHtml } from './screeners-page.ts';
import { screenersCells, screenersHeads, screenersResult } from './screeners-result.ts';

const nothing = { kind: 'regions', regions: [], evidence: [], unsourced: [] } as const;

const hostile = 'attention(screener=</script>)';

const calls = [madeCall([[['m3.0']]])];

const task = choosingTask(calls, {
  names: ['naive', 'redact-all', 'lineage', hostile],
  truth: 'hand',
  opened: { attention: () => ({ name: 'none', needs: 'nothing', relevant: () => nothing }) },
  work: new WorkCount(),
  ledger: keptAnswers(),
  versions: {},
  seconds: () => 0,
});

const report = await runTask(task, { signal: new AbortController().signal });

describe('the table', () => {
  test('has a cell below each head', () => {
    for (const worth of report.worths) {
      expect(screenersCells(worth)).toHaveLength(screenersHeads.length);
    }
    expect(report.worths.map(screenersCells)[0]?.[1]).toBe('1.00 (1.00-1.00)');
  });
});

test('as a result of a suite it is whole', () => {
  const found = screenersResult(report);
  const measured = { command: 'sluice', slice: 'whole', atMs: 0, seconds: 1 };
  const whole = { ...found, ...measured, versions: { code: 'x' } };
  expect(suiteResultSchema.parse(whole).tables[0]?.rows).toHaveLength(4);
});

describe('the page', () => {
  const html = screenersHtml(report);

  test('holds both charts for both schemes, and the figures as data', () => {
    expect(html.match(/data:image\/svg/g)).toHaveLength(4);
    const [, data = ''] =
      /<script type="application\/json" id="data">(.*)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(data)).toMatchObject({ 'screeners.naive.recall': 1 });
  });

  test('asks nobody for anything, and no name becomes markup', () => {
    expect(html).not.toMatch(/\b(?:src|href)="(?!data:)/);
    expect(html).not.toContain('screener=</script>');
  });
});
