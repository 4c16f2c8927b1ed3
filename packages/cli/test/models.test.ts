import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { neededLocal } from '../src/models/command.ts';
import { shownProgress } from '../src/models/pull-progress.ts';
import { sluice } from './terminal.ts';

const known = 'smollm2-135m-instruct';

const bytes = Buffer.from('not weights, but nobody looks inside');

const sha256 = createHash('sha256').update(bytes).digest('hex');

let folder = '';

let file = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-models-'));
  file = path.join(folder, 'w.gguf');
  writeFileSync(file, bytes);
  vi.stubEnv('SLUICE_MODELS', path.join(folder, 'models'));
  // The progress of a pull goes to the process's own error output.
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const pullMine = ['models', 'pull', 'mine', '--sha256', sha256, '--from'];

test.each([
  [['models', '--help'], 'sluice models pull smollm2'],
  [['models', 'list', '--help'], 'sluice models list'],
  [['models', 'pull', '--help'], '--from hf:OWNER/REPOSITORY'],
  [['models', 'verify', '--help'], 'sluice models verify'],
  [['models', 'path', '--help'], 'sluice models path smollm2'],
])('%j shows an example', async (argv, example) => {
  const ran = await sluice(argv);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('Example');
  expect(ran.out).toContain(example);
});

describe('weights that are pulled', () => {
  test('are printed, listed, found and verified', async () => {
    const pulled = await sluice([...pullMine, file, '--licence', 'MIT']);
    const at = path.join(folder, 'models', 'mine', 'w.gguf');
    expect(pulled).toMatchObject({ code: 0, out: at, errors: '' });
    expect(readFileSync(at)).toEqual(bytes);
    expect((await sluice(['models', 'path', 'mine'])).out).toBe(at);
    expect((await sluice(['models', 'list'])).out).toMatch(/mine.*0\.0 MB.*MIT.*yes/);
    expect(await sluice(['models', 'verify'])).toMatchObject({ code: 0, out: 'mine: as it came' });
  });

  test('in JSON', async () => {
    const at = path.join(folder, 'models', 'mine', 'w.gguf');
    const json = async (...argv: readonly string[]): Promise<unknown> =>
      JSON.parse((await sluice([...argv, '--json'])).out);
    expect(await json(...pullMine, file)).toEqual({ id: 'mine', path: at });
    expect(await json('models', 'path', 'mine')).toEqual({ id: 'mine', path: at });
    expect(await json('models', 'verify')).toEqual({ verified: [{ id: 'mine', ok: true }] });
    expect(await json('models', 'list')).toMatchObject({
      folder: path.join(folder, 'models'),
      models: expect.arrayContaining([
        expect.objectContaining({ id: known, licence: 'Apache-2.0' }),
        expect.objectContaining({ id: 'mine', sha256, path: at }),
      ]),
    });
  });

  test('that have changed: 1, and what to do', async () => {
    await sluice([...pullMine, file]);
    writeFileSync(path.join(folder, 'models', 'mine', 'w.gguf'), Buffer.alloc(bytes.length));
    const ran = await sluice(['models', 'verify', 'mine']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('have changed');
    expect(ran.errors).toContain('sluice models pull mine');
  });
});

test('a list without any says how to have one; verify has nothing to say', async () => {
  expect((await sluice(['models', 'list'])).out).toContain(`sluice models pull ${known}`);
  expect(await sluice(['models', 'verify'])).toMatchObject({
    code: 0,
    out: 'no weights have been pulled',
  });
});

test.each<[string, readonly string[], RegExp, RegExp]>([
  ['an unknown id', ['pull', 'gpt-9'], /known as `gpt-9`/, /smollm2-135m-instruct/],
  ['what was not pulled', ['path', known], /have not been pulled/, /sluice models pull smollm2/],
  ['the same, to verify', ['verify', known], /have not been pulled/, /sluice models pull smollm2/],
  ['no place', ['pull', 'x', '--sha256', sha256], /where these weights are/, /--from FILE/],
  ['no file', ['pull', known, '--from', 'gone.gguf'], /cannot copy `gone/, /that exists/],
  ['not over HTTPS', ['pull', known, '--from', 'http://a.example/w'], /HTTPS/, /https:\/\//],
  ['no id', ['pull'], /missing required argument/, /--help/],
])('%s: 2, and what to type', async (...[, argv, message, hint]) => {
  const ran = await sluice(['models', ...argv]);
  expect(ran.code).toBe(2);
  expect(ran.errors).toMatch(message);
  expect(ran.errors).toMatch(hint);
});

test('another file than the known one is refused', async () => {
  const ran = await sluice(['models', 'pull', known, '--from', file]);
  expect(ran.code).toBe(2);
  expect(ran.errors).toMatch(/is not the file that was expected/);
  expect(ran.errors).toMatch(/SHA-256 should be b179c9523d/);
});

describe('progress', () => {
  function drawn(isTTY: boolean): readonly string[] {
    const written: string[] = [];
    let now = 0;
    const stderr = { isTTY, write: (text: string) => void written.push(text) };
    const { onProgress, end } = shownProgress({ stderr, nowMs: () => now });
    onProgress({ phase: 'waiting', bytes: 0 });
    onProgress({ phase: 'fetching', bytes: 1_000_000, of: 98_000_000 });
    now += 300;
    onProgress({ phase: 'fetching', bytes: 49_000_000, of: 98_000_000 });
    now += 20_000;
    onProgress({ phase: 'fetching', bytes: 98_000_000, of: 98_000_000 });
    onProgress({ phase: 'fetching', bytes: 98_000_000, of: 98_000_000 });
    onProgress({ phase: 'checking', bytes: 5 });
    end();
    return written;
  }

  test('on a screen: a bar that is drawn over and wiped away', () => {
    const written = drawn(true);
    expect(written).toHaveLength(6);
    expect(written.every((text) => text.startsWith('\r'))).toBe(true);
    expect(written[2]).toContain(`${'█'.repeat(12)}${'░'.repeat(12)} fetching: 49 of 98 MB`);
    expect(written.at(-1)).toBe('\r\u001B[K');
  });

  test('in a pipe: a line at each phase, and now and then', () => {
    expect(drawn(false)).toEqual([
      'waiting for another pull\n',
      'fetching: 1.0 of 98 MB\n',
      'fetching: 98 of 98 MB\n',
      'checking: 0.0 MB\n',
    ]);
  });
});

test('without the package, what to install', async () => {
  const missing = Promise.reject(new Error("Cannot find package '@sluice/local' imported from x"));
  await expect(neededLocal(missing)).rejects.toMatchObject({
    code: 'peer-missing',
    hint: expect.stringContaining('npm install @sluice/local'),
  });
  const other = Promise.reject(new Error('something else'));
  await expect(neededLocal(other)).rejects.toThrow('something else');
});
