import { expect, test } from 'vitest';
import { both, fakePolicy, trusted, untrusted } from '../../test/fake-policy.ts';
import { monitorOf, person, shown, toolbox } from '../../test/monitor-fixture.ts';
import type { Ruling } from '../policy/policy.ts';
import { answerRefusalText } from '../engine/call/refusal.ts';
import { proves } from '../testing/proves.ts';

function monitorWith(onViolation: 'ask' | 'block' | 'log', confirm?: ReturnType<typeof person>) {
  return monitorOf({
    policy: fakePolicy({
      results: { read: untrusted },
      ceilings: { read: both },
      answer: trusted,
      onViolation,
    }),
    tools: toolbox({ read: 'STRANGER' }),
    confirm,
    script: ({ view }, generation) => {
      if (generation === 0) return { calls: [{ tool: 'read', args: {} }] };
      return shown(view).includes('STRANGER') ? 'it says STRANGER' : 'it says nothing';
    },
  }).monitor;
}

proves('answer/sink', async () => {
  const blocked = await monitorWith('block').turn('what does it say?');
  // The narrow view answers from what it may show: no refusal is needed.
  expect(blocked).toMatchObject({ outcome: 'answered', text: 'it says nothing', label: trusted });
  const parrot = monitorOf({
    policy: fakePolicy({
      results: { read: untrusted },
      ceilings: { read: both },
      answer: trusted,
      onViolation: 'block',
      override: { clearance: () => both },
    }),
    propagator: { name: 'all', needs: 'nothing', relevant: () => ({ kind: 'all', because: 'x' }) },
    tools: toolbox({ read: 'STRANGER' }),
    script: (_, generation) =>
      generation === 0 ? { calls: [{ tool: 'read', args: {} }] } : 'it says STRANGER',
  }).monitor;
  const refused = await parrot.turn('what does it say?');
  expect(refused.outcome).toBe('answer-refused');
  expect(refused.text).not.toContain('STRANGER');
});

test('the user reads one plain sentence, whichever rule withheld the answer', async () => {
  const rulings: readonly Ruling[] = [
    { kind: 'ceiling', rule: 'answer', ceiling: trusted, perArgument: {}, onViolation: 'block' },
    { kind: 'never', rule: 'answer.withLinks', onViolation: 'ask' },
    { kind: 'deny', rule: 'answer.fields', reason: 'policy-failed' },
  ];
  for (const ruling of rulings) {
    const { monitor } = monitorOf({
      policy: fakePolicy({
        results: { read: untrusted },
        ceilings: { read: both },
        override: { ruleAnswer: () => ruling },
      }),
      propagator: { name: 'all', needs: 'nothing', relevant: () => ({ kind: 'all', because: '' }) },
      tools: toolbox({ read: 'STRANGER' }),
      script: (_, generation) =>
        generation === 0 ? { calls: [{ tool: 'read', args: {} }] } : 'it says STRANGER',
    });
    const { outcome, text } = await monitor.turn('what does it say?');
    expect([outcome, text]).toEqual(['answer-refused', answerRefusalText]);
  }
  expect(answerRefusalText).not.toMatch(/label|ceiling|dimension|rule|flow/);
});
