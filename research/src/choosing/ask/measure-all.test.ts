import { SluiceError, type Propagator } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { screenersFigures, screenersReport } from '../figures/screeners-report.ts';
import { madeCall } from '../testing/made-call.ts';
import { AnswerLedger } from './answer-ledger.ts';
import { WorkCount } from './ask-all.ts';
import { measureAll, type MeasureOptions } from './measure-all.ts';

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

function options(names: readonly string[], more: Partial<MeasureOptions> = {}): MeasureOptions {
  const work = new WorkCount();
  let clock = 0;
  return {
    names,
    opened: { attention: () => reading(work), 'knn-lm': () => failing },
    work,
    ledger: new AnswerLedger(),
    versions: {},
    seconds: () => (clock += 2),
    signal: new AbortController().signal,
    onCall: () => {},
    ...more,
  };
}

const sources = [[['m3.0']], [['m5.0']]];
const calls = [
  madeCall(sources, { id: 'a#1', task: 'one' }),
  madeCall([], { id: 'b#1', task: 'two' }),
];

async function figuresWith(
  names: readonly string[],
  more?: Partial<MeasureOptions>,
): Promise<Readonly<Record<string, number>>> {
  const verdicts = await measureAll(calls, options(names, more));
  return screenersFigures(screenersReport('own', calls, verdicts));
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

describe('names', () => {
  test.each(['attentive', 'minimal-labels', 'multi-execution', 'lineage+'])(
    '`%s` is refused, with what to type',
    async (name) => {
      const measured = measureAll(calls, options([name]));
      await expect(measured).rejects.toMatchObject({ code: 'propagator-invalid' });
      await expect(measured).rejects.toBeInstanceOf(SluiceError);
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
  const measured = measureAll(calls, options(['attention'], { signal: stop.signal }));
  await expect(measured).rejects.toThrow('stopped');
});

test('it tells how far it is', async () => {
  const told: string[] = [];
  await figuresWith(['naive'], { onCall: ({ done, all }) => told.push(`${done}/${all}`) });
  expect(told).toEqual(['1/2', '2/2']);
});
