import { chain, labelSpace, powerset, type Label, type LabelSpace } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bruteForce, documentLabels, searchOf } from '../../testing/losses.ts';
import { proves } from '../../testing/proves.ts';
import { childrenIn, descendMinimal } from './descend.ts';
import { enumerateMinimal } from './enumerate.ts';
import { generatorsOf } from './generators.ts';
import { aloneImportance, noImportance, type Importance } from './importance.ts';
import { descendedLabelsMax, searchMinimal } from './shipped.ts';
import { fullLabel, minimalOnly, type Search } from './search.ts';

interface Setting {
  readonly space: LabelSpace;
  readonly labels: readonly Label[];
  readonly floor: Label;
  readonly lambda: number;
  readonly lossOf: (label: Label) => number;
}

const twoByThree = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  time: chain(['today', 'week', 'month']),
});
const sources = labelSpace({ sources: powerset('sources') });

/** Labels of documents in lattices of every kind, flat, total, and not distributive. */
const present: fc.Arbitrary<Pick<Setting, 'space' | 'labels'>> = fc.oneof(
  fc.integer({ min: 0, max: 8 }).map((count) => documentLabels(count)),
  someOf(twoByThree, {
    integrity: ['trusted', 'untrusted'],
    time: ['today', 'week', 'month'],
  }),
  fc.array(fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 }), { maxLength: 6 }).map((sets) => ({
    space: sources,
    labels: sets.map((names) => sources.parse(`sources{${names.join(', ')}}`)),
  })),
);

function someOf(
  space: LabelSpace,
  values: Readonly<Record<string, readonly string[]>>,
): fc.Arbitrary<Pick<Setting, 'space' | 'labels'>> {
  const label = fc
    .tuple(...Object.values(values).map((each) => fc.constantFrom(...each)))
    .map((texts) => space.parse(texts.join(' & ')));
  return fc.array(label, { maxLength: 6 }).map((labels) => ({ space, labels }));
}

/**
 * The loss of a completion with several facts: for each fact whose documents are all hidden, what
 * it costs; and a little for each hidden document. Monotone: more documents never serve worse.
 */
const monotone: fc.Arbitrary<Setting> = present.chain(({ space, labels }) =>
  fc
    .record({
      facts: fc.array(
        fc.record({ cost: fc.integer({ min: 1, max: 9 }), sources: fc.subarray([...labels]) }),
        { maxLength: 4 },
      ),
      each: fc.constantFrom(0, 0, 0.25, 1),
      floor: fc.constantFrom(space.bottom, space.bottom, ...labels.slice(0, 1)),
      lambda: fc.integer({ min: 0, max: 12 }),
    })
    .map(({ facts, each, ...rest }) => {
      const lossOf = (at: Label): number => {
        const isShown = (label: Label): boolean => space.flowsTo(label, at);
        const lost = facts.filter((fact) => !fact.sources.some(isShown));
        const hidden = labels.filter((label) => !isShown(label));
        return lost.reduce((sum, { cost }) => sum + cost, each * hidden.length);
      };
      return { space, labels, lossOf, ...rest };
    }),
);

/** Any loss whatever for each label. */
const unruly: fc.Arbitrary<Setting> = fc
  .tuple(present, fc.infiniteStream(fc.integer({ min: 0, max: 3 })))
  .map(([{ space, labels }, losses]) => {
    const known = new Map<Label, number>();
    const lossOf = (label: Label): number => {
      const loss = known.get(label) ?? losses.next().value ?? 0;
      known.set(label, loss);
      return loss;
    };
    return { space, labels, floor: space.bottom, lambda: 1, lossOf };
  });

const misleading: Importance = async (label, { losses }) => losses.exact(label);
const searches: readonly (readonly [string, Search])[] = [
  ['algorithm 1', descendMinimal],
  ['shrinking without order', enumerateMinimal(noImportance)],
  ['shrinking by importance alone', enumerateMinimal(aloneImportance)],
  ['shrinking in the worst order', enumerateMinimal(misleading)],
  ['the search that ships', searchMinimal],
];

