import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fold as foldValue } from '../policy/operators/among.ts';
import { fold } from '../propagate/lineage/text/fold.ts';
import { proves } from '../testing/proves.ts';
import { normalForm } from './normal-form.ts';

const marks = ['\u0301', '\u0316', '\uff9e', '\u093c'];
/** The longest run that is sorted as one: behind U+034F another begins. */
function longestRun(text: string): number {
  return Math.max(...text.split('\u{34f}').map(({ length }) => length));
}

proves('lineage/linear', () => {
  for (const [at, mark] of marks.entries()) {
    const run = `e${`${mark}${marks[at - 1] ?? '\u0327'}`.repeat(300_000)}`;
    for (const form of ['NFKC', 'NFKD'] as const) {
      expect(longestRun(normalForm(run, form))).toBeLessThan(33);
    }
    expect(longestRun(foldValue(run))).toBeLessThan(33);
    expect(fold(`${run} 12`).endsWith(' 12')).toBe(true);
  }
});

test('texts that people write read as Unicode says', () => {
  const texts = ['', 'abc', 'Ａｂ', 'é', `e${'\u0301'.repeat(30)}`, 'ﾊﾞ', 'ﬁ', '한국어', '\ud800'];
  for (const text of texts) {
    expect(normalForm(text, 'NFKC')).toBe(text.normalize('NFKC'));
    expect(normalForm(text, 'NFKD')).toBe(text.normalize('NFKD'));
  }
});

test('no other part of the core asks for a normal form by itself', () => {
  const files = globSync('**/*.ts', { cwd: `${import.meta.dirname}/..` });
  const asking = files.filter(
    (file) =>
      !file.endsWith('.test.ts') &&
      readFileSync(`${import.meta.dirname}/../${file}`, 'utf8').includes('.normalize('),
  );
  expect(asking).toEqual(['history/normal-form.ts']);
});
