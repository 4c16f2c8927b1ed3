import { describe, expect, test } from 'vitest';
import type { NewsQuestion } from '../../src/labels/dataset.ts';
import { factFaults, longestSharedRun, sentences, words } from './lexical.ts';

test.each([
  ['Forty-two pens, and 4.1 metres.', ['42', 'pens', 'and', '4.1', 'metres']],
  ['Nineteen of 2,318 went at 6:15.', ['19', 'of', '2,318', 'went', 'at', '6', '15']],
  ["The growers' union, one in all", ['the', 'growers', 'union', 'one', 'in', 'all']],
  ['a forty-minute wait', ['a', 'forty-minute', 'wait']],
])('words of %j', (text, expected) => {
  expect(words(text)).toEqual(expected);
});

test.each([
  ['It rose to 4.1 metres. Nobody slept.', 2],
  ['Was it glass? No! It was not.', 3],
  ['Dr Imke Strand came at 3 a.m. on foot.', 1],
])('%j has %i sentences', (text, expected) => {
  expect(sentences(text)).toHaveLength(expected);
});

test.each([
  ['the red fox ran', 'A red fox ran off', 3],
  ['Twelve cats', '12 cats', 2],
  ['nothing', 'in common', 0],
  ['', 'in common', 0],
  ['art', 'the artist', 0],
])('%j and %j share a run of %i', (left, right, expected) => {
  expect(longestSharedRun(left, right)).toBe(expected);
  expect(longestSharedRun(right, left)).toBe(expected);
});

describe('where a fact stands', () => {
  const texts = {
    trusted: 'The mill in Orr burned on Monday. It employed 31 people.',
    untrusted: 'On Monday the Orr mill was set alight by Zed Marl, who fled on a mule.',
  };
  const question = 'What happened to the mill?';
  const heldBys: readonly NewsQuestion['heldBy'][] = ['trusted', 'untrusted', 'either', 'both'];

  test.each([
    ['trusted', 'It had 31 people working there.'],
    ['untrusted', 'The culprit rode away on a mule.'],
    ['either', 'It was lost in Orr on Monday.'],
    ['both', 'Where 31 people worked, Zed Marl set fire.'],
  ] as const)('held by %s alone: %s', (heldBy, target) => {
    const fitting = heldBys.filter(
      (claim) => factFaults({ question, target, heldBy: claim }, texts).length === 0,
    );
    expect(fitting).toEqual([heldBy]);
  });

  test('what the question gives away is not counted', () => {
    const asked = { question: 'Did 31 people work there?', target: 'Yes, 31 people did.' };
    expect(factFaults({ ...asked, heldBy: 'trusted' }, texts)).toHaveLength(1);
  });

  test('a number that stands nowhere is found', () => {
    const target = 'It had 99 people working there, or 31.';
    expect(factFaults({ question, target, heldBy: 'both' }, texts).join('; ')).toContain('99');
  });
});