describe.each(searches)('%s', (_, search) => {
  proves('labels/algorithm-1', () =>
    fc.assert(
      fc.asyncProperty(monotone, async (setting) => {
        const found = await search(searchOf(setting, setting.lossOf));
        expect(new Set(found)).toEqual(bruteForce(setting, setting.lossOf));
        expect(new Set(found).size).toBe(found.length);
      }),
      { numRuns: 200 },
    ),
  );

  proves('labels/every-answer', () =>
    fc.assert(
      fc.asyncProperty(unruly, async (setting) => {
        const counted = searchOf(setting, setting.lossOf);
        const found = await search(counted);
        expect(found.length).toBeGreaterThan(0);
        expect(minimalOnly(setting.space, found)).toEqual(found);
        for (const label of found) {
          if (label === fullLabel(setting)) continue;
          // Seen to be similar, not concluded.
          expect(counted.asked).toContain(label);
          expect(setting.lossOf(label)).toBeLessThanOrEqual(setting.lambda);
        }
        const isSimilar = (label: Label): boolean => setting.lossOf(label) <= setting.lambda;
        for (const label of found) {
          // None of its neighbours would do, asked about or not.
          expect(childrenIn(setting)(label).filter(isSimilar)).toEqual([]);
          const isBelow = (each: Label): boolean =>
            each !== label && setting.space.flowsTo(each, label) && isSimilar(each);
          expect([...counted.asked].filter(isBelow)).toEqual([]);
        }
      }),
      { numRuns: 200 },
    ),
  );

  test('on a total order there is one answer', async () => {
    const space = labelSpace({ level: chain(['l0', 'l1', 'l2', 'l3', 'l4', 'l5', 'l6']) });
    const labels = ['l6', 'l2', 'l5', 'l1', 'l3', 'l4'].map((text) => space.parse(text));
    const lossOf = (label: Label): number => (space.flowsTo(space.parse('l2'), label) ? 0 : 1);
    const counted = searchOf({ space, labels, floor: space.bottom, lambda: 0.5 }, lossOf);
    expect((await search(counted)).map(String)).toEqual(['l2']);
    expect(counted.asked.size).toBeLessThanOrEqual(6);
  });

  test('without documents the floor is the answer, and nothing is scored', async () => {
    const space = twoByThree;
    const counted = searchOf({ space, labels: [], floor: space.top, lambda: 0 }, () => 1);
    expect(await search(counted)).toEqual([space.top]);
    expect(counted.asked.size).toBe(0);
  });

  test('losses that are no numbers leave the full label', async () => {
    const { space, labels } = documentLabels(4);
    const setting = { space, labels, floor: space.bottom, lambda: 1 };
    expect(await search(searchOf(setting, () => Number.NaN))).toEqual([fullLabel(setting)]);
  });

  test('what the losses throw is thrown', async () => {
    const { space, labels } = documentLabels(4);
    const lossOf = (): number => {
      throw new Error('out of memory');
    };
    const counted = searchOf({ space, labels, floor: space.bottom, lambda: 1 }, lossOf);
    await expect(search(counted)).rejects.toThrow('out of memory');
  });
});

describe('key-value questions', () => {
  /** The sets of figure 4: person 1 by A; person 2 by D, or by B and C. */
  const answers = [
    ['d0', 'd1', 'd2'],
    ['d0', 'd3'],
  ];
  const lossAmong = (space: LabelSpace) => {
    const enough = answers.map((names) => space.parse(`documents{${names.join(', ')}}`));
    return (label: Label): number => (enough.some((each) => space.flowsTo(each, label)) ? 0 : 1);
  };

  test.each(searches)('%s finds all answers of figure 4', async (_, search) => {
    const { space, labels } = documentLabels(6);
    const setting = { space, labels, floor: space.bottom, lambda: 0.5 };
    const found = await search(searchOf(setting, lossAmong(space)));
    expect(found.map(String).toSorted()).toEqual(['documents{d0, d1, d2}', 'documents{d0, d3}']);
  });

  test('algorithm 1 visits every superset, the other none', async () => {
    const { space, labels } = documentLabels(10);
    const setting = { space, labels, floor: space.bottom, lambda: 0.5 };
    const [all, few] = [searchOf(setting, lossAmong(space)), searchOf(setting, lossAmong(space))];
    await descendMinimal(all);
    await enumerateMinimal(noImportance)(few);
    // 2^10 sets, of which 2^7 + 2^8 - 2^6 are supersets of an answer; and their children.
    expect(all.asked.size).toBeGreaterThan(320);
    expect(few.asked.size).toBeLessThan(60);
  });
});

test('more answers than can be told apart are refused, not some of them given', async () => {
  // Any one of 14 pairs of documents suffices: a hitting set has one of each pair, so there are
  // 2^14 of them.
  const { space, labels } = documentLabels(28);
  const pairs = labels.flatMap((label, at) => {
    const next = labels[at + 1];
    return at % 2 === 0 && next !== undefined ? [space.join(label, next)] : [];
  });
  const lossOf = (label: Label): number =>
    pairs.some((pair) => space.flowsTo(pair, label)) ? 0 : 1;
  const counted = searchOf({ space, labels, floor: space.bottom, lambda: 0.5 }, lossOf);
  await expect(enumerateMinimal(noImportance)(counted)).rejects.toThrow(
    expect.objectContaining({ code: 'limit-exceeded' }),
  );
});

test('few labels are searched by algorithm 1 itself, whatever their losses', () =>
  fc.assert(
    fc.asyncProperty(unruly, async (setting) => {
      const [one, shipped] = [searchOf(setting, setting.lossOf), searchOf(setting, setting.lossOf)];
      fc.pre(generatorsOf(setting).all.length <= descendedLabelsMax);
      expect(await searchMinimal(shipped)).toEqual(await descendMinimal(one));
    }),
  ));
