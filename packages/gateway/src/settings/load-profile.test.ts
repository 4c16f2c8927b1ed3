import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { History, naive, type Policy, type Propagator } from '@sluice/core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadProfile } from './load-profile.ts';
import type { Profile } from './profile.ts';
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
  const profile = await profileOf({ propagator }, (policy, options) => {
    made.push({ policy, options });
    return { ...naive(), name: `own[${options}]` };
  });
  return { name: profile.propagator.name, made };
}

/** A profile with some settings, in which the program's own propagator is called `own`. */
async function profileOf(
  more: {
    readonly propagator: string;
    readonly propagatorSeconds?: number;
    readonly groups?: Readonly<Record<string, readonly string[]>>;
  },
  own: (policy: Policy, options: string) => Propagator,
): Promise<Profile> {
  const text = JSON.stringify({
    upstreams: { openai: { family: 'openai', baseUrl: 'http://127.0.0.1:9/v1', keyFrom: 'KEY' } },
    profiles: { default: { policy: 'sluice.yaml', openai: 'openai', ...more } },
  });
  const settings = readSettings(text, 'gateway.yaml').profiles['default'];
  if (settings === undefined) throw new Error('no profile was read');
  const options = { settings, folder, upstreams: new Map(), propagators: { own } };
  return loadProfile('default', options);
}

test.each([
  ['lineage', 'lineage', []],
  ['own', 'own[]', ['']],
  ['own(a=1 b=2)', 'own[a=1 b=2]', ['a=1 b=2']],
  ['lineage+own(a=1)', 'lineage+own[a=1]', ['a=1']],
  ['lineage(sums,fields)', 'lineage(fields,sums)', []],
  ['own(a,b)+lineage(sums,fields)', 'own[a,b]+lineage(fields,sums)', ['a,b']],
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

test('a propagator has thirty seconds, or as long as is said', async () => {
  const own = (): Propagator => naive();
  expect((await profileOf({ propagator: 'own' }, own)).propagatorTimeoutMs).toBe(30_000);
  const said = await profileOf({ propagator: 'own', propagatorSeconds: 0.5 }, own);
  expect(said.propagatorTimeoutMs).toBe(500);
});

test.each([
  ['as long as it has itself', 'cheapest-first:own', 950],
  ['half of it', 'cheapest-first:own,naive', 450],
  ['half of it, rules or not', 'cheapest-first:own,lineage(fields,sums)', 450],
  ['a third of it', 'cheapest-first:own,own,naive', 300],
])('of several that are asked in turn each has its part: %s', async (_, propagator, tookMs) => {
  vi.useFakeTimers();
  try {
    const aborted: number[] = [];
    const startedMs = Date.now();
    const own = (): Propagator => ({
      name: 'own',
      needs: 'nothing',
      relevant: ({ signal }) => {
        const onAbort = (): void => void aborted.push(Date.now() - startedMs);
        signal.addEventListener('abort', onAbort);
        return new Promise(() => {});
      },
    });
    const profile = await profileOf({ propagator, propagatorSeconds: 1 }, own);
    const { signal } = new AbortController();
    const draft = { text: '', calls: [], stop: 'complete' } as const;
    const { space } = profile.policy;
    const asked = profile.propagator.relevant({ space, history: History.of([]), signal, draft });
    await vi.advanceTimersByTimeAsync(2_000);
    await asked;
    expect(aborted[0]).toBeGreaterThanOrEqual(tookMs);
    expect(aborted[0]).toBeLessThan(tookMs + 100);
  } finally {
    vi.useRealTimers();
  }
});

test('the groups of a profile are part of its policy', async () => {
  const own = (): Propagator => naive();
  const [bare, one, other] = await Promise.all(
    [{}, { workspace: ['/srv/a'] }, { workspace: ['/srv/b'] }].map(async (groups) => {
      return (await profileOf({ propagator: 'own', groups }, own)).policy.hash;
    }),
  );
  expect(new Set([bare, one, other]).size).toBe(3);
});
