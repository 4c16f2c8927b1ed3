import { SluiceError } from '@sluice/core';
import { expect, test } from 'vitest';
import { knnOptions, readOptions, searchOptions } from './options.ts';
import { localNames, localSpec, localSpecsIn } from './spec.ts';

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
  expect(localSpecsIn(text).map(({ key }) => key)).toEqual(keys);
});

test('a name stands for itself with no options', () => {
  expect(localNames.map((name) => localSpecsIn(name).map((spec) => spec.name))).toEqual(
    localNames.map((name) => [name]),
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
    expect(hintOf(() => localSpec('minimal-labels', options))).toContain('key=value');
  },
);

test('options that are not given are the defaults', () => {
  expect(readOptions(localSpec('knn-lm', 'k=4 lambda=0'), knnOptions)).toMatchObject({
    model: 'smollm2-135m-instruct',
    utility: 'perplexity',
    k: 4,
    gamma: 0.5,
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
  const spec = localSpec('minimal-labels', options);
  expect(hintOf(() => readOptions(spec, searchOptions))).toContain(
    'model, context, utility, lambda',
  );
});

test.each(['k=0', 'gamma=2', 'temperature=0'])('%s is no setting of a mixture', (options) => {
  expect(hintOf(() => readOptions(localSpec('knn-lm', options), knnOptions))).toContain('gamma');
});
