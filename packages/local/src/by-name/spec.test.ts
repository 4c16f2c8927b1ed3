import { type Label, SluiceError } from '@sluice/core';
import { expect, test } from 'vitest';
import { descendMinimal } from '../labels/search/descend.ts';
import { searchMinimal } from '../labels/search/shipped.ts';
import { documentLabels, searchOf } from '../testing/losses.ts';
import { searchWith } from './local-propagators.ts';
import { labelOptions, readOptions, searchOptions } from './options.ts';
import { propagatorSpec, specsIn } from './spec.ts';

const names = ['minimal-labels', 'attention', 'knn-lm', 'judge:local'];

test.each<[string, readonly string[]]>([
  ['lineage', []],
  ['minimal-labels', ['minimal-labels()']],
  [' attention ', ['attention()']],
  ['judge:local', ['judge:local()']],
  ['knn-lm(k=4  gamma=0.5)', ['knn-lm(k=4 gamma=0.5)']],
  ['lineage+attention', ['attention()']],
  ['lineage(fields,sums)+attention(screener=a+b.json)', ['attention(screener=a+b.json)']],
  [
    'cheapest-first:lineage,minimal-labels(lambda=0.2),knn-lm',
    ['minimal-labels(lambda=0.2)', 'knn-lm()'],
  ],
  ['cheapest-first:lineage,judge:local+attention', ['judge:local()', 'attention()']],
  ['target:attention', []],
  ['attention-like', []],
  ['', []],
])('%j names %j', (text, keys) => {
  expect(specsIn(text, names).map(({ key }) => key)).toEqual(keys);
});

test('a name stands for itself with no options', () => {
  expect(names.map((name) => specsIn(name, names).map((spec) => spec.name))).toEqual(
    names.map((name) => [name]),
  );
});

function hintOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (error instanceof SluiceError && error.code === 'propagator-invalid') return error.hint;
  }
  return 'nothing was refused';
}

test.each(['lambda', '=', 'lambda=', '=2', 'lambda=1 lambda=2', '2=2'])(
  'options that are no pairs: %j',
  (options) => {
    expect(hintOf(() => propagatorSpec('minimal-labels', options))).toContain('key=value');
  },
);

test('options that are not given are the defaults', () => {
  expect(
    readOptions(propagatorSpec('minimal-labels', 'labels=4 lambda=0'), searchOptions),
  ).toMatchObject({
    model: 'smollm2-135m-instruct',
    utility: 'perplexity',
    labels: 4,
    tokens: 200_000,
    lambda: 0,
  });
});

test.each([
  'lamda=0.2',
  'lambda=-1',
  'lambda=much',
  'lambda=Infinity',
  'labels=0',
  'tokens=1.5',
  'utility=fun',
  'context=-3',
])('%s is refused, with what can be said', (options) => {
  const spec = propagatorSpec('minimal-labels', options);
  expect(hintOf(() => readOptions(spec, searchOptions))).toContain(
    'model, context, gpu, utility, lambda',
  );
});

test('a search drops labels by their Shapley values where `prune` says so', async () => {
  const three = documentLabels(3);
  // The first document is worth 2, the others a little each, and lambda is below that little.
  const worth = [2, 0.1, 0.1];
  const loss = (label: Label): number =>
    three.labels.reduce(
      (sum, own, at) => sum + (three.space.flowsTo(own, label) ? 0 : (worth[at] ?? 0)),
      0,
    );
  const search = (options: string) => {
    const read = readOptions(propagatorSpec('minimal-labels', options), labelOptions);
    return searchWith(read)(searchOf({ ...three, floor: three.space.bottom, lambda: 0.25 }, loss));
  };
  expect(searchWith(readOptions(propagatorSpec('minimal-labels', ''), labelOptions))).toBe(
    searchMinimal,
  );
  const own = await search('prune=none');
  expect(own).toEqual(
    await descendMinimal(searchOf({ ...three, floor: three.space.bottom, lambda: 0.25 }, loss)),
  );
  expect(await search('prune=shapley contribution=0.05')).toEqual(own);
  // All are dropped, and nothing is not enough: the full label is the answer.
  const full = three.labels.reduce((a, b) => three.space.join(a, b));
  expect(await search('prune=shapley contribution=5')).toEqual([full]);
});
