import { expect, test } from 'vitest';
import { loadPolicy } from '@sluice/core';
import { testPolicyAlone } from '../src/agent-test/test-policy.ts';

const policy = (read: string, pay: string): string => `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  get_mail:
    effect: read
    description: trusted
    call: { ceiling: top }
    result:
      format: json
      label: untrusted
      shape: trusted
      because: A count.
      rules: [{ path: "${read}", label: trusted }]
  pay:
    description: trusted
    call:
      ceiling: trusted
      rules: [{ when: { "${pay}": landlord }, ceiling: top }]
    result: { format: text, label: trusted, because: Its own words. }
`;

async function against(before: string, after: string) {
  const [right, now] = [await loadPolicy(before), await loadPolicy(after)];
  return testPolicyAlone(now, { seed: 1, pairsMax: 500, right });
}

test('against a baseline a second field that counts as trusted is found', async () => {
  const { findings } = await against(policy("$['id']", '$.to'), policy("$['id','body']", '$.to'));
  expect(findings.map(({ kind }) => kind)).toContain('opened');
});

test('that only the first of several recipients is looked at is said to be untried', async () => {
  const [all, first] = [policy('$.id', '$.lines[*].to'), policy('$.id', '$.lines[0].to')];
  const { gaps } = await against(all, first);
  expect(gaps).toContainEqual(expect.stringContaining('calls of pay: paths with indices'));
  expect((await against(first, first)).gaps).toEqual([]);
});
