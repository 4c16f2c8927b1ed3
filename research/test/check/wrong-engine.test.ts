import { Content, loadPolicy, Monitor, naive, type Policy } from '@sluice/core';
import { expect, test } from 'vitest';
import { checkRuns } from '../../src/check/check.ts';
import { proves } from '../../src/testing/proves.ts';
import { outputOf, replyTo, tools, turnText } from './clerk-world.ts';
import { clerk } from './policies.ts';
import { recordSession } from './record-session.ts';

/** A run under what gives itself out as the policy; its record is in agreement with itself. */
async function recordUnder(seed: number, change: (policy: Policy) => Partial<Policy>) {
  const policy = await loadPolicy(clerk);
  const executed: { readonly tool: string; readonly args: string }[] = [];
  const monitor = new Monitor({
    policy: { ...policy, ...change(policy) },
    model: { name: 'made-up', generate: async ({ view }) => replyTo(seed, view) },
    propagator: naive(),
    // One tool’s declaration is at the top, and so would be everything that a naive agent does.
    tools: tools
      .filter(({ name }) => name !== 'watched')
      .map((tool) => ({
        ...tool,
        execute: (args) => {
          executed.push({ tool: tool.name, args: JSON.stringify(args) });
          return outputOf(seed, tool.name, args);
        },
      })),
    confirm: undefined,
    structure: 'keep',
    shortcuts: { allowedDraft: true, lazyReads: true },
  });
  for (let turn = 0; turn < 3; turn += 1) await monitor.turn(turnText(seed, turn));
  return { events: monitor.events, executed };
}

const wrong: readonly [string, (policy: Policy) => Partial<Policy>][] = [
  [
    'ceilings are the top',
    ({ space, ruleCall }) => ({
      ruleCall: (tool, args) => {
        const ruling = ruleCall(tool, args);
        return ruling.kind === 'deny'
          ? ruling
          : { ...ruling, kind: 'ceiling', ceiling: space.top, perArgument: {} };
      },
    }),
  ],
  [
    'results are trusted',
    ({ space }) => ({ labelResult: ({ text }) => Content.whole(space, text, space.bottom) }),
  ],
  ['nothing is above the provider’s clearance', ({ space }) => ({ clearance: () => space.bottom })],
];

proves('check/wrong-engine', async () => {
  for (const [name, change] of wrong) {
    let found = 0;
    for (let seed = 1; seed <= 10; seed += 1) {
      const { events, executed } = await recordUnder(seed, change);
      const checked = await checkRuns(events, { policy: clerk, executed: undefined });
      const outside = await checkRuns(events, { policy: clerk, executed });
      expect(outside.violations.length, name).toBeGreaterThanOrEqual(checked.violations.length);
      found += checked.violations.length;
    }
    expect(found, name).toBeGreaterThan(0);
  }
  const { events, executed } = await recordUnder(1, () => ({}));
  const honest = await checkRuns(events, { policy: clerk, executed });
  expect(honest).toMatchObject({ differences: [], violations: [] });
});

/** A session whose client carries out several calls, at once and one after the other. */
async function recordBusy() {
  for (let seed = 1; ; seed += 1) {
    const options = { policy: clerk, propagator: 'lineage', turns: 2 };
    const recorded = await recordSession(seed, options);
    if (recorded.executed.length > 2) return recorded;
  }
}

proves('check/fail-closed', async () => {
  const { events, executed } = await recordBusy();
  const lost: readonly (readonly unknown[])[] = [
    [],
    ['no JSON', null, 7],
    events.slice(1),
    events.slice(0, 3),
    [...events.slice(0, 3), { type: 'step-labelled' }, ...events.slice(3)],
    [...events, { type: 'call-executed', run: 'another', seq: 0, step: 0 }],
    events.map(({ type }) => ({ type, payload: undefined })),
  ];
  for (const [at, record] of lost.entries()) {
    const { differences, violations } = await checkRuns(record, { policy: clerk, executed });
    expect(differences.length + violations.length, `record ${at}`).toBeGreaterThan(0);
  }
  const others = clerk.replace('onViolation: ask', 'onViolation: block');
  const checked = await checkRuns(events, { policy: others, executed });
  expect(checked.differences).toHaveLength(1);
  const inside = events.filter(({ type }) => type === 'call-executed');
  expect(checked.violations).toHaveLength(inside.length + executed.length);
});

test('a text that is no policy is an error, not a finding', async () => {
  const check = checkRuns([], { policy: 'version: 1', executed: undefined });
  await expect(check).rejects.toThrow('lattice');
});
