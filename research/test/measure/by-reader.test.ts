import { describe, expect, test } from 'vitest';
import { readersTables } from '../../src/command/agentdojo/readers-tables.ts';
import { costTable } from '../../src/command/agentdojo/cost-table.ts';
import { controlsOf } from '../../src/measure/controls.ts';
import { figuresByReader } from '../../src/measure/figures-by-reader.ts';
import { rowsOf } from '../../src/measure/rows.ts';
import { spreadOf } from '../../src/measure/spread.ts';
import type { TrialLine, TrialSpec } from '../../src/trial/trial.ts';
import { finished, trial } from '../report/small-ledger.ts';

function done(utility: boolean, own: Partial<TrialSpec>): TrialLine {
  return trial(own, finished({ utility }));
}

/** Two tasks, of which a noisy reader does as many as said, for each seed. */
function noisy(counts: readonly number[], defence = 'none'): readonly TrialLine[] {
  return counts.flatMap((count, nth) =>
    ['task_0', 'task_1'].map((task, at) =>
      done(at < count, { model: 'reader:noisy', seed: nth + 1, task, defence }),
    ),
  );
}

const several = [
  done(true, { model: 'reader:lax' }),
  done(false, { model: 'reader:selecting' }),
  ...noisy([2, 1, 0]),
];

describe('figures of several readers', () => {
  test('bare names are the lax one’s, the others’ end with their reader', () => {
    expect(figuresByReader(several)).toMatchObject({
      'garden.none.utility': 1,
      'garden.none.utility.selecting': 0,
      'garden.none.utility.noisy': 0.5,
      'garden.none.utility.noisy.sd': 0.5,
      'garden.none.trials.noisy': 6,
    });
    const alone = figuresByReader([done(false, { model: 'reader:strict' })]);
    expect(alone['garden.none.utility.strict']).toBe(0);
    expect(alone).not.toHaveProperty(['garden.none.utility']);
  });

  test('a real model’s have no reader’s name', () => {
    const real = figuresByReader([done(true, { model: 'gpt-4o' })]);
    expect(real['garden.none.utility']).toBe(1);
  });

  test('the interval is over tasks, not over seeds of one task', () => {
    const alike = noisy([1, 1, 1, 1, 1, 1, 1, 1]);
    expect(spreadOf(alike, 'utility')).toMatchObject({ mean: 0.5, sd: 0, low: 0, high: 1 });
  });

  test('a defence that a reader cannot understand has no figures, and its row says why', () => {
    const lines = [done(true, {}), done(true, { defence: 'spotlighting' })];
    const names = Object.keys(figuresByReader(lines));
    expect(names.filter((name) => name.includes('spotlighting'))).toEqual([]);
    const [table] = readersTables(lines);
    expect(table?.rows).toEqual([
      ['none', '1/1'],
      ['spotlighting', 'not measurable with this reader'],
    ]);
    const real = lines.map((line) => ({ ...line, spec: { ...line.spec, model: 'gpt-4o' } }));
    expect(figuresByReader(real)['garden.spotlighting.utility']).toBe(1);
    expect(readersTables(real)[0]?.rows[1]).toEqual(['spotlighting', '1/1']);
  });
});

test('tables have the headline’s reader first, and what costs no thought above', () => {
  const lines = [done(true, { defence: 'lineage' }), ...several];
  const [table] = readersTables(lines);
  expect(table).toMatchObject({ title: 'utility' });
  expect(table?.head.slice(0, 3)).toEqual(['', 'reader:selecting', 'reader:lax']);
  expect(table?.head[3]).toContain('sd of 3 seeds');
  expect(table?.rows).toEqual([
    ['none', '0/1', '1/1', '1.0 ± 1.0/2 [0.7, 1.3]'],
    ['lineage', '–', '1/1', '–'],
  ]);
});

test.each<[string, readonly number[], string]>([
  ['fails at some tasks', [2, 1], 'holds'],
  ['fails at none: there is no noise', [2, 2], 'fails'],
  ['fails at most: there is nothing but noise', [1, 0], 'fails'],
])('a noisy reader without a defence %s', (_, counts, status) => {
  const pinned = { uncounted: () => undefined, isVacuous: () => false };
  const controls = controlsOf(noisy(counts), { pinned, guarded: [] });
  expect(controls.find(({ name }) => name === 'undefended-noisy')?.status).toBe(status);
  expect(controls.map(({ name }) => name)).not.toContain('undefended-benign');
});

test('the cost of a task of banking stands beside the paper’s, or why it is missing', () => {
  const cost = { modelCalls: 1, steps: 1, inputTokens: 100, outputTokens: 0, ms: 10 };
  const of = (defence: string, inputTokens: number): TrialLine =>
    trial({ suite: 'banking', defence }, { ...finished({}), cost: { ...cost, inputTokens } });
  const lines = [of('none', 100), of('attention(threshold=.5)', 250)];
  const [table] = costTable(rowsOf(lines));
  expect(table?.rows.map(([name, , , , times, , paper]) => [name, times, paper])).toEqual([
    ['none', '1.00', '1.00'],
    ['attention(threshold=.5)', '2.50', '1.87'],
    ['tool-filter', expect.stringContaining('not measurable'), '0.59'],
    ['judge', expect.stringContaining('not run here'), '2.15'],
    ['pi-detector', expect.stringContaining('none is shipped'), '–'],
  ]);
  expect(costTable(rowsOf([done(true, {})]))).toEqual([]);
});
