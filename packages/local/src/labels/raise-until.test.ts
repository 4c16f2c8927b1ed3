import { expect, test } from 'vitest';
import { documentLabels, searchOf } from '../testing/losses.ts';
import { raiseUntil, type RaiseInput } from './raise-until.ts';
import { descendMinimal } from './search/descend.ts';
import { targetCost } from './target-cost.ts';

const { space, labels } = documentLabels(2);
const [a = space.top, b = space.top] = labels;

/** With d0 alone 1 is lost, with d1 alone 2, with neither 5. */
const lossAt = new Map([
  [a, 1],
  [b, 2],
  [space.bottom, 5],
]);
const search = searchOf(
  { space, labels, floor: space.bottom, lambda: 0 },
  (label) => lossAt.get(label) ?? 0,
);

function raising(wanted: RaiseInput['isWanted'], lambdas: RaiseInput['lambdas']) {
  return raiseUntil(descendMinimal, { ...search, lambdas, isWanted: wanted });
}

test.each([
  ['a label that is reached at once', a, [1, 3], { lambda: 1, isReached: true, labels: [a] }],
  ['one that a further step reaches', b, [1, 3], { lambda: 3, isReached: true, labels: [a, b] }],
  [
    'the lowest, at the last step',
    space.bottom,
    [0, 1, 5],
    { lambda: 5, isReached: true, labels: [space.bottom] },
  ],
  [
    'one out of reach, for which nothing is given up',
    space.bottom,
    [1, 3],
    { lambda: 1, isReached: false, labels: [a] },
  ],
] as const)('raised until %s', async (...[, wanted, lambdas, expected]) => {
  const raised = await raising((label) => space.flowsTo(label, wanted), lambdas);
  expect({ ...raised, labels: new Set(raised.labels) }).toEqual({
    ...expected,
    labels: new Set(expected.labels),
  });
});

test('steps end where the label is reached', async () => {
  const asked: number[] = [];
  await raiseUntil(
    ({ lambda }) => {
      asked.push(lambda);
      return Promise.resolve([b]);
    },
    { ...search, lambdas: [0, 1, 2, 3], isWanted: () => asked.length === 3 },
  );
  expect(asked).toEqual([0, 1, 2]);
});

test.each([
  ['one document', a, a, 1],
  ['everything', space.top, space.join(a, b), 0],
  ['nothing', space.bottom, space.bottom, 5],
  ['a source that is not there', space.parse('documents{d7}'), space.bottom, 5],
])('a target of %s costs what is lost without the rest', async (...[, target, label, loss]) => {
  expect(await targetCost(search, target)).toEqual({ label, loss });
});

test('a target below what cannot be searched cannot be reached', async () => {
  const floored = searchOf({ ...search, floor: b }, () => 0);
  expect((await targetCost(floored, a)).loss).toBe(Number.POSITIVE_INFINITY);
  expect(await targetCost(floored, b)).toEqual({ label: b, loss: 0 });
});
