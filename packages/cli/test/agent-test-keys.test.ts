import { loadPolicy } from '@sluice/core';
import { expect, test } from 'vitest';
import { madeUpPlaces } from '../src/agent-test/places.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  balances:
    effect: read
    call: { ceiling: top }
    result:
      format: json
      label: trusted
      rules:
        - { path: $.accounts, label: trusted, keys: untrusted }
        - { path: '$.accounts[*]', label: trusted, when: { '$.accounts[*]~': { matches: 'ab.*' } } }
`;

test('the keys of a map are a place of their own, with their own label', async () => {
  const now = await loadPolicy(policy);
  const { places } = madeUpPlaces({ now, right: now });
  const names = places.filter(({ name }) =>
    name.endsWith("['accounts']['sluiceOther'] (its name)"),
  );
  expect(names.map((place) => [place.now.text, place.strangers])).toEqual([
    ['untrusted', 'its label is untrusted'],
  ]);
});
