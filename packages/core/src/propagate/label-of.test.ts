import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  fields,
  historyOf,
  result,
  secret,
  space,
  top,
  trusted,
  turn,
  untrusted,
} from '../../test/propagate/histories.ts';
import { labelOfHistory, regionsOf } from '../history/regions.ts';
import { labelSpace } from '../label/space.ts';
import { chain } from '../label/dimension/chain.ts';
import { proves } from '../testing/proves.ts';
import { labelOf } from './label-of.ts';
import type { Relevance } from './propagator.ts';

const history = historyOf(
  turn('user', 'Pay Bob.'),
  result('pay Eve', untrusted),
  fields([
    ['Bob', trusted],
    [12, secret],
  ]),
  fields([['of strangers', untrusted]], untrusted),
);

function of(...regions: readonly string[]): Relevance {
  return { kind: 'regions', regions, evidence: [], unsourced: [] };
}

test.each([
  ['nothing', of(), trusted],
  ['the task', of('m0.0'), trusted],
  ['a result', of('m1.0'), untrusted],
  ['one field of several', of('m2.0.0'), trusted],
  ['two dimensions', of('m1.0', 'm2.0.1'), top],
  ['a field of a list that strangers lengthen', of('m3.0.0'), untrusted],
  ['the bare shape of that list', of('m3'), untrusted],
  ['a declaration', of('t0'), trusted],
  ['a region that does not exist', of('m7.0'), top],
  ['everything', { kind: 'all', because: 'naive' }, top],
  ['a label', { kind: 'label', label: secret }, secret],
] as const)('the label of %s', (_, relevance, label) => {
  expect(labelOf(space, history, relevance)).toBe(label);
});

test('a label of another space counts as everything', () => {
  const label = labelSpace({ integrity: chain(['trusted', 'untrusted']) }).bottom;
  expect(labelOf(space, history, { kind: 'label', label })).toBe(top);
});

proves('propagate/label-of-relevant', () => {
  const entries = regionsOf(history);
  fc.assert(
    fc.property(fc.subarray([...entries]), fc.subarray([...entries]), (some, others) => {
      const label = labelOf(space, history, of(...some.map(({ id }) => id)));
      for (const entry of some) expect(space.flowsTo(entry.label, label)).toBe(true);
      expect(space.flowsTo(label, labelOfHistory(space, history))).toBe(true);
      const more = labelOf(space, history, of(...[...some, ...others].map(({ id }) => id)));
      expect(space.flowsTo(label, more)).toBe(true);
    }),
  );
});
