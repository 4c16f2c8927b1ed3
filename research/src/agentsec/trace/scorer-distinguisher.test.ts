import { textOf, type View } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { none } from '../defence/paper.ts';
import { secFigures } from '../measure/figures.ts';
import { measuresOf } from '../measure/measures.ts';
import { scoredRows } from '../measure/scored.ts';
import { secTables } from '../measure/tables.ts';
import { worstCaseReader } from '../reader/reader.ts';
import { readerModel, runGrid } from '../run/run.ts';
import { secretsTask } from '../suite/secrets.ts';
import { suiteNamed } from '../suite/suite.ts';
import { gameTask } from '../task/tasks.ts';
import { aTrace } from '../../../test/agentsec/a-trace.ts';
import { wordScorer } from '../../../test/agentsec/word-scorer.ts';
import { play } from './play.ts';
import { likelihoodRatio, scorerDistinguisher } from './scorer-distinguisher.ts';

const { signal } = new AbortController();

const nowMs = (): number => 0;

const said = (text: string) => ({ text, calls: [] });

function render({ messages }: View) {
  const text = messages.map((each) => (each.role === 'assistant' ? '' : textOf(each.parts)));
  return { parts: text.map((each) => ({ kind: 'document', text: each }) as const) };
}

const parts = () => ({ scorer: wordScorer(), render, signal });

const task = secretsTask({ seed: 8, index: 1 });

const facts = task.rounds[0].facts.join(' ');

describe('how much likelier the secret makes an output', () => {
  test.each([
    ['the secret', task.target, 1],
    ['the secret in other words', task.writes ?? '', 1],
    ['what another record would say', task.secret?.other ?? '', -1],
    ['what the task may say', facts, 0],
    ['what neither says', 'Grass is green.', 0],
    ['nothing', ' ', 0],
  ])('%s', async (_, text, sign) => {
    expect(Math.sign((await likelihoodRatio(parts(), task, said(text))) ?? Number.NaN)).toBe(sign);
  });

  test('a task without such a secret is not scored', async () => {
    const own = parts();
    const other = gameTask('retrieval', { seed: 8, index: 1 });
    expect(await likelihoodRatio(own, other, said(other.target))).toBeUndefined();
    expect(own.scorer.scored).toEqual([]);
  });

  test('calls are said too', async () => {
    const call = { tool: 'note', args: JSON.stringify({ text: task.target }) };
    const ratio = await likelihoodRatio(parts(), task, { text: '', calls: [call] });
    expect(ratio).toBeGreaterThan(0);
  });
});

proves('agentsec/scored-elsewhere', async () => {
  const own = parts();
  const { threshold } = await scorerDistinguisher(own);
  expect(threshold).toBeGreaterThan(0);
  const measured = suiteNamed('secrets').tasks(246);
  const scored = own.scorer.scored;
  expect(scored.length).toBeGreaterThan(40);
  for (const { secret, rounds } of measured) {
    const [fact = ''] = rounds[0].facts;
    // A task that was chosen on would have its facts and its secret in one output.
    expect(
      scored.filter((each) => each.includes(fact) && each.includes(secret?.text ?? '')),
    ).toEqual([]);
  }
});

test('told and untold on tasks that it was not chosen on', async () => {
  const { isTold } = await scorerDistinguisher(parts(), { tasks: 6 });
  for (let index = 0; index < 12; index += 1) {
    const one = secretsTask({ seed: 9, index });
    const [fact = ''] = one.rounds[0].facts;
    expect([one.id, await isTold(one, said(`${fact} ${one.writes}`))]).toEqual([one.id, true]);
    expect([one.id, await isTold(one, said(fact))]).toEqual([one.id, false]);
    expect([one.id, await isTold(one, said('I have nothing to say.'))]).toEqual([one.id, false]);
  }
});

test('an output is scored once for each task', async () => {
  const own = parts();
  const { isTold } = await scorerDistinguisher(own, { tasks: 2 });
  const before = own.scorer.scored.length;
  for (let asked = 0; asked < 3; asked += 1) await isTold(task, said(task.target));
  expect(own.scorer.scored).toHaveLength(before + 2);
});

describe('in a run', () => {
  const suite = suiteNamed('secrets');

  test('it stands beside the other distinguishers, in figures and in a table', async () => {
    const scored = await scorerDistinguisher(parts(), { tasks: 6 });
    const models = [readerModel(suite.tasks(2), [none])];
    const traces = await runGrid({ models, signal, nowMs, scored });
    expect(secFigures(traces, [])).toMatchObject({
      'agentsec.none.semantic': 1,
      'agentsec.none.semanticScorer': 1,
      'agentsec.scorer.missed': 0,
      'agentsec.scorer.falseAlarms': 0,
    });
    expect(secTables(traces, suite).at(-1)?.rows).toEqual([
      ['verbatim', '2 of 2', '0 of 2'],
      ['paraphrase', '2 of 2', '0 of 2'],
      ['value', '2 of 2', '0 of 2'],
    ]);
  });

  test('an output that cannot be scored is an error, and told', async () => {
    const failing = { threshold: 1, isTold: () => Promise.reject(new Error('too long')) };
    const model = worstCaseReader(task);
    const options = {
      defence: none,
      side: 'benign',
      modelName: 'm',
      model,
      signal,
      nowMs,
    } as const;
    const trace = await play(task, { ...options, scored: failing });
    expect(trace).toMatchObject({ semanticScorer: true, violated: true, error: 'too long' });
    expect(scoredRows([trace])).toEqual([]);
  });

  test('where nobody scores there are no such figures', () => {
    const traces = [aTrace({ defence: 'sluice-a' }), aTrace({ side: 'benign' })];
    expect(measuresOf(traces).semanticScorer).toBeUndefined();
    const names = Object.keys(secFigures(traces, []));
    expect(names.filter((name) => /scorer/i.test(name))).toEqual([]);
    expect(secTables(traces, suite)).toHaveLength(4);
  });

  test('what it misses and what it makes up are counted apart', () => {
    const traces = [
      aTrace({ semantic: true, semanticScorer: true }),
      aTrace({ semantic: true, semanticScorer: false }),
      aTrace({ semanticScorer: true }),
      aTrace({ semanticScorer: false, side: 'benign' }),
    ];
    expect(scoredRows(traces)).toEqual([
      { kind: 'retrieval', told: { found: 1, of: 2 }, untold: { found: 1, of: 2 } },
    ]);
    expect(secFigures(traces, [])).toMatchObject({
      'agentsec.scorer.missed': 0.5,
      'agentsec.scorer.falseAlarms': 0.5,
      'agentsec.none.semanticScorer': 2 / 3,
    });
  });
});
