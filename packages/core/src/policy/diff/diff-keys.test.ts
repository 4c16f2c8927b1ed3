import { expect, test } from 'vitest';
import { loadPolicy } from '../load.ts';
import { diffPolicies } from './diff.ts';

const base = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  balances:
    result:
      format: json
      label: untrusted
      shape: trusted
      rules:
        - { path: $.accounts, label: untrusted, shape: trusted, keys: untrusted }
        - { path: '$.accounts[*]', label: untrusted, when: { '$.accounts[*]~': ann } }
        - { path: '$.accounts[*].owner', label: untrusted, when: { '$.accounts[*]~': { matches: 'x-[0]' } } }
  pay: { call: { ceiling: trusted } }
`;

async function opened(...changes: readonly (readonly [string, string])[]) {
  const after = changes.reduce((text, [old, now]) => {
    expect(text).toContain(old);
    return text.replace(old, now);
  }, base);
  const diff = diffPolicies(await loadPolicy(base), await loadPolicy(after));
  const flows = diff.opened.filter(({ sink }) => sink === 'pay');
  return [
    ...new Set(flows.map(({ source, witness }) => `${source} | ${witness.result?.text ?? ''}`)),
  ];
}

const trustedKeys = ['keys: untrusted', 'keys: trusted'] as const;
const trustAnn = [
  "untrusted, when: { '$.accounts[*]~': ann",
  "trusted, when: { '$.accounts[*]~': ann",
] as const;

test('the label of keys opens the way for keys, and for nothing else', async () => {
  const flows = await opened(trustedKeys);
  expect(flows.length).toBeGreaterThan(0);
  // Which key a member has decides its shape: there is a rule for one of them.
  for (const flow of flows) expect(flow).toMatch(/\((?:its name|order and size)\)/);
});

test('a condition on a key is tried with keys that meet it', async () => {
  // Strangers choose the keys: nothing is lowered.
  expect(await opened(trustAnn)).toEqual([]);
  const flows = await opened(trustedKeys, trustAnn);
  expect(flows.join('\n')).toMatch(/\['ann'\].*\| .*"ann":/);
});

test('a pattern of keys is tried with a key that it matches', async () => {
  const flows = await opened(trustedKeys, [
    "'$.accounts[*].owner', label: untrusted",
    "'$.accounts[*].owner', label: trusted",
  ]);
  expect(flows.filter((flow) => !flow.includes('(its name)')).join('\n')).toMatch(/"x-0":/);
});

test('a pattern of which no example is known is a gap', async () => {
  const changed = base.replace('x-[0]', '\\p{Script=Thai}+');
  const { gaps } = diffPolicies(await loadPolicy(base), await loadPolicy(changed));
  expect(gaps).toContainEqual(expect.stringContaining('results of balances: no text was found'));
});
