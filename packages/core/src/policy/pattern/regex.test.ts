import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { compilePattern } from './pattern-program.ts';
import { PatternBudget } from './pattern-budget.ts';
import { PatternRun } from './pattern-run.ts';
import { parsePattern } from './pattern-syntax.ts';
import { readPattern, schemaPatternMistake, type Pattern } from './regex.ts';

function pattern(source: string): Pattern {
  const read = readPattern(source);
  if (read.kind === 'mistake') throw new Error(read.message);
  return read.pattern;
}

test.each([
  ['a+', true],
  ['[a-z]+@[a-z]+', true],
  ['(?:ab){2}', true],
  ['(?<name>a|b)c', true],
  ['(a+)+', true],
  ['(a*b)*', true],
  ['([(]a+)*', true],
  ['a{1000}', true],
  ['a{9999}', false],
  ['(a{100}){100}', false],
  ['(a*)*', false],
  ['(^)?', false],
  ['(a|b?){2}', false],
  [String.raw`(a)\1`, false],
  ['(?=a)', false],
  ['(?<!a)b', false],
  ['(?i:a)', false],
  ['[', false],
  ['a{2', false],
])('the pattern %s is accepted: %s', (source, wanted) => {
  expect(readPattern(source).kind === 'pattern').toBe(wanted);
});

test.each([
  ['^[a-z]+$', true],
  [String.raw`^\d{4}-\d{2}-\d{2}$`, true],
  ['^[^@]+@[^@]+$', true],
  ['a+', true],
  ['a+b+', false],
  ['^a+b+c+$', false],
  ['^a+|b+c+', false],
  ['(aa?)+b', false],
  ['(a+)+', false],
  ['(a|a)*', false],
  ['(a+){9}', false],
  ['(a?){20}', false],
  ['a?'.repeat(10), false],
  ['(', false],
])('the pattern %s of a schema is accepted: %s', (source, wanted) => {
  expect(schemaPatternMistake(source) === undefined).toBe(wanted);
});

const atoms =
  'a b . [ab] [^a] \\w \\d \\b \\B ^ $ \\u{62} \\x61 \\p{L} \\uD83D\\uDE00 []] \\] \\\\';
const counts = '* + ? {2} {1,3} {0,2} {2,} *? +? ?? {1,2}?';
const anySource = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...atoms.split(' '), ''),
    fc.tuple(tie('node'), tie('node')).map(([one, two]) => one + two),
    fc.tuple(tie('node'), tie('node')).map(([one, two]) => `(?:${one}|${two})`),
    fc
      .tuple(tie('node'), fc.constantFrom(...counts.split(' ')))
      .map(([one, two]) => `(${one})${two}`),
  ),
})).node;
const anyText = fc.string({
  unit: fc.constantFrom('a', 'b', ' ', '1', '\u{1F600}', ']'),
  maxLength: 9,
});

test('a pattern matches what `RegExp` matches', () => {
  let read = 0;
  fc.assert(
    fc.property(anySource, anyText, (source, text) => {
      const ours = readPattern(source);
      if (ours.kind === 'mistake') return;
      read += 1;
      expect(ours.pattern.matches(text, new PatternBudget())).toBe(
        new RegExp(`^(?:${source})$`, 'u').test(text),
      );
      const theirs = [...text.matchAll(new RegExp(source, 'gu'))].filter(([found]) => found !== '');
      expect(ours.pattern.findAll(text, new PatternBudget())).toEqual(
        theirs.map(({ 0: found, index }) => ({ start: index, end: index + found.length })),
      );
    }),
    { numRuns: 3000 },
  );
  expect(read).toBeGreaterThan(1000);
});

function stepsOf(source: string, text: string): number {
  const syntax = parsePattern(source);
  const program = syntax && compilePattern(syntax);
  if (program === undefined) throw new Error('not a pattern');
  const budget = new PatternBudget();
  new PatternRun(program, text, budget).whole();
  return budget.spent;
}

const matches = (source: string, text: string): boolean | undefined =>
  pattern(source).matches(text, new PatternBudget());
const findAll = (source: string, text: string): ReturnType<Pattern['findAll']> =>
  pattern(source).findAll(text, new PatternBudget());

proves('policy/patterns-bounded', () => {
  for (const source of ['(aa?)+b', '(a+)+b', '.*a.*a.*a.*b', '(a|a)*b']) {
    const [short, long] = [1000, 2000].map((length) => stepsOf(source, 'a'.repeat(length)));
    expect(long, source).toBeLessThan(2.1 * (short ?? 0));
    expect(matches(source, 'a'.repeat(5000))).toBe(false);
  }
  const { patternCharactersMax } = limits;
  expect(matches('a+', 'a'.repeat(patternCharactersMax))).toBe(true);
  expect(matches('a+', 'a'.repeat(patternCharactersMax + 1))).toBeUndefined();
  expect(findAll('a+', 'a'.repeat(patternCharactersMax + 1))).toBeUndefined();
  // Every match has to look to the end of the text for a better one.
  expect(findAll('a(.*b)?', 'a'.repeat(20))).toHaveLength(20);
  expect(findAll('a(.*b)?', 'a'.repeat(patternCharactersMax))).toBeUndefined();
});

test('a character that begins no match costs next to nothing', () => {
  const budget = new PatternBudget();
  const text = 'nothing to be found here, '.repeat(2_000);
  expect(pattern('key-[a-z]{8,}|\\bAKIA\\w+').findAll(text, budget)).toEqual([]);
  expect(budget.spent).toBeLessThan(2 * text.length);
});

test('over its budget no pattern says anything more, whatever the text', () => {
  const budget = new PatternBudget();
  let texts = 0;
  while (pattern('a(.*b)?').findAll('a'.repeat(500), budget) !== undefined) texts += 1;
  expect(texts).toBeGreaterThan(3);
  expect(budget.spent).toBeLessThan(limits.patternStepsMax + 10_000);
  expect(pattern('a').matches('a', budget)).toBeUndefined();
  expect(matches('a', 'a')).toBe(true);
});
