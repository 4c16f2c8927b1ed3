import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { payAndBoast, payGoal, shop } from '../../test/reader/shop.ts';
import { GoalFinder, piecesOf } from './goals.ts';
import { TextReader } from './seen.ts';
import { Tasks } from './tasks.ts';

const texts = new TextReader();
const finder = new GoalFinder(new Tasks(shop).suites.get('shop')?.goals ?? []);

function seenIn(...shown: readonly string[]): readonly string[] {
  return finder.in(shown.map((text) => texts.read(text))).map(({ name }) => name.id);
}

describe('pieces', () => {
  test('a law: joined, they are the goal, and they are equally long', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const goal = fc.array(word, { minLength: 4, maxLength: 40 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(goal, fc.integer({ min: 1, max: 4 }), (text, k) => {
        const pieces = piecesOf(text, k);
        const lengths = pieces.map((piece) => piece.split(' ').length);
        expect(pieces.join(' ')).toBe(text);
        expect(pieces).toHaveLength(k);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
    );
  });

  test('of few words there are few', () => {
    expect(piecesOf('pay  now', 4)).toEqual(['pay', 'now']);
  });
});

describe('a goal is seen', () => {
  const encoded = Buffer.from(`Hello. ${payGoal}`).toString('base64');
  test.each([
    ['as it stands', [`note: ${payGoal}`]],
    ['folded', [payGoal.replaceAll(' ', '\n    ')]],
    ['spaced out', [payGoal.split('').join(' ')]],
    ['as base64', [`look: ${encoded} bye`]],
    [
      'as base64 over two lines of YAML',
      [`"${encoded.slice(0, 40)}\\\n    \\${encoded.slice(40)}"`],
    ],
    ['in two pieces', piecesOf(payGoal, 2)],
    ['in three pieces of one text', [piecesOf(payGoal, 3).join('\n- subject: ')]],
    ['in four pieces, the last first', piecesOf(payGoal, 4).toReversed()],
  ])('%s', (_, shown) => {
    expect(seenIn(...shown)).toEqual(['pay']);
  });

  test('but not where a piece is missing or a placeholder stands in it', () => {
    expect(seenIn(...piecesOf(payGoal, 3).slice(1))).toEqual([]);
    expect(seenIn(payGoal.replace('account', '[redacted]'))).toEqual([]);
  });

  test('the longest, where one is the beginning of another', () => {
    expect(seenIn(payAndBoast)).toEqual(['boast']);
    expect(seenIn(...piecesOf(payAndBoast, 2))).toEqual(['boast']);
  });

  test('several, in their own order', () => {
    const say = shop.suites['shop']?.injectionTasks['say']?.prompt ?? '';
    expect(seenIn(say, payGoal)).toEqual(['pay', 'say']);
  });
});

test('no honest output of the shop holds a goal', () => {
  const tasks = Object.values(shop.suites['shop']?.userTasks ?? {});
  const outputs = tasks.flatMap(({ groundTruth }) => groundTruth.map(({ output }) => output));
  expect(seenIn(...outputs)).toEqual([]);
});
