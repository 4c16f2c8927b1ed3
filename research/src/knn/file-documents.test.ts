import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentStates } from './document-states.ts';
import { fileDocuments } from './file-documents.ts';

const document: DocumentStates = {
  keys: Float32Array.from([1.5, -2, 3, 4.25]),
  width: 2,
  tokens: Int32Array.from([7, 8]),
};
const key = 'ab'.repeat(32);
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-knn-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

function files(): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile());
}

test('what is written is read again, by its tenant alone', async () => {
  const kept = fileDocuments(folder);
  await kept.write('ann', key, document);
  expect(await kept.read('ann', key)).toEqual(document);
  expect(await kept.read('bob', key)).toBeUndefined();
  expect(await kept.read('ann', 'cd'.repeat(32))).toBeUndefined();
});

test('a document of no entries is read again', async () => {
  const kept = fileDocuments(folder);
  const empty = { keys: new Float32Array(), width: 0, tokens: new Int32Array() };
  await kept.write('ann', key, empty);
  expect(await kept.read('ann', key)).toEqual(empty);
});

describe('what is not as it was written is not there', () => {
  const flipped = (bytes: Buffer, at: number): Buffer => {
    const copy = Buffer.from(bytes);
    copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
    return copy;
  };
  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['nothing', () => Buffer.alloc(0)],
    ['half of it', (bytes) => bytes.subarray(0, bytes.length / 2)],
    ['a byte less', (bytes) => bytes.subarray(0, -1)],
    ['a byte more', (bytes) => Buffer.concat([bytes, Buffer.alloc(1)])],
    ['another format', (bytes) => flipped(bytes, 0)],
    ['another width', (bytes) => flipped(bytes, 8)],
    ['another number of entries', (bytes) => flipped(bytes, 12)],
    ['another checksum', (bytes) => flipped(bytes, 20)],
    ['another state', (bytes) => flipped(bytes, 50)],
    ['another token', (bytes) => flipped(bytes, bytes.length - 4)],
  ])('%s', async (_, change) => {
    const kept = fileDocuments(folder);
    await kept.write('ann', key, document);
    const [file = ''] = files();
    writeFileSync(file, change(readFileSync(file)));
    expect(await kept.read('ann', key)).toBeUndefined();
  });
});

test.each([Number.NaN, Number.NEGATIVE_INFINITY])('a state of %d is not there', async (wrong) => {
  const kept = fileDocuments(folder);
  await kept.write('ann', key, { ...document, keys: Float32Array.from([1.5, wrong, 3, 4.25]) });
  expect(await kept.read('ann', key)).toBeUndefined();
});

test('nothing but the whole file is left, for its owner alone', async () => {
  await fileDocuments(folder).write('ann', key, document);
  const found = files();
  expect(found.map((file) => path.basename(file))).toEqual([`${key}.knn`]);
  if (process.platform === 'win32') return;
  expect(found.map((file) => statSync(file).mode & 0o077)).toEqual([0]);
  expect(found.map((file) => statSync(path.dirname(file)).mode & 0o077)).toEqual([0]);
});

test('a tenant is forgotten whole, and no other', async () => {
  const kept = fileDocuments(folder);
  await kept.write('ann', key, document);
  await kept.write('bob', key, document);
  await kept.forget('ann');
  expect(await kept.read('ann', key)).toBeUndefined();
  expect(await kept.read('bob', key)).toEqual(document);
});

test('a folder that cannot be written fails nothing', async () => {
  const blocked = path.join(folder, 'file');
  writeFileSync(blocked, '');
  const kept = fileDocuments(blocked);
  await kept.write('ann', key, document);
  expect(await kept.read('ann', key)).toBeUndefined();
});

test.each(['../../ann', '', 'ab', `${'ab'.repeat(32)}/x`])('%j names no file', async (wrong) => {
  const kept = fileDocuments(folder);
  await expect(kept.write('ann', wrong, document)).rejects.toThrow('hash of its tokens');
});

test('no name of a tenant leads out of the folder', async () => {
  const kept = fileDocuments(folder);
  await kept.write('../..', key, document);
  expect(files()).toHaveLength(1);
});
