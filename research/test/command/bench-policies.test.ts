import { checkPolicy, loadPolicy, outlineOf, type Policy } from '@sluice/core';
import { beforeAll, describe, expect, test } from 'vitest';
import { blocking, confirmingAll, refusingAll } from '../../src/defence/profiles.ts';
import { demoEnvironment } from '../../src/command/demo/environment.ts';
import { policyTexts } from '../../src/command/policies.ts';

const suites = ['banking', 'slack', 'travel', 'workspace'];
const shipped = policyTexts(suites, {});
const strict = policyTexts(suites, { strict: true });

/** The tools that a policy names, in its order. */
function toolsIn(policy: Policy): readonly string[] {
  return outlineOf(policy).map(({ tool }) => tool);
}

function neverCalled(policy: Policy, tools: readonly string[]): readonly string[] {
  return tools.filter((tool) => policy.ruleCall(tool, '{}').kind === 'never');
}

describe.each([
  ...suites.map((suite) => [suite, shipped[suite] ?? ''] as const),
  ...suites.map((suite) => [`strict ${suite}`, strict[suite] ?? ''] as const),
])('the policy for %s', (_, text) => {
  let policy: Policy;
  let tools: readonly string[];
  beforeAll(async () => {
    policy = await loadPolicy(text);
    tools = toolsIn(policy);
  });

  test('says of no tool that it is never called', () => {
    expect(tools.length).toBeGreaterThan(8);
    expect(neverCalled(policy, tools)).toEqual([]);
  });

  test('confirming all, every call that changes something is asked about, and no other', async () => {
    const writes = tools.filter((tool) => policy.effect(tool) !== 'read');
    expect(writes).not.toEqual([]);
    expect(neverCalled(await loadPolicy(confirmingAll(text)), tools)).toEqual(writes);
  });

  test('refusing all, no call is left', async () => {
    expect(neverCalled(await loadPolicy(refusingAll(text)), tools)).toEqual(tools);
  });

  test('blocking, nothing is asked and nothing else changes', async () => {
    const blocked = blocking(text);
    expect(blocked).toMatch(/^onViolation: block$/m);
    expect(blocked).not.toMatch(/onViolation: (?:ask|log)/);
    const errors = (await checkPolicy(blocked)).filter(({ severity }) => severity === 'error');
    expect(errors).toEqual([]);
    const changed = await loadPolicy(blocked);
    const blockedBy = (tool: string): string =>
      JSON.stringify(policy.ruleCall(tool, '{}')).replace('"ask"', '"block"');
    const rulings = tools.map((tool) => JSON.stringify(changed.ruleCall(tool, '{}')));
    expect(rulings).toEqual(tools.map(blockedBy));
    expect(rulings.join()).not.toContain('"onViolation":"ask"');
  });
});

test('so is the demo’s', async () => {
  const { policies } = await demoEnvironment();
  const { office = '' } = policies;
  const tools = toolsIn(await loadPolicy(office));
  expect(neverCalled(await loadPolicy(refusingAll(office)), tools)).toEqual(tools);
  expect(neverCalled(await loadPolicy(confirmingAll(office)), tools)).toEqual([
    'send_money',
    'schedule_payment',
    'send_mail',
    'post_message',
    'fetch_page',
  ]);
});
