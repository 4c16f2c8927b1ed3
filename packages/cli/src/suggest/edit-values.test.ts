import { loadPolicy } from '@sluice/core';
import { expect, test } from 'vitest';
import { edited } from './edit.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
groups: { staff: [ann, bob] }
tools:
  post: { call: { ceiling: trusted } }
`;

async function ceilingFor(values: readonly string[], argument: string, args: object) {
  const made = edited(policy, { kind: 'argument', tool: 'post', argument, values });
  const ruling = (await loadPolicy(made?.text ?? policy)).ruleCall('post', JSON.stringify(args));
  return ruling.kind === 'ceiling' ? ruling.ceiling.text : ruling.kind;
}

test('a value of a run that looks like a group is that value alone', async () => {
  expect(await ceilingFor(['@staff'], 'to', { to: 'bob' })).toBe('trusted');
});
