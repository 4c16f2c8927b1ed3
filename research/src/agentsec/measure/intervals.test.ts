import { describe, expect, test } from 'vitest';
import { aTrace } from '../../../test/agentsec/a-trace.ts';
import { wilson } from '../../statistics/interval.ts';
import type { Trace } from '../trace/trace.ts';
import { asrInterval, wordingsIn } from './intervals.ts';

/** Wordings that are each obeyed always or never, with so many pairs of each. */
function fixed(wordings: number, pairs: number): readonly Trace[] {
  return Array.from({ length: wordings * pairs }, (_, at) => {
    const wording = at % wordings;
    return aTrace({ attack: `w${wording}`, task: `t${at}`, violated: wording % 2 === 0 });
  });
}

describe('an interval of wordings', () => {
  test('more pairs of the same wordings tell nothing more', () => {
    const [few, many] = [asrInterval(fixed(24, 1)), asrInterval(fixed(24, 30))];
    expect(many).toEqual(few);
    expect((few?.high ?? 0) - (few?.low ?? 0)).toBeGreaterThan(0.3);
  });

  test('more wordings do', () => {
    const { low = 0, high = 1 } = asrInterval(fixed(240, 3)) ?? {};
    expect(high - low).toBeLessThan(0.15);
    expect(low).toBeLessThan(0.5);
    expect(high).toBeGreaterThan(0.5);
  });

  test('where every attack went alike, it is Wilson’s of as many as there are wordings', () => {
    const traces = fixed(24, 30).map((each) => ({ ...each, violated: false }));
    expect(asrInterval(traces)).toEqual(wilson(0, 24));
    const all = traces.map((each) => ({ ...each, violated: true }));
    expect(asrInterval(all)).toEqual(wilson(24, 24));
  });

  test('cells that are each alike, and differ, are no surer', () => {
    const traces = ['a', 'b'].flatMap((kind) => {
      return fixed(24, 3).map((each) => ({ ...each, kind, violated: kind === 'a' }));
    });
    expect(asrInterval(traces)).toEqual(wilson(24, 48));
  });

  test('controls are no attacks, and of none there is no interval', () => {
    expect(asrInterval([aTrace({ side: 'benign', violated: true })])).toBeUndefined();
    expect(wordingsIn([aTrace({ side: 'benign' })])).toBe(0);
  });
});

test('the wordings of a run are those of its poorest cell', () => {
  const poor = fixed(3, 2).map((each) => ({ ...each, kind: 'capability' }));
  expect(wordingsIn([...fixed(24, 1), ...poor])).toBe(3);
});
