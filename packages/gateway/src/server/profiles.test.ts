import { expect, test, vi } from 'vitest';
import { loadProfile } from '../settings/load-profile.ts';
import type { Profile } from '../settings/profile.ts';
import { readSettings } from '../settings/settings.ts';
import { Profiles } from './profiles.ts';

vi.mock(import('../settings/load-profile.ts'));

const settings = readSettings(
  `
upstreams:
  one: { family: openai, baseUrl: 'https://one.example/v1', keyFrom: KEY }
profiles:
  default: { policy: sluice.yaml, openai: one }
`,
  'gateway.yaml',
);
const more = { folder: '.', upstreams: new Map(), nowMs: () => 0 };

// Nothing else of it is looked at.
const profile = (policy: string): Profile => ({ name: policy }) as Profile;

test('of two reloads the one that was asked for last is in force, however long each takes', async () => {
  const load = vi.mocked(loadProfile);
  load.mockResolvedValueOnce(profile('first'));
  const profiles = await Profiles.load(settings, more);
  const slow = Promise.withResolvers<Profile>();
  load.mockReturnValueOnce(slow.promise).mockResolvedValue(profile('new'));
  const reloads = [profiles.reload(), profiles.reload()];
  // All that can happen has happened while the first waits for its disk.
  await new Promise((resolve) => void setImmediate(resolve));
  slow.resolve(profile('old'));
  await Promise.all(reloads);
  expect(profiles.named('default').name).toBe('new');
});

test('a reload that fails changes nothing, and the next is not kept from it', async () => {
  const load = vi.mocked(loadProfile);
  load.mockResolvedValueOnce(profile('first'));
  const profiles = await Profiles.load(settings, more);
  load.mockRejectedValueOnce(new Error('no such file'));
  await expect(profiles.reload()).rejects.toThrow('no such file');
  expect(profiles.named('default').name).toBe('first');
  load.mockResolvedValueOnce(profile('next'));
  await profiles.reload();
  expect(profiles.named('default').name).toBe('next');
});
