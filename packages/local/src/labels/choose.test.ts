import { chain, definePolicy, draftAllowed, labelSpace, powerset, type Label } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { answers, searched } from '../testing/labelled-history.ts';
import { allowedThenFewestHidden, type Accept } from './choose.ts';

const space = labelSpace({
  integrity: chain(['trusted', 'untrusted']),
  sources: powerset('sources'),
});
const parse = (text: string): Label => space.parse(text);
const history = searched(space, 'Where?', [
  { label: parse('trusted & sources{a}'), text: 'In A.' },
  { label: parse('trusted & sources{b}'), text: 'In B.' },
  { label: parse('trusted & sources{b}'), text: 'In B, again.' },
  { label: parse('untrusted & sources{}'), text: 'In C.' },
]);
const signal = new AbortController().signal;
const input = { space, history, signal, draft: answers('There.') };
const all: Accept = () => true;
const none: Accept = () => false;

describe.each([
  [
    'allowed before not',
    (label: Label) => label.text.startsWith('untrusted'),
    'untrusted & sources{}',
  ],
  ['then the one that hides fewest regions', all, 'trusted & sources{b}'],
  ['also where none is allowed', none, 'trusted & sources{b}'],
])('%s', (_, accept, expected) => {
  const labels = ['trusted & sources{a}', 'trusted & sources{b}', 'untrusted & sources{}'];
  test.each([labels, labels.toReversed()])('of %s, ...', (...texts) => {
    expect(allowedThenFewestHidden(accept)(texts.map(parse), input)?.text).toBe(expected);
  });
});

test('then the lowest in the dimension that the policy names first', () => {
  const labels = ['untrusted & sources{}', 'trusted & sources{a}'];
  for (const texts of [labels, labels.toReversed()]) {
    const choose = allowedThenFewestHidden(all);
    expect(choose(texts.map(parse), input)?.text).toBe('trusted & sources{a}');
  }
});

test('what ties in everything is told apart by its text', () => {
  const labels = ['trusted & sources{y}', 'trusted & sources{x}'];
  for (const texts of [labels, labels.toReversed()]) {
    const choose = allowedThenFewestHidden(all);
    expect(choose(texts.map(parse), input)?.text).toBe('trusted & sources{x}');
  }
});

test('of no labels none', () => {
  expect(allowedThenFewestHidden(all)([], input)).toBeUndefined();
});

test('a policy says what is allowed, by the calls that were drafted', async () => {
  const policy = await definePolicy({
    version: 1,
    lattice: {
      integrity: { chain: ['trusted', 'untrusted'] },
      confidentiality: { chain: ['public', 'private'] },
    },
    onViolation: 'ask',
    answer: { ceiling: 'untrusted & private' },
    tools: { pay: { call: { ceiling: 'trusted & private' } } },
  });
  const labels = ['untrusted & public', 'trusted & private'].map((text) =>
    policy.space.parse(text),
  );
  const choose = allowedThenFewestHidden(draftAllowed(policy));
  const own = { ...input, space: policy.space, history: searched(policy.space, 'Pay.', []) };
  const pays = { ...answers(''), calls: [{ tool: 'pay', args: '{}' }] };
  expect(choose(labels, { ...own, draft: pays })?.text).toBe('trusted & private');
  const posts = { ...answers(''), calls: [{ tool: 'unknown', args: '{}' }] };
  expect(choose(labels, { ...own, draft: posts })?.text).toBe('trusted & private');
});
