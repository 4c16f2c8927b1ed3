import { expect, test } from 'vitest';
import { canonicalJson } from '../../history/json/canonical.ts';
import { limits } from '../../limits.ts';
import { readCondition } from './condition.ts';
import { implies } from '../lint/implies.ts';
import type { Truth } from '../operators/truth.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import { bindPath, covers, readPath, type Path } from '../path/path.ts';
import { nearest } from '../problem.ts';
import type { ConditionSource, WhenSource } from '../source.ts';

const groups = new Map([['known', ['ann', 'bob']]]);

function truth(source: ConditionSource, ...values: readonly unknown[]): Truth {
  const read = readCondition(source, groups);
  if (read.kind === 'mistake') throw new Error(read.message);
  return read.holds(values, new PatternBudget());
}

test.each<[ConditionSource, readonly unknown[], Truth]>([
  ['me', ['me'], 'true'],
  ['me', ['you'], 'false'],
  ['me', ['ME'], 'unknown'],
  ['me', [], 'unknown'],
  ['me', [{}], 'unknown'],
  [null, [null], 'true'],
  [['@known', 3], ['bob'], 'true'],
  [['@known', 3], ['@known'], 'false'],
  [['@known', 3], ['3'], 'unknown'],
  ['me', ['me', 'you'], 'unknown'],
  ['me', ['you', 'them'], 'false'],
  ['me', ['you', 'Me'], 'unknown'],
  ['me', [['you', 7]], 'unknown'],
  ['me', [7], 'unknown'],
  ['me', [null], 'unknown'],
  [true, ['true'], 'unknown'],
  [true, [1], 'unknown'],
  [true, [false], 'false'],
  [7, [Number.NaN], 'unknown'],
  [{ in: [] }, ['me'], 'false'],
  [{ notIn: [] }, ['me'], 'true'],
  [{ notIn: ['me'] }, ['me'], 'false'],
  [{ notIn: ['me'] }, [7], 'unknown'],
  [{ notIn: ['me'] }, ['me', 'you'], 'unknown'],
  [{ atLeast: 1 }, [Number.NaN], 'unknown'],
  [{ atMost: 1 }, [1, 2], 'unknown'],
  [{ matches: '.*' }, ['a'.repeat(limits.patternCharactersMax + 1)], 'unknown'],
  ['me', [['me', 'me']], 'true'],
  ['me', [['me', ['me']]], 'unknown'],
  ['me', [[]], 'unknown'],
  [{ notIn: ['me'] }, ['you'], 'true'],
  [{ notIn: ['me'] }, [' Me '], 'unknown'],
  [{ notIn: ['me'] }, [{}], 'unknown'],
  [{ notIn: ['me'] }, [], 'unknown'],
  [{ matches: 'a|b' }, ['a'], 'true'],
  [{ matches: 'a|b' }, ['ab'], 'false'],
  [{ matches: 'a' }, [1], 'unknown'],
  [{ atLeast: 1, atMost: 2 }, [2], 'true'],
  [{ atLeast: 1, atMost: 2 }, [3], 'false'],
  [{ atLeast: 1 }, ['2'], 'unknown'],
  [{ exists: true }, [null], 'true'],
  [{ exists: true }, [], 'false'],
  [{ exists: false }, [], 'true'],
  [{ exists: false }, [1], 'false'],
  [{ in: ['a'], atMost: 1 }, ['b'], 'false'],
  ['me', ['me', undefined], 'unknown'],
  [{ exists: true }, [1, undefined], 'unknown'],
  [{ exists: true }, [undefined], 'unknown'],
  [{ exists: false }, [undefined], 'unknown'],
  [{ exists: false }, [1, undefined], 'false'],
  [{ exists: true, in: ['me'] }, ['me'], 'true'],
])('%j of %j is %s', (source, values, wanted) => {
  expect(truth(source, ...values)).toBe(wanted);
});

function path(text: string): Path {
  const read = readPath(text);
  if (read.kind === 'mistake') throw new Error(read.message);
  return read.path;
}

test('one list for what is listed and what is not leaves nothing', () => {
  const list = ['me'];
  expect(truth({ in: list, notIn: list }, 'me')).toBe('false');
});

test.each([
  ['$.a', "$['a']"],
  ['a', "$['a']"],
  ['due date', "$['due date']"],
  ["it's", "$['it\\'s']"],
  ['$', '$'],
  ['$[*]["a", 1]', "$[*]['a', 1]"],
])('%s is the path %s', (text, wanted) => {
  expect(path(text).text).toBe(wanted);
});

test.each([
  ['$[*].a', '$[*].b', 1],
  ['$.x[*].a', '$.x[*].b.c', 2],
  ['$.x[*].a', '$.y[*].b', 0],
  ['$..a', '$..b', 0],
  ['$.x..a', '$.x..b', 1],
  ['$[*].a', '$[*].a', 2],
])('%s beside %s shares %i levels', (one, other, shared) => {
  expect(bindPath(path(one), path(other)).shared).toBe(shared);
});

test.each([
  ['$.a', '$.a', true],
  ['$.*', '$.a', true],
  ['$.a', '$.*', false],
  ['$["a","b"]', '$.a', true],
  ['$.a', '$["a","b"]', false],
  ['$[*].a', '$[0].a', true],
  ['$..a', '$.b.a', false],
  ['$..a', '$..a', true],
  ['$.a', '$.a.b', false],
])('%s covers %s: %s', (wide, narrow, wanted) => {
  expect(covers(path(wide), path(narrow))).toBe(wanted);
});

test.each<[WhenSource | undefined, WhenSource | undefined, boolean]>([
  [undefined, undefined, true],
  [{ a: 1 }, undefined, true],
  [undefined, { a: 1 }, false],
  [{ a: 1 }, { '$.a': [1, 2] }, true],
  [{ a: [1, 2] }, { a: 1 }, false],
  [{ a: { atMost: 5 } }, { a: { atMost: 9 } }, true],
  [{ a: { atMost: 9 } }, { a: { atMost: 5 } }, false],
  [{ a: { atLeast: 9 } }, { a: { atLeast: 5 } }, true],
  [{ a: { notIn: [1, 2] } }, { a: { notIn: [1] } }, true],
  [{ a: { notIn: [1] } }, { a: { notIn: [1, 2] } }, false],
  [{ a: { matches: 'x' }, b: 1 }, { a: { matches: 'x' } }, true],
  [{ a: { exists: true } }, { a: { exists: false } }, false],
])('%j implies %j: %s', (narrow, wide, wanted) => {
  expect(implies(narrow, wide, groups)).toBe(wanted);
});

test('canonical JSON sorts keys and keeps everything else', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'é' }], a: undefined, __proto__x: true })).toBe(
    '{"__proto__x":true,"b":[1,{"c":"é","d":null}]}',
  );
  expect(canonicalJson(undefined)).toBe('null');
});

test.each([
  ['ceilling', 'ceiling'],
  ['Lable', 'label'],
  ['xyz', undefined],
])('%s is near to %s', (word, wanted) => {
  expect(nearest(word, ['ceiling', 'label'])).toBe(wanted);
});

test('a text that is too long to be folded is not known to be another one', () => {
  const { patternCharactersMax } = limits;
  expect(truth('me', 'x'.repeat(patternCharactersMax))).toBe('false');
  expect(truth('me', 'x'.repeat(patternCharactersMax + 1))).toBe('unknown');
  expect(truth({ notIn: ['me'] }, 'x'.repeat(patternCharactersMax + 1))).toBe('unknown');
});
