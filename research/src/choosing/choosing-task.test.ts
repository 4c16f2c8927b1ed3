import { SluiceError, type Propagator } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { runTask, type RunTaskOptions } from '../task/task.ts';
import { keptAnswers } from './ask/answer.ts';
import type { KnownCall } from './call/known-call.ts';
import { choosingTask, type ChoosingOptions } from './choosing-task.ts';
import { screenersFigures, type ScreenersReport } from './figures/screeners-report.ts';
import { madeCall } from '../../test/choosing/made-call.ts';
import { WorkCount } from './ask/ask-all.ts';

/** One that reads with a model, and names the second note. */
function reading(work: WorkCount, onAsked: () => void = () => {}): Propagator {
  return {
    name: 'attention',
    needs: 'draft',
    relevant: async () => {
      onAsked();
      work.add({ tokens: 30 });
      return { kind: 'regions', regions: ['m5.0'], evidence: [], unsourced: [] };
    },
  };
}

const failing: Propagator = {
  name: 'knn-lm',
  needs: 'nothing',
  relevant: () => {
    throw new Error('no room');
  },
};

type More = Partial<ChoosingOptions & RunTaskOptions<KnownCall>>;

function measured(names: readonly string[], more: More = {}): Promise<ScreenersReport> {
  const work = new WorkCount();
  let clock = 0;
  const { signal = new AbortController().signal, onSolved = () => {}, ...others } = more;
  const task = choosingTask(calls, {
    names,
    truth: 'own',
    opened: { attention: () => reading(work), 'knn-lm': () => failing },
    work,
    ledger: keptAnswers(),
    versions: {},
    seconds: () => (clock += 2),
    ...others,
  });
  return runTask(task, { signal, onSolved });
}

const sources = [[['m3.0']], [['m5.0']]];
const calls = [
  madeCall(sources, { id: 'a#1', task: 'one' }),
  madeCall([], { id: 'b#1', task: 'two' }),
];

async function figuresWith(
  names: readonly string[],
  more?: More,
): Promise<Readonly<Record<string, number>>> {
  return screenersFigures(await measured(names, more));
}

proves('choosing/same-calls', async () => {
  const figures = await figuresWith(['naive', 'knn-lm', 'lineage']);
  expect(figures).toMatchObject({
    'screeners.calls': 2,
    'screeners.tasks': 2,
    'screeners.sources': 2,
    'screeners.naive.failedClosed': 0,
    'screeners.knn-lm.failedClosed': 1,
    'screeners.lineage.failedClosed': 0,
  });
  for (const name of ['recall', 'fpr', 'exactLabel', 'asked', 'complete']) {
    const value = figures[`screeners.naive.${name}`];
    expect(value, name).toBeDefined();
    expect(figures[`screeners.knn-lm.${name}`], name).toBe(value);
  }
});

test('a union names what its parts name, costs their sum, and asks none of them twice', async () => {
  const figures = await figuresWith(['attention', 'lineage+attention']);
  expect(figures['screeners.attention.recall']).toBe(0.5);
  expect(figures['screeners.lineage+attention.recall']).toBe(1);
  const work = new WorkCount();
  const asked: string[] = [];
  const counting = { attention: () => reading(work, () => asked.push('attention')) };
  const again = await figuresWith(['attention', 'lineage+attention'], { work, opened: counting });
  // The two calls read the same, so that one answer serves both.
  expect(asked).toHaveLength(1);
  expect(again['screeners.attention.modelCalls']).toBe(1);
  expect(again['screeners.lineage+attention.modelCalls']).toBe(1);
  expect(again['screeners.attention.tokens']).toBe(30);
  expect(again['screeners.attention.seconds']).toBe(2);
  expect(again['screeners.lineage+attention.seconds']).toBe(4);
});

test('what remembers a run is asked at the step before, which is not counted', async () => {
  const work = new WorkCount();
  const asked: [run: string | undefined, messages: number][] = [];
  const forgotten: string[] = [];
  const remembering: Propagator = {
    name: 'knn-lm',
    needs: 'draft',
    forget: (run) => Promise.resolve(void forgotten.push(run)),
    relevant: ({ run, history }) => {
      asked.push([run, history.messages.length]);
      work.add({ tokens: 10 });
      return { kind: 'all', because: 'naive' };
    },
  };
  const figures = await figuresWith(['knn-lm'], { work, opened: { 'knn-lm': () => remembering } });
  const whole = calls[0]?.history.messages.length ?? 0;
  // The two calls read the same, so that one answer serves both: the last call, then this one.
  expect(asked).toEqual([
    ['a#1', whole - 2],
    ['a#1', whole],
  ]);
  expect(forgotten).toEqual(['a#1']);
  expect(figures['screeners.knn-lm.modelCalls']).toBe(1);
  expect(figures['screeners.knn-lm.tokens']).toBe(10);
});

describe('names', () => {
  test.each(['attentive', 'minimal-labels', 'multi-execution', 'lineage+'])(
    '`%s` is refused, with what to type',
    async (name) => {
      const running = measured([name]);
      await expect(running).rejects.toMatchObject({ code: 'propagator-invalid' });
      await expect(running).rejects.toBeInstanceOf(SluiceError);
    },
  );

  test('may have options, of the core’s too', async () => {
    const names = ['lineage', 'lineage(everything)'];
    const figures = await figuresWith(names);
    expect(figures['screeners.lineage(everything).fpr']).toBeDefined();
    await expect(figuresWith(['lineage(nothing)'])).rejects.toMatchObject({
      code: 'propagator-invalid',
    });
  });

  test('with options are others', async () => {
    const figures = await figuresWith(['attention(threshold=0.2)']);
    expect(figures['screeners.attention(threshold=0.2).recall']).toBe(0.5);
  });
});

test('where it is stopped, nothing is judged', async () => {
  const stop = new AbortController();
  stop.abort(new Error('stopped'));
  const running = measured(['attention'], { signal: stop.signal });
  await expect(running).rejects.toThrow('stopped');
});

test('it tells how far it is', async () => {
  const told: string[] = [];
  await figuresWith(['naive'], { onSolved: ({ done, all }) => void told.push(`${done}/${all}`) });
  expect(told).toEqual(['1/2', '2/2']);
});
