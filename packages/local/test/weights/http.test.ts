import { readFileSync, writeFileSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { download } from '../../src/weights/source/http.ts';
import { proves } from '../../src/testing/proves.ts';
import { broken, fileServer, ranged, status, whole, type Answer } from './file-server.ts';
import { newFolder, sha256, someBytes, testWork } from './surroundings.ts';

const bytes = someBytes(200_000);
const right = { sha256: sha256(bytes), bytes: bytes.length };

function partFile(): string {
  return path.join(newFolder(), 'file.part');
}

proves('weights/resumed', async () => {
  const part = partFile();
  const work = testWork();
  const server = await fileServer(
    broken(bytes, { sent: 50_000, ...work }),
    broken(bytes, { sent: 60_000, ...work }),
    ranged(bytes),
  );
  await download(part, { url: server.url, ...right }, work);
  expect(readFileSync(part)).toEqual(Buffer.from(bytes));
  expect(server.asked.map(({ range }) => range)).toEqual([
    undefined,
    'bytes=50000-',
    'bytes=110000-',
  ]);
});

describe('a part that is there', () => {
  test.each<[string, number, readonly Answer[], readonly (string | undefined)[]]>([
    ['is gone on with', 70_000, [ranged(bytes)], ['bytes=70000-']],
    ['is thrown away where the server knows no ranges', 70_000, [whole(bytes)], ['bytes=70000-']],
    ['is not fetched again where it is whole', 200_000, [status(500)], []],
    ['is too long', 300_000, [ranged(bytes)], ['bytes=300000-', undefined]],
  ])('%s', async (...[, length, answers, ranges]) => {
    const part = partFile();
    writeFileSync(part, Buffer.concat([bytes, new Uint8Array(100_000)]).subarray(0, length));
    const server = await fileServer(...answers);
    await download(part, { url: server.url, ...right }, testWork());
    expect(sha256(readFileSync(part))).toBe(right.sha256);
    expect(server.asked.map(({ range }) => range)).toEqual(ranges);
  });

  test('is of another file: all is fetched anew, once', async () => {
    const part = partFile();
    writeFileSync(part, new Uint8Array(70_000));
    const server = await fileServer(ranged(bytes));
    await download(part, { url: server.url, ...right }, testWork());
    expect(sha256(readFileSync(part))).toBe(right.sha256);
    expect(server.asked.map(({ range }) => range)).toEqual(['bytes=70000-', undefined]);
  });

  test('is gone on with where the server goes on from somewhere else: anew', async () => {
    const part = partFile();
    writeFileSync(part, bytes.subarray(0, 70_000));
    const wrongPlace: Answer = (_, response) =>
      void response.writeHead(206, { 'content-range': 'bytes 10-199999/200000' }).end();
    const server = await fileServer(wrongPlace, ranged(bytes));
    await download(part, { url: server.url, ...right }, testWork());
    expect(sha256(readFileSync(part))).toBe(right.sha256);
  });
});

describe('what is not what was asked for', () => {
  test('another file of the same size: nothing is kept of it', async () => {
    const part = partFile();
    const server = await fileServer(ranged(someBytes(200_001).subarray(1)));
    const failed = download(part, { url: `${server.url}/x?signature=1`, ...right }, testWork());
    await expect(failed).rejects.toMatchObject({
      code: 'weights-invalid',
      problem: expect.stringMatching(/^127\.0\.0\.1:\d+\/x is not the file that was expected$/),
      hint: expect.stringContaining(right.sha256),
    });
    expect(existsSync(part)).toBe(false);
  });

  test.each<[string, Answer, RegExp, number]>([
    ['a file of another size', whole(bytes.subarray(1)), /has 199999 bytes, where 200000/, 1],
    ['a page that is not there', status(404), /answers 404$/, 1],
    ['no right to see it', status(403), /answers 403$/, 1],
    ['an error that stays', status(500), /answers 500$/, 4],
    ['too many requests', status(429), /answers 429$/, 4],
    [
      'a connection that breaks at once',
      (_, { socket }) => void socket?.destroy(),
      /cannot fetch/,
      4,
    ],
    ['a range where none was asked for', status(206), /answers 206/, 1],
  ])('%s', async (...[, answer, message, requests]) => {
    const server = await fileServer(answer);
    const failed = download(partFile(), { url: server.url, ...right }, testWork());
    await expect(failed).rejects.toMatchObject({
      code: 'download-failed',
      problem: expect.stringMatching(message),
      hint: expect.stringContaining('sluice models pull'),
    });
    expect(server.asked).toHaveLength(requests);
  });

  test('an error that passes is no error', async () => {
    const part = partFile();
    const server = await fileServer(status(503), status(500), ranged(bytes));
    await download(part, { url: server.url, ...right }, testWork());
    expect(sha256(readFileSync(part))).toBe(right.sha256);
  });

  test('nobody there', async () => {
    const { url } = await fileServer(status(500));
    const nobody = url.replace(/\d+$/, '1');
    const failed = download(partFile(), { url: nobody, ...right }, testWork());
    await expect(failed).rejects.toMatchObject({ code: 'download-failed' });
  });

  test('more bytes than were announced, without a length', async () => {
    const endless: Answer = (_, response) => {
      response.writeHead(200);
      const more = (): void => void response.write(bytes, (error) => error ?? more());
      more();
    };
    const server = await fileServer(endless);
    const failed = download(partFile(), { url: server.url, ...right }, testWork());
    await expect(failed).rejects.toMatchObject({
      code: 'download-failed',
      problem: 'more came than was announced',
    });
  });
});

test('a server that goes silent is asked again', async () => {
  const part = partFile();
  const silent: Answer = (_, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 1000));
  };
  const server = await fileServer(silent, ranged(bytes));
  const work = testWork({
    watchdog: (onSilence) => {
      // Nothing ever comes after the first answer.
      if (server.asked.length === 0) void work.received(1000).then(onSilence);
      return { reset: () => undefined, end: () => undefined };
    },
  });
  await download(part, { url: server.url, ...right }, work);
  expect(server.asked).toHaveLength(2);
  expect(sha256(readFileSync(part))).toBe(right.sha256);
});

