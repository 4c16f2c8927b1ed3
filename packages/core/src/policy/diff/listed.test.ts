import { expect, test } from 'vitest';
import { loadPolicy } from '../load.ts';
import { diffPolicies } from './diff.ts';

const policy = (staff: string) =>
  loadPolicy(`version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
groups: { staff: [${staff}] }
onViolation: block
answer: { ceiling: top }
tools:
  read: { effect: read, result: { format: text, label: untrusted } }
  send:
    call:
      ceiling: untrusted
      rules: [{ when: { to: { notIn: ['@staff'] } }, ceiling: untrusted }]
`);

// A list of which one item is a member can be read neither way, so nothing may run.
test('each member of a group stands in a list beside somebody else, though two policies name it', async () => {
  const [before, after] = [await policy('ann, bob, eve'), await policy('ann')];
  const args = '{"to":["bob","zoe"]}';
  expect(before.ruleCall('send', args)).toMatchObject({ ceiling: before.space.bottom });
  expect(after.ruleCall('send', args)).toMatchObject({ ceiling: after.space.top });
  expect(diffPolicies(before, after).opened.map(({ sink }) => sink)).toContain('send');
});
