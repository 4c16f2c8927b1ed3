import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { cacheFolder } from '../../src/agentdojo/cache-folder.ts';
import {
  environmentFolder,
  findAgentDojo,
  pythonVariable,
} from '../../src/agentdojo/environment.ts';
import { pinnedVersion, requirementsFile } from '../../src/agentdojo/python-files.ts';
import { installError, setUpAgentDojo } from '../../src/agentdojo/set-up.ts';
import { proves } from '../../src/testing/proves.ts';
import { fakePython, type FakePython } from './fake-python.ts';

const whole = ['venv', expect.stringMatching(/^pip install /), 'import'];

let fake: FakePython;

let lines: string[];

beforeEach(() => {
  fake = fakePython();
  lines = [];
  vi.stubEnv('SLUICE_CACHE', fake.cache);
  vi.stubEnv(pythonVariable, '');
});

afterEach(() => {
  vi.unstubAllEnvs();
  fake.remove();
});

// The fake Python is a script with a first line that names its interpreter.
describe.skipIf(process.platform === 'win32')('setting up', () => {
  test('once; the second time nothing is done', async () => {
    expect(findAgentDojo()).toBeUndefined();
    const made = await setUp();
    expect(made).toEqual(findAgentDojo());
    expect(made.python).toBe(path.join(environmentFolder(), 'bin', 'python'));
    expect(lines).toContain('  some-package==1.0');
    await expect(setUp()).resolves.toEqual(made);
    expect(fake.asked()).toEqual(whole);
  });
  proves('agentdojo/half-install', async () => {
    const folder = environmentFolder();
    const left = `${folder}.partial-1`;
    for (const half of [folder, left, `${folder}.partial-2`])
      mkdirSync(path.join(half, 'bin'), { recursive: true });
    writeFileSync(path.join(folder, 'bin', 'python'), '');
    writeFileSync(path.join(folder, 'sluice-stamp'), 'the hash of other requirements\n');
    utimesSync(left, 0, 0);
    expect(findAgentDojo()).toBeUndefined();
    await setUp();
    expect(fake.asked()).toEqual(whole);
    expect(findAgentDojo()).toBeDefined();
    expect(readdirSync(fake.cache).toSorted()).toEqual(
      [path.basename(folder), `${path.basename(folder)}.partial-2`].toSorted(),
    );
  });
  test.each([
    ['venvFails', 'The virtual environment was not created: ensurepip is not', /python3-venv/],
    ['pipFails', 'ERROR: No matching distribution (from versions: none)', /network/],
    ['pipFails', 'THESE PACKAGES DO NOT MATCH THE HASHES', /do not trust/],
    ['pipFails', 'OSError: [Errno 28] No space left on device', /300 MB/],
    ['importFails', 'ImportError: incompatible architecture', /another Python/],
  ])('%s: %s', async (step, text, hint) => {
    fake.behave({ [step]: text });
    const error = await failure(setUp());
    expect(error.code).toBe('peer-missing');
    expect(error.hint).toMatch(hint);
    expect(readdirSync(fake.cache)).toEqual([]);
    fake.behave({});
    await setUp();
    expect(findAgentDojo()).toBeDefined();
  });
  test.each([
    [{ version: '3.9.2' }, /`.*python` is Python 3\.9\.2/],
    [{ version: '2.7.18' }, /is Python 2\.7\.18/],
    [{ version: 'none' }, /does not run/],
  ])('%o is not enough', async (manner, message) => {
    fake.behave(manner);
    const error = await failure(setUp());
    expect(error.message).toMatch(message);
    expect(error.hint).toMatch(/apt install python3/);
    expect(fake.asked()).toEqual([]);
  });
  test('no Python at all', async () => {
    const error = await failure(setUpAgentDojo({ onLine: () => {}, python: '/nowhere/python' }));
    expect(error.problem).toBe('no Python 3.11 or later: `/nowhere/python` does not run');
  });
  test('a named Python that has the pinned version is taken as it is', async () => {
    vi.stubEnv(pythonVariable, fake.python);
    fake.behave({ has: pinnedVersion() });
    await expect(setUp()).resolves.toEqual({
      python: fake.python,
      packageVersion: pinnedVersion(),
    });
    expect(fake.asked()).toEqual([]);
  });
  test.each([
    [{ has: '0.0.1' }, `has AgentDojo 0.0.1, not ${pinnedVersion()}`],
    [{}, 'does not have AgentDojo'],
  ])('a named Python that %o is refused', (manner, message) => {
    vi.stubEnv(pythonVariable, fake.python);
    fake.behave(manner);
    expect(() => findAgentDojo()).toThrow(message);
  });
  test('pip is told to check hashes and to add nothing', async () => {
    await setUp();
    expect(fake.asked()[1]).toMatch(/--no-deps --require-hashes --requirement$/);
  });
});

proves('agentdojo/pinned', () => {
  const text = readFileSync(requirementsFile, 'utf8').replaceAll(/^#.*\n/gm, '');
  const pins = text.replaceAll('\\\n', '').trim().split('\n');
  expect(pins.length).toBeGreaterThan(50);
  for (const pin of pins)
    expect(pin).toMatch(/^[\w.-]+==[\w.]+( ; [^:]+?)?(\s+--hash=sha256:[0-9a-f]{64})+$/);
});

test('an install error that nobody foresaw quotes the end of what was written', () => {
  const error = installError('install AgentDojo', `${'x'.repeat(5_000)} gcc: not found`);
  expect(error.problem).toMatch(/gcc: not found$/);
  expect(error.problem.length).toBeLessThan(800);
});

test.each([
  [{ SLUICE_CACHE: '/own', XDG_CACHE_HOME: '/xdg' }, 'linux', path.resolve('/own')],
  [{ SLUICE_CACHE: '', XDG_CACHE_HOME: '/xdg' }, 'linux', path.join('/xdg', 'sluice')],
  [{}, 'linux', path.join('.cache', 'sluice')],
  [{}, 'darwin', path.join('Library', 'Caches', 'sluice')],
  [{ LOCALAPPDATA: '/local' }, 'win32', path.join('/local', 'sluice')],
  [{}, 'win32', path.join('AppData', 'Local', 'sluice')],
])('the cache folder with %o on %s', (env, platform, folder) => {
  expect(cacheFolder(env, platform).endsWith(folder)).toBe(true);
});

test('the files of the package are where they are said to be', () => {
  expect(existsSync(requirementsFile)).toBe(true);
  expect(pinnedVersion()).toMatch(/^\d+\.\d+\.\d+$/);
});

async function setUp(): ReturnType<typeof setUpAgentDojo> {
  return setUpAgentDojo({ onLine: (line) => lines.push(line), python: fake.python });
}

async function failure(running: Promise<unknown>): Promise<SluiceError> {
  const error = await running.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (error instanceof SluiceError) return error;
  throw new Error('it did not fail as it should', { cause: error });
}
