import { chain, labelSpace } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { covers } from './sight.ts';

const integrity = chain(['trusted', 'untrusted']);
const one = labelSpace({ integrity, confidentiality: chain(['public', 'private']) });
/** The same words in the other order. */
const turned = labelSpace({ integrity, confidentiality: chain(['private', 'public']) });
const other = labelSpace({ integrity });

const labels = ['trusted', 'untrusted'].flatMap((first) =>
  ['public', 'private'].map((second) => `${first} & ${second}`),
);

test.each([
  ['bottom', 'bottom', true],
  ['untrusted & private', 'top', true],
  ['untrusted & private', 'untrusted & public', false],
  ['untrusted & public', 'untrusted & private', true],
  ['', 'top', false],
  ['secret', 'top', false],
  ['trusted & public', 'all', false],
])('%j is seen at %j: %s', (label, clearance, expected) => {
  expect(covers([one], { label, clearance })).toBe(expected);
});

test('without a policy nobody sees anything', () => {
  expect(covers([], { label: 'bottom', clearance: 'top' })).toBe(false);
});

test('policies that read a label otherwise must all let it be seen', () => {
  const asked = { label: 'trusted & private', clearance: 'trusted & public' };
  expect(covers([turned], asked)).toBe(true);
  expect(covers([one, turned], asked)).toBe(false);
});

test('a policy that does not read a label has no say on it', () => {
  expect(covers([one, other], { label: 'untrusted', clearance: 'top' })).toBe(true);
  expect(covers([one, other], { label: 'untrusted', clearance: 'untrusted & private' })).toBe(
    false,
  );
});

test('a lattice that fails lets nothing be seen', () => {
  const broken = { ...one, flowsTo: () => expect.fail('a lattice of somebody’s own') };
  expect(covers([broken], { label: 'trusted & public', clearance: 'top' })).toBe(false);
});

test('one more policy never shows more', () => {
  const spaces = fc.subarray([one, turned, other], { minLength: 1 });
  const text = fc.constantFrom(...labels, 'top', 'bottom', 'untrusted', 'secret');
  fc.assert(
    fc.property(spaces, text, text, (some, label, clearance) => {
      const readable = some.filter((space) => covers([space], { label, clearance: 'top' }));
      const byEach = readable.every((space) => covers([space], { label, clearance }));
      expect(covers(some, { label, clearance }) && !byEach).toBe(false);
    }),
  );
});
