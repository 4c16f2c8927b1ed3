import fc from 'fast-check';
import { expect, test } from 'vitest';
import { limits } from '../../../limits.ts';
import { atomsIn } from '../atoms/atoms.ts';
import { AtomSet } from '../atoms/atom-set.ts';
import { fold, phraseIn, phraseOf } from './fold.ts';
import { holds } from './holds.ts';
import { RegionIndex } from '../region-index.ts';
import { segmentsOf } from './segments.ts';
import { TextSearch } from './text-search.ts';
import { unescape, unescapeLong } from './unescape.ts';
import { atOnce } from '../../../history/slices.ts';
import { TooMuchWork, Work } from '../work.ts';

/** Few words, so that they meet often. */
const words = fc.array(fc.constantFrom('a', 'b', 'aa', 'ab', '1', '12', '東'), { maxLength: 30 });
const some = fc.array(fc.constantFrom('a', 'b', 'aa', 'ab', '1', '12', '東'), {
  minLength: 1,
  maxLength: 4,
});

const sorted = (found: readonly number[]): readonly number[] => found.toSorted((a, b) => a - b);

test('a search finds the phrases that stand in a text, however many they are', () => {
  const list = fc.uniqueArray(some.map(phraseOf), { maxLength: 20 });
  fc.assert(
    fc.property(words.map(phraseOf), list, (text, patterns) => {
      const expected = patterns.flatMap((each, at) => (text.includes(each) ? [at] : []));
      const search = new TextSearch(patterns, 'phrase');
      expect(sorted(search.in(text, new Work()))).toEqual(expected);
      expect(sorted(atOnce(search.inLong(text, new Work())))).toEqual(expected);
    }),
  );
});

test('long phrases are found as a whole, in texts of any length', () => {
  const long = phraseOf(Array.from({ length: 60 }, (_, at) => `word${at}`));
  const search = new TextSearch([long, ' word1 '], 'phrase');
  expect(search.in(`${long}more `, new Work())).toHaveLength(2);
  expect(search.in(long.replace('word59', 'word60'), new Work())).toEqual([1]);
  const text = ` ${'filler '.repeat(100_000)}${long.trim()} `;
  expect(atOnce(search.inLong(text, new Work()))).toHaveLength(2);
});

test('letters are found with spaces between them, from word to word', () => {
  const list = fc.uniqueArray(
    some.map((each) => each.join('')),
    { maxLength: 20 },
  );
  fc.assert(
    fc.property(words.map(phraseOf), list, (text, patterns) => {
      const expected = patterns.flatMap((each, at) =>
        new RegExp(` ${Array.from(each).join(' ?')} `, 'u').test(text) ? [at] : [],
      );
      const search = new TextSearch(patterns, 'squeezed');
      expect(sorted(search.in(text, new Work()))).toEqual(expected);
    }),
  );
});

test('a text holds another just where `includes` says so', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 300 });
  fc.assert(
    fc.property(letters, letters, fc.nat(200), (text, other, from) => {
      expect(holds(text, other)).toBe(text.includes(other));
      const part = text.slice(from, from + 100);
      expect(holds(text, part)).toBe(true);
    }),
  );
  expect(holds('a'.repeat(500), `${'a'.repeat(80)}b`)).toBe(false);
  expect(holds(`${'a'.repeat(500)}b`, `${'a'.repeat(80)}b`)).toBe(true);
});

const lines = [
  'Transfer 1,250.50 EUR to DE89 3704 0044 on March 4, 2024, says a@x.example!\n',
  'José writes: ｆｕｌｌ ｗｉｄｔｈ, Ελλάς; "caf\\u00e9" \\"x\\" and 1 234 567 pieces.\n',
  '東京駅に行く。',
];

test('a long text reads as it would in one piece', () => {
  const text = lines.map((line) => line.repeat(6_000)).join('');
  const segments = [...segmentsOf(text)];
  expect(segments.length).toBeGreaterThan(3);
  expect(segments.map(({ start, end }) => text.slice(start, end)).join('')).toBe(text);
  const whole = RegionIndex.of(text);
  const long = atOnce(RegionIndex.ofLong(text));
  expect(long.phrase === whole.phrase).toBe(true);
  expect(long.phrase === phraseIn(fold(text))).toBe(true);
  expect(atOnce(unescapeLong(text, 'text')) === unescape(text, 'text')).toBe(true);
  const atoms = atOnce(AtomSet.ofLong(fold(text)));
  for (const atom of atomsIn(fold(lines.join(''))).flat()) expect(atoms.has(atom)).toBe(true);
});

test('a text that folds to more than a step may cost is not kept, and costs too much', () => {
  const sentence = '\ufdfa';
  const few = Math.floor(limits.tracedWorkMax / fold(sentence).length / 100);
  const kept = atOnce(RegionIndex.ofLong(sentence.repeat(few)));
  expect(kept.cost).toBeGreaterThan(few);
  new Work().spend(kept.cost);
  const tooLong = atOnce(RegionIndex.ofLong(sentence.repeat(few * 102)));
  expect(tooLong.phrase).toBe('');
  expect(() => new Work().spend(tooLong.cost)).toThrow(TooMuchWork);
});

test.each([
  ['!!12!!', ['number:12']],
  ['.5.', ['number:0.5']],
  ['--', []],
  ['...12', ['number:0.12']],
  ["'9:05'.", ['time:09:05']],
  ['/1/2/2024/', ['date:2024-01-02', 'date:2024-02-01', 'number:1', 'number:2', 'number:2024']],
])('what is around a value does not count: %s', (text, atoms) => {
  for (const atom of atomsIn(text).flat()) expect(atoms).toContain(atom);
});
