import { expect, test } from 'vitest';
import { bits, type Mask } from '../../fuzz/lattices.ts';
import { lowerRegion } from './lowering.ts';
import { regions, turn } from './spec.ts';
import { whole, type History, type SpecWorld } from './world.ts';

/** 1 = untrusted, 2 = private. */
const world: SpecWorld<Mask> = {
  lattice: bits(3),
  tools: [{ name: 'read', text: 'reads', label: 0, vouched: true }],
  structure: 'keep',
  shortcuts: { allowedDraft: false, lazyReads: undefined, beforeAsking: undefined },
  max: { steps: 3, refusals: 3, calls: 2 },
  clearance: 3,
  needsDraft: false,
  model: () => undefined,
  relevant: () => 'everything',
  ruleCall: () => ({ ceiling: 3, otherwise: 'block' }),
  ruleAnswer: () => ({ ceiling: 3, otherwise: 'block' }),
  isRead: () => true,
  resultFloor: () => 0,
  person: undefined,
  dutyOf: () => [],
  canonical: (args) => args,
  members: () => [],
  inert: () => undefined,
  dataOf: () => [],
  readBack: () => 0,
  execute: () => ({ shape: 0, parts: [] }),
};

const mail = {
  label: 1,
  quoted: false,
  body: ['From Eve: ', { ...whole(3, 'hello'), body: ['hello', whole(3, 'there')] }],
};
const result = { shape: 1, parts: [mail] };
const read = { tool: 'read', args: whole(0, '{}'), own: result, result };
/** Places: 0 the tool; 1-3 the read, its text, its arguments; 4 the shape; 5-7 the mail. */
const history: History<Mask> = [{ label: 0, text: whole(0, ''), calls: [read], lazy: true }];

function labelsAfter(at: number, to: Mask): readonly Mask[] | undefined {
  const lowered = lowerRegion(world, history, { at, to: () => to });
  return lowered && regions(world, lowered).map(({ label }) => label);
}

test('before', () => {
  expect(regions(world, history).map(({ label }) => label)).toEqual([0, 0, 0, 0, 1, 1, 3, 3]);
});

test.each([
  { of: 'a single part, with its shape, not what is in it', at: 5, to: 0, is: [0, 0, 3, 3] },
  { of: 'a region inside, as far as what is around it', at: 6, to: 0, is: [1, 1, 1, 3] },
  { of: 'nothing inside a region as high', at: 7, to: 1, is: [1, 1, 3, 3] },
])('$of falls', ({ at, to, is }) => {
  expect(labelsAfter(at, to)).toEqual([0, 0, 0, 0, ...is]);
});

test.each([
  ['a tool', 0, 0],
  ['a generation', 1, 0],
  ['the shape of a message', 4, 0],
  ['nothing', 8, 0],
  ['a label that is the same', 5, 1],
  ['a label beside it', 5, 2],
])('%s is not lowered', (_, at, to) => {
  expect(labelsAfter(at, to)).toBe(undefined);
});

test('a read whose result was lowered is not replayed', () => {
  const [entry] = lowerRegion(world, history, { at: 5, to: () => 0 }) ?? [];
  expect(entry).toMatchObject({ lazy: false });
});

test('a model that fails ends the turn', () => {
  const user = { shape: 0, parts: [whole(0, 'Hello')] };
  expect(turn(world, [], user)).toEqual({
    history: [{ role: 'user', ...user }],
    steps: [],
    failed: true,
  });
});
