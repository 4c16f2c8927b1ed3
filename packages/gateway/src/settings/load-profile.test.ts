import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { naive, type Policy } from '@sluice/core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loadProfile, type OwnPropagators } from './load-profile.ts';
import { readSettings } from './settings.ts';

let folder = '';

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-profile-'));
  writeFileSync(
    path.join(folder, 'sluice.yaml'),
    'version: 1\nlattice: { integrity: { chain: [trusted, untrusted] } }\nonViolation: ask\n' +
      'tools: {}\nanswer: { ceiling: untrusted }\n',
  );
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

interface Made {
  readonly policy: Policy;
  readonly options: string;
}

/** The name of the propagator that a profile gets, and what was made for it. */
async function loaded(propagator: string): Promise<{ name: string; made: readonly Made[] }> {
  const made: Made[] = [];
  const propagators: OwnPropagators = {
    own: (policy, options) => {
      made.push({ policy, options });
      return { ...naive(), name: `own[${options}]` };
    },
  };
  const text = JSON.stringify({
    upstreams: { openai: { family: 'openai', baseUrl: 'http://127.0.0.1:9/v1', keyFrom: 'KEY' } },
    profiles: { default: { policy: 'sluice.yaml', openai: 'openai', propagator } },
  });
  const settings = readSettings(text, 'gateway.yaml').profiles['default'];
  if (settings === undefined) throw new Error('no profile was read');
  const options = { settings, folder, upstreams: new Map(), propagators };
  return { name: (await loadProfile('default', options)).propagator.name, made };
}

test.each([
  ['lineage', 'lineage', []],
  ['own', 'own[]', ['']],
  ['own(a=1 b=2)', 'own[a=1 b=2]', ['a=1 b=2']],
  ['lineage+own(a=1)', 'lineage+own[a=1]', ['a=1']],
  ['cheapest-first:lineage,own', 'cheapest-first:lineage,own[]', ['']],
  ['cheapest-first:redact-all,lineage', 'cheapest-first:redact-all,lineage', []],
])('%s is %s', async (text, name, options) => {
  const found = await loaded(text);
  expect(found.name).toBe(name);
  expect(found.made.map((each) => each.options)).toEqual(options);
});

test('a propagator of the program’s own is made for the policy of the profile', async () => {
  const { made } = await loaded('own');
  expect(made[0]?.policy.space.top.text).toBe('untrusted');
});

test('a name that nobody knows is refused, with those that somebody does', async () => {
  await expect(loaded('owm')).rejects.toMatchObject({
    code: 'propagator-invalid',
    hint: expect.stringContaining('own'),
  });
});
