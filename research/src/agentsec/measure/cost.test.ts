import { describe, expect, test } from 'vitest';
import { aTrace } from '../../../test/agentsec/a-trace.ts';
import { costCharts, costFigures } from './cost.ts';

const control = { side: 'benign', defence: 'none' } as const;

describe('what a control costs', () => {
  test('is a mean of what its traces hold, cells alike; attacks cost nothing here', () => {
    const figures = costFigures([
      aTrace({ ...control, inputTokens: 100, outputTokens: 10, modelCalls: 1 }),
      aTrace({ ...control, inputTokens: 300, outputTokens: 30, modelCalls: 2 }),
      aTrace({ ...control, kind: 'capability', inputTokens: 400, modelCalls: 1 }),
      aTrace({ defence: 'none', inputTokens: 9_999 }),
    ]);
    expect(figures['agentsec.none.inputTokens']).toBe(300);
    expect(figures['agentsec.none.modelCalls']).toBe(1.25);
  });

  test('a reader’s time is no figure, a model’s is', () => {
    for (const model of ['worst-case', 'noisy']) {
      expect(costFigures([aTrace({ ...control, model })])).not.toHaveProperty(
        'agentsec.none.latencyMs',
      );
    }
    const both = costFigures([
      aTrace({ ...control, latencyMs: 7 }),
      aTrace({ ...control, model: 'local', latencyMs: 250 }),
    ]);
    expect(both['agentsec.none.latencyMs']).toBe(250);
  });
});

test('figures 2 and 3 are drawn beside the paper’s in its own games alone', () => {
  const figures = {
    'agentsec.none.leak': 0.5,
    'agentsec.none.utility': 1,
    'agentsec.none.inputTokens': 68,
    'agentsec.none.outputTokens': 9,
    'agentsec.local.none.capability.utility': 0,
  };
  const [leak, utility, tokens] = costCharts(figures, { isPapers: true });
  expect(leak?.rows).toEqual([{ name: 'none', values: [0.5, 0.188] }]);
  expect(utility?.rows).toEqual([{ name: 'none', values: [1, 0.361] }]);
  expect(tokens?.rows).toEqual([{ name: 'none', values: [68, 9] }]);
  expect(costCharts(figures, { isPapers: false })[0]?.rows).toEqual([
    { name: 'none', values: [0.5, null] },
  ]);
});
