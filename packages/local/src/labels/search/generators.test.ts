import { chain, type Label, labelSpace, type LabelSpace, powerset } from '@sluice/core';
import { expect, test } from 'vitest';
import { childrenIn, joinsMax } from './descend.ts';
import { generatorsOf } from './generators.ts';

const sources = labelSpace({ sources: powerset('sources') });

const product = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  sources: powerset('sources'),
});

const levels = labelSpace({ level: chain(['l0', 'l1', 'l2', 'l3']) });

interface Case {
  readonly space: LabelSpace;
  readonly labels: readonly string[];
  readonly generators: readonly string[];
  readonly arePrime: boolean;
  readonly floor?: string;
}

const cases: readonly (readonly [string, Case])[] = [
  ['none', { space: sources, labels: [], generators: [], arePrime: true }],
  ['the floor alone', { space: levels, labels: ['l0'], generators: [], arePrime: true }],
  [
    'a chain, in any order and with repeats',
    {
      space: levels,
      labels: ['l3', 'l1', 'l3'],
      generators: ['l1', 'l3'],
      arePrime: true,
    },
  ],
  [
    'what lies below the floor',
    { space: levels, labels: ['l1', 'l3'], generators: ['l3'], arePrime: true, floor: 'l2' },
  ],
  [
    'single sources',
    {
      space: sources,
      labels: ['sources{a}', 'sources{b}'],
      generators: ['sources{a}', 'sources{b}'],
      arePrime: true,
    },
  ],
  [
    'a join of others',
    {
      space: sources,
      labels: ['sources{a, b}', 'sources{a}', 'sources{b}'],
      generators: ['sources{a}', 'sources{b}'],
      arePrime: true,
    },
  ],
  [
    'three of which each lies under the join of the others',
    {
      space: sources,
      labels: ['sources{a, b}', 'sources{b, c}', 'sources{a, c}'],
      generators: ['sources{a, b}', 'sources{b, c}', 'sources{a, c}'],
      arePrime: false,
    },
  ],
  [
    'sources that are trusted or not',
    {
      space: product,
      labels: ['trusted & sources{a}', 'untrusted & sources{b}', 'untrusted & sources{}'],
      generators: ['trusted & sources{a}', 'untrusted & sources{}', 'untrusted & sources{b}'],
      arePrime: true,
    },
  ],
];

test.each(cases)('the generators of %s', (_, { space, labels, floor, ...expected }) => {
  const generators = generatorsOf({
    space,
    labels: labels.map((text) => space.parse(text)),
    floor: floor === undefined ? space.bottom : space.parse(floor),
  });
  expect(generators.all.map(String)).toEqual(expected.generators);
  expect(generators.arePrime).toBe(expected.arePrime);
});

/** By the definition: the maximal joins strictly below. */
function maximalBelow(space: LabelSpace, joins: readonly Label[], label: Label): readonly Label[] {
  const below = joins.filter((join) => join !== label && space.flowsTo(join, label));
  return below.filter((join) => !below.some((b) => b !== join && space.flowsTo(join, b)));
}

test.each(cases)('children among the joins of %s', (_, { space, labels, floor }) => {
  const search = {
    space,
    labels: labels.map((text) => space.parse(text)),
    floor: floor === undefined ? space.bottom : space.parse(floor),
  };
  const joins = new Set([search.floor]);
  for (const label of search.labels) for (const join of joins) joins.add(space.join(join, label));
  const childrenOf = childrenIn(search);
  for (const join of joins) {
    expect(new Set(childrenOf(join))).toEqual(new Set(maximalBelow(space, [...joins], join)));
  }
});

test('more joins than can be enumerated are refused, in a lattice that needs it', () => {
  // Each pair overlaps with others: no pair is prime, and there are as many joins as sets.
  const names = Array.from({ length: 12 }, (_, at) => `s${at}`);
  const pairs = names.flatMap((a) => names.map((b) => `sources{${a}, ${b}}`));
  const labels = pairs.map((text) => sources.parse(text)).filter((label) => / /.test(label.text));
  const search = { space: sources, labels, floor: sources.bottom };
  expect(() => childrenIn(search)).toThrow(
    expect.objectContaining({
      code: 'limit-exceeded',
      problem: `a context has more than ${joinsMax} joins of labels`,
    }),
  );
});
