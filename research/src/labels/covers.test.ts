import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minimalCovers } from './kv/key-value.ts';

const figure4 = [
  { id: 'A', facts: ['number 1', 'birth 1'] },
  { id: 'B', facts: ['number 2'] },
  { id: 'C', facts: ['birth 2'] },
  { id: 'D', facts: ['number 2', 'birth 2'] },
];

test.each([
  ['figure 4', ['number 1', 'birth 1', 'number 2', 'birth 2'], ['AD', 'ABC']],
  ['alternatives', ['number 2'], ['B', 'D']],
  ['one document', ['number 1', 'birth 1'], ['A']],
  ['nothing is needed', [], ['']],
  ['nobody tells it', ['number 3'], []],
])('%s', (_, needs, sets) => {
  expect(minimalCovers(figure4, needs).map((set) => set.toSorted().join(''))).toEqual(sets);
});

const facts = ['a', 'b', 'c', 'd'];

const telling = fc.array(fc.subarray(facts), { maxLength: 7 }).map((all) => {
  return all.map((told, at) => ({ id: `d${at}`, facts: told }));
});

test('are what trying all sets of documents gives', () => {
  fc.assert(
    fc.property(telling, fc.subarray(facts), (documents, needs) => {
      const covers = (ids: readonly string[]): boolean =>
        needs.every((need) =>
          documents.some((each) => ids.includes(each.id) && each.facts.includes(need)),
        );
      const all = subsets(documents.map(({ id }) => id)).filter(covers);
      const minimal = all.filter(
        (set) => !all.some((other) => other.length < set.length && isPart(other, set)),
      );
      const print = (sets: readonly (readonly string[])[]): readonly string[] =>
        sets.map((set) => set.toSorted().join(' ')).toSorted();
      expect(print(minimalCovers(documents, needs))).toEqual(print(minimal));
    }),
  );
});

function subsets(items: readonly string[]): readonly (readonly string[])[] {
  const [first, ...rest] = items;
  if (first === undefined) return [[]];
  return subsets(rest).flatMap((set) => [set, [first, ...set]]);
}

function isPart(some: readonly string[], all: readonly string[]): boolean {
  return some.every((each) => all.includes(each));
}
