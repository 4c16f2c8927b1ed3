import { expect, test } from 'vitest';
import { bits, type Mask } from '../../fuzz/lattices.ts';
import { draftedBy, type Drafter } from './draft-by-other.ts';
import { lowerReads } from './lazy-reads.ts';
import { whole, type History, type Reply, type View, type SpecWorld } from './world.ts';

const lattice = bits(3);
const untrusted = 1;
const history: History<Mask> = [
  { role: 'user', shape: 0, parts: [whole(0, 'pay my bill')] },
  { role: 'user', shape: 0, parts: [whole(untrusted, 'ATTACK')] },
];

const read = { tool: 'read', args: '{}' };
const pay = { tool: 'pay', args: '{}' };

function reply(text: string, ...calls: Reply['calls']): Reply {
  return { text, calls, truncated: false };
}

const sees = (view: View): boolean => JSON.stringify(view).includes('ATTACK');

/** A world in which reads are free and payments must not be untrusted. */
function step(
  model: SpecWorld<Mask>['model'],
  drafts: SpecWorld<Mask>['model'],
  more: Partial<SpecWorld<Mask> & Drafter<Mask>> = {},
): ReturnType<NonNullable<SpecWorld<Mask>['generate']>> & { readonly drafted: readonly View[] } {
  const drafted: View[] = [];
  const world: SpecWorld<Mask> = {
    lattice,
    tools: ['read', 'pay'].map((name) => ({ name, text: name, label: 0, vouched: true })),
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: lowerReads, beforeAsking: undefined },
    max: { steps: 10, refusals: 3, calls: 2 },
    needsDraft: true,
    relevant: () => ({ label: 0 }),
    ruleCall: (tool) => ({ ceiling: tool === 'pay' ? 0 : 3, otherwise: 'block' }),
    ruleAnswer: () => ({ ceiling: 3, otherwise: 'block' }),
    isRead: (tool) => tool === 'read',
    resultFloor: () => 0,
    person: undefined,
    dutyOf: () => [],
    canonical: (args) => args,
    members: () => [],
    inert: () => undefined,
    dataOf: () => [],
    readBack: () => 0,
    execute: () => ({ shape: 0, parts: [] }),
    model,
    ...more,
    clearance: 3,
  };
  const drafter = {
    model: (view: View) => (drafted.push(view), drafts(view)),
    clearance: more.clearance ?? 3,
  };
  return { ...draftedBy(drafter)(world, history), drafted };
}

test.each([
  { of: 'an answer', small: [], main: [], label: untrusted, lazy: false },
  { of: 'a read', small: [read], main: [read], label: untrusted, lazy: true },
  { of: 'a read instead of an answer', small: [], main: [read], label: untrusted, lazy: true },
  { of: 'a payment instead of a read', small: [read], main: [pay], label: untrusted, lazy: false },
  { of: 'a payment from the narrow view', small: [pay], main: [pay], label: 0, lazy: false },
  { of: 'no payment where one was drafted', small: [pay], main: [], label: untrusted, lazy: false },
])('$of comes from the main model', ({ small, main, label, lazy }) => {
  const answered = reply('main', ...main);
  const output = step(
    () => answered,
    () => reply('small', ...small),
  );
  expect(output).toMatchObject({ label, reply: answered });
  expect(output.lazy ?? false).toBe(lazy);
});

test('the drafter sees what flows to its own clearance, and the main model all', () => {
  const model = (view: View): Reply => reply(sees(view) ? 'saw it' : 'saw nothing');
  const output = step(model, () => reply('small'), { clearance: 0 });
  expect(output.drafted.map(sees)).toEqual([false]);
  expect(output.reply.text).toBe('saw it');
});

test('without a draft the other model is not asked', () => {
  const output = step(
    () => reply('main'),
    () => reply('small'),
    { needsDraft: false },
  );
  expect(output).toMatchObject({ label: 0, drafted: [] });
});