test('a size that is not known beforehand', async () => {
  const part = partFile();
  const chunked: Answer = (_, response) => void response.writeHead(200).end(bytes);
  const server = await fileServer(chunked);
  await download(part, { url: server.url, sha256: right.sha256 }, testWork());
  expect(sha256(readFileSync(part))).toBe(right.sha256);
});

test('too little space: it is said before a byte is fetched, with what to do', async () => {
  const server = await fileServer(ranged(bytes));
  const work = testWork({ freeBytes: () => Promise.resolve(199_999) });
  await expect(download(partFile(), { url: server.url, ...right }, work)).rejects.toMatchObject({
    code: 'limit-exceeded',
    message: expect.stringContaining('less than 1 MB left'),
    hint: expect.stringContaining('SLUICE_MODELS'),
  });
  expect(server.asked).toHaveLength(0);
});

test('who stops it is obeyed, and finds the part again', async () => {
  const part = partFile();
  const stop = new AbortController();
  const slow: Answer = (_, response) => {
    response.writeHead(200, { 'content-length': bytes.length });
    response.write(bytes.subarray(0, 90_000), () => stop.abort());
  };
  const server = await fileServer(slow, ranged(bytes));
  const stopped = download(part, { url: server.url, ...right }, testWork({}, stop.signal));
  await expect(stopped).rejects.toMatchObject({ code: 'aborted' });
  await download(part, { url: server.url, ...right }, testWork());
  expect(sha256(readFileSync(part))).toBe(right.sha256);
});

test('progress says how far it is', async () => {
  const server = await fileServer(ranged(bytes));
  const work = testWork();
  await download(partFile(), { url: server.url, ...right }, work);
  expect(work.progress.at(-1)).toEqual({ phase: 'checking', bytes: 200_000, of: 200_000 });
  const fetched = work.progress.filter(({ phase }) => phase === 'fetching');
  expect(fetched.at(-1)).toEqual({ phase: 'fetching', bytes: 200_000, of: 200_000 });
});
