import { expect, test } from 'vitest';
import { loadPolicy } from '../load.ts';
import { diffPolicies } from './diff.ts';

const base = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: untrusted, withLinks: trusted }
tools:
  read_mail:
    effect: read
    call: { ceiling: top }
    result:
      format: text
      label: untrusted
      spans: [{ pattern: 'ID[0-9]{4}', label: trusted, endorse: { because: Ids are ours. } }]
  pay:
    call:
      ceiling: untrusted
      arguments: { to: { matches: 'DE[0-9]{4}' } }
`;

/** The change is seen: as a flow, as something looser, or as not compared in full. */
async function isSeen(old: string, now: string): Promise<boolean> {
  const [before, after] = [await loadPolicy(base), await loadPolicy(base.replace(old, now))];
  const { opened, askable, loosened, gaps } = diffPolicies(before, after);
  return [opened, askable, loosened, gaps].some(({ length }) => length > 0);
}

test('links made inert let an answer out that was asked about', async () => {
  expect(await isSeen('withLinks: trusted }', 'withLinks: trusted, links: inert }')).toBe(true);
});

test.each([
  ['a class of the pattern of an argument', 'DE[0-9]{4}', 'DE[0-9A-Z]{4}'],
  ['a class of the pattern of an endorsed span', 'ID[0-9]{4}', 'ID[0-9A-Z]{4}'],
])('%s takes more', async (_, old, now) => {
  expect(await isSeen(old, now)).toBe(true);
});

test('what an argument takes that was refused before', async () => {
  const before = await loadPolicy(base);
  const after = await loadPolicy(base.replace('DE[0-9]{4}', 'DE[0-9A-Z]{4}'));
  const args = '{"to":"DEEVIL"}';
  expect(before.ruleCall('pay', args).kind).toBe('deny');
  expect(after.ruleCall('pay', args).kind).toBe('ceiling');
});
