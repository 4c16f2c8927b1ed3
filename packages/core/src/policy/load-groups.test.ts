import { describe, expect, test } from 'vitest';
import { compiledPartsOf, loadPolicy } from './load.ts';
import type { Policy } from './policy.ts';

const head = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
`;

describe('groups that are given beside the policy', () => {
  const text = `${head}groups: { workspace: [/old], staff: [ann] }
tools:
  read: { call: { ceiling: top, rules: [{ when: { path: { under: ['@workspace'] } }, ceiling: top }] } }`;
  const load = (groups?: Readonly<Record<string, readonly string[]>>): Promise<Policy> =>
    loadPolicy(text, { groups });

  test('are added to its own, or stand in place of them', async () => {
    const policy = await load({ workspace: ['/srv/app'], more: ['ben'] });
    expect(compiledPartsOf(policy).source.groups).toEqual({
      workspace: ['/srv/app'],
      staff: ['ann'],
      more: ['ben'],
    });
  });

  test('are part of its hash', async () => {
    const [own, other, same] = await Promise.all(
      [undefined, { workspace: ['/srv/app'] }, { workspace: ['/old'] }].map(load),
    );
    expect(other?.hash).not.toBe(own?.hash);
    expect(same?.hash).toBe(own?.hash);
  });

  test('let a policy load that names none', async () => {
    const bare = text.replace(/^groups.*$/m, '');
    await expect(loadPolicy(bare)).rejects.toThrow('no group is called `@workspace`');
    await expect(loadPolicy(bare, { groups: { workspace: ['/a'] } })).resolves.toBeDefined();
  });

  test('are read as those of a policy are', async () => {
    await expect(load({ '@workspace': ['/a'] })).rejects.toThrow('a group is named without `@`');
    await expect(load({ workspace: [''] })).rejects.toThrow('an empty text is not allowed here');
  });
});
