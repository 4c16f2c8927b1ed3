import { loadPolicy } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { leastLabels } from './hand-calls.ts';

const policy = await loadPolicy(
  `version: 1
lattice: { from: { powerset: [a, b, c] } }
onViolation: ask
answer: { ceiling: top }
tools: {}
`,
  { file: 'sources.yaml' },
);

const { space } = policy;

const regions = ['a', 'b', 'c', 'b, c'].map((names) => ({
  id: names.replace(', ', ''),
  label: space.parse(`from{${names}}`),
}));

describe('the least labels', () => {
  test.each<[string, readonly string[], readonly string[]]>([
    ['of nothing', [], ['from{}']],
    ['of one source', ['a'], ['from{a}']],
    ['of what is needed together', ['a+b'], ['from{a, b}']],
    ['of two alternatives', ['a|b'], ['from{a}', 'from{b}']],
    ['of an alternative that costs more', ['b|bc'], ['from{b}']],
    ['of alternatives that are needed anyway', ['a|b', 'b'], ['from{b}']],
    ['of two sources', ['a|b', 'b|c'], ['from{b}', 'from{a, c}']],
    ['of a region that is not there', ['x'], ['from{*}']],
  ])('%s', (_, sources, expected) => {
    const known = sources.map((each) => ({
      alternatives: each.split('|').map((ids) => new Set(ids.split('+'))),
    }));
    const found = leastLabels(space, { floor: space.bottom, sources: known, regions });
    expect(found.map(({ text }) => text).toSorted()).toEqual(expected.toSorted());
  });
});
