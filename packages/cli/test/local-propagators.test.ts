import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { localPropagators } from '@sluice/local';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { tinyModel } from '../../local/src/testing/tiny-model.ts';
import { inProcess, openedNames, openNamed } from '../src/local/open-named.ts';
import { loadResearch } from '../src/research.ts';
import { project, ranIn } from './projects.ts';
import { sluice } from './terminal.ts';

let models = '';

beforeEach(() => {
  models = mkdtempSync(path.join(tmpdir(), 'sluice-models-'));
  vi.stubEnv('SLUICE_MODELS', models);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(models, { recursive: true });
});

test('the names are those of the packages that make them', async () => {
  const { propagators } = await loadResearch('a test');
  const named = [...localPropagators, ...propagators].map(({ name }) => name);
  expect(openedNames).toEqual(named);
});

const unopened = {
  clearance: inProcess,
  pathOf: (): string => {
    throw new Error('it is opened');
  },
};

test.each([
  'lineage',
  'target:attention',
  'cheapest-first:lineage,naive',
  'minimal-labels-of-mine',
])('%j opens nothing', async (text) => {
  expect((await openNamed([text], unopened)).registry).toEqual({});
});

test.each([
  ' knn-lm (k=4) ',
  'lineage+judge:local',
  'cheapest-first:lineage,minimal-labels(lambda=1)',
])('%j opens a model', async (text) => {
  await expect(openNamed([text], unopened)).rejects.toThrow('it is opened');
});

test('without research, a propagator of it says what to install', async () => {
  const missing = Promise.reject(new Error("Cannot find package '@sluice/research' imported"));
  await expect(loadResearch('the propagator `knn-lm`', () => missing)).rejects.toMatchObject({
    code: 'peer-missing',
    hint: expect.stringContaining('install the packed `@sluice/research`'),
  });
});

describe('the demo', () => {
  const scene = ['demo', '--scene', 'changed-account', '--json', '--propagator'];

  test.each<[string, readonly string[]]>([
    ['minimal-labels', ['smollm2-135m-instruct', 'sluice models pull']],
    ['knn-lm(k=0)', ['knn-lm', 'gamma']],
    ['judge:local(colour=red)', ['colour', 'unseen']],
    ['judge', ['needs a model']],
  ])('says what to type for %s', async (name, said) => {
    const { code, errors } = await sluice([...scene, name]);
    expect(code).toBe(2);
    for (const each of said) expect(errors).toContain(each);
  });

  test.each([
    'cheapest-first:redact-all,lineage',
    'target:trusted & public',
    'multi-execution',
    'introspection',
  ])('plays %s, and no attack succeeds', async (name) => {
    const { code, out } = await sluice([...scene, name]);
    expect(code).toBe(0);
    expect(out).toMatch(/"demo\.[^"]+\.attacksSucceeded":0/);
  });

  test('plays one on weights of one’s own', async () => {
    pulled('tiny', tinyModel({ seed: 1, type: 'f32', layers: 1, width: 32, context: 8192 }));
    const name = 'knn-lm(model=tiny context=8192 labels=4)';
    const { code, out } = await sluice([...scene, name]);
    expect(code).toBe(0);
    expect(out).toContain('"demo.knn-lm.attacksSucceeded":0');
  });
});

/** Puts weights where `sluice models pull` would. */
function pulled(id: string, weights: Uint8Array): void {
  const folder = path.join(models, id);
  mkdirSync(folder);
  const file = `${id}.gguf`;
  writeFileSync(path.join(folder, file), weights);
  const sha256 = createHash('sha256').update(weights).digest('hex');
  const about = { licence: 'none', about: 'random numbers', sources: [] };
  const entry = { id, file, bytes: weights.length, sha256, ...about };
  writeFileSync(path.join(folder, 'entry.json'), JSON.stringify(entry));
}

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools: {}
answer: { ceiling: untrusted }
`;
const settings = `listen: { port: 0 }
upstreams:
  openai: { family: openai, baseUrl: 'http://127.0.0.1:9/v1', keyFrom: OPENAI_API_KEY }
profiles: { default: { policy: sluice.yaml, openai: openai, propagator: 'minimal-labels' } }
`;

test('a gateway without the weights of its propagator says what to type', () => {
  const folder = project({ 'gateway.yaml': settings, 'sluice.yaml': policy });
  const ran = ranIn(folder, ['gateway'], { OPENAI_API_KEY: 'sk', SLUICE_MODELS: models });
  expect(ran.code).toBe(2);
  expect(ran.errors).toContain('sluice models pull smollm2-135m-instruct');
});
