import { readFileSync } from 'node:fs';
import path from 'node:path';
import { loadPolicy, type Policy } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import {
  blocking,
  confirmingAll,
  policiesByProfile,
  profileOf,
  refusingAll,
  writeProfiles,
} from '../../src/defence/profiles.ts';
import { ferryEnvironment } from '../live/ferry.ts';
import { specOf } from '../live/sail.ts';
import { temporaryFolder } from '../sweep/world.ts';

const { policies } = ferryEnvironment;
const { harbour = '' } = policies;

/** The policy's rulings on a call of each tool, at the lowest label there is. */
function rulings(policy: Policy): readonly string[] {
  return ['read_board', 'get_tide', 'send_boat'].map((tool) => policy.ruleCall(tool, '{}').kind);
}

test.each([
  ['as it is', (text: string) => text, ['ceiling', 'ceiling', 'ceiling']],
  ['blocking', blocking, ['ceiling', 'ceiling', 'ceiling']],
  ['confirming all', confirmingAll, ['ceiling', 'ceiling', 'never']],
  ['refusing all', refusingAll, ['never', 'never', 'never']],
])('%s', async (_, change, expected) => {
  expect(rulings(await loadPolicy(change(harbour)))).toEqual(expected);
});

test('a policy that states nothing about violations blocks them too', () => {
  expect(blocking('version: 1\n')).toContain('onViolation: block');
  expect(blocking(harbour)).not.toContain('ask');
});

describe('profiles of a gateway', () => {
  test('each suite has one that asks and one that does not, from files that are policies', async () => {
    const folder = temporaryFolder();
    const profiles = writeProfiles(folder, {
      policies: policiesByProfile(policies),
      propagator: 'naive',
    });
    expect(Object.keys(profiles)).toEqual(['harbour-ask', 'harbour-skip']);
    expect(profiles['harbour-skip']).toMatchObject({
      propagator: 'naive',
      policy: 'harbour-skip.yaml',
    });
    const text = readFileSync(path.join(folder, 'harbour-skip.yaml'), 'utf8');
    expect(text).toBe(policiesByProfile(policies)[profileOf(specOf())]);
  });

  test.each([
    ['skip', 'harbour-skip'],
    ['truthful', 'harbour-ask'],
    ['always-yes', 'harbour-ask'],
    ['always-no', 'harbour-ask'],
  ] as const)('%s has the profile %s', (person, profile) => {
    expect(profileOf(specOf({ person }))).toBe(profile);
  });
});
