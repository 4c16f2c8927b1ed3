import { expect, test } from 'vitest';
import { loadPolicy } from '../load.ts';
import { diffPolicies } from './diff.ts';

const base = `version: 1
lattice:
  integrity: { chain: [trusted, checked, untrusted] }
  confidentiality: { readers: any }
onViolation: ask
answer: { ceiling: trusted & everyone, withLinks: trusted & everyone }
models: { small: { judge: trusted & everyone } }
providerTools: { web_search: { ceiling: trusted & everyone, result: trusted & everyone } }
tools:
  send:
    call:
      ceiling: trusted & everyone
      rules:
        - { when: { to: ann }, ceiling: trusted & everyone }
        - { name: ours, when: { to: bob }, ceiling: trusted & everyone }
      data: { body: { form: text, ceiling: trusted, withLinks: trusted, writes: [], because: x } }
`;

async function loosened(old: string, now: string): Promise<readonly string[]> {
  expect(base).toContain(old);
  const [before, after] = [await loadPolicy(base), await loadPolicy(base.replace(old, now))];
  const diff = diffPolicies(before, after);
  expect(diff.opened).toEqual([]);
  return diff.loosened;
}

const labels = '(trusted & everyone before, now checked & everyone), but opens no flow today';

test.each([
  [
    'the ceiling of send',
    'ceiling: trusted & everyone\n      rules',
    'ceiling: checked & everyone\n      rules',
  ],
  ['the ceiling for {"to":"ann"} of send', 'ann }, ceiling: trusted', 'ann }, ceiling: checked'],
  ['the ceiling of rule ours of send', 'bob }, ceiling: trusted', 'bob }, ceiling: checked'],
  ['the ceiling of `body` of send', 'text, ceiling: trusted', 'text, ceiling: checked'],
  [
    '`withLinks` of `body` of send',
    'ceiling: trusted, withLinks: trusted',
    'ceiling: trusted, withLinks: checked',
  ],
  [
    '`withLinks` of the answer',
    'withLinks: trusted & everyone }',
    'withLinks: checked & everyone }',
  ],
  ['what `small` may see as a second model', 'judge: trusted', 'judge: checked'],
  [
    "the ceiling of the provider's web_search",
    'search: { ceiling: trusted',
    'search: { ceiling: checked',
  ],
])('%s is raised, and nothing carries such a label', async (name, old, now) => {
  expect(await loosened(old, now)).toContain(`${name} now allows more ${labels}`);
});

test('a lower ceiling is not named', async () => {
  const [strict, wide] = [base, base.replaceAll('ceiling: trusted', 'ceiling: checked')];
  const diff = diffPolicies(await loadPolicy(wide), await loadPolicy(strict));
  expect(diff.loosened).toEqual([]);
});

test('a ceiling to which a flow opens is told by the flow alone', async () => {
  const wide = base.replace(
    'ceiling: trusted & everyone\n      rules',
    'ceiling: top\n      rules',
  );
  const { opened, loosened: said } = diffPolicies(await loadPolicy(base), await loadPolicy(wide));
  expect(opened.length).toBeGreaterThan(0);
  expect(said.filter((line) => line.startsWith('the ceiling of send'))).toEqual([]);
});
