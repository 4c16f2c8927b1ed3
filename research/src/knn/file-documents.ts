import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import type { KeptDocuments } from './datastore.ts';
import { bytesOf, isWhole, type DocumentStates } from './document-states.ts';
import { knnLimits } from './knn-limits.ts';

/**
 * Files of precomputed documents. States are computed from text and tell much about it: the folder
 * is as confidential as the documents, and only its owner can read it.
 */
export type FileDocuments = KeptDocuments;

/** Keeps documents in a folder, a folder for each tenant in it. */
export function fileDocuments(folder: string): FileDocuments {
  const folderOf = (tenant: string): string => path.join(folder, hashOf(Buffer.from(tenant)));
  const fileOf = (tenant: string, key: string): string => {
    // A key is a hash of ours; anything else would name a file outside of the folder.
    if (/^[0-9a-f]{64}$/.test(key)) return path.join(folderOf(tenant), `${key}.knn`);
    throw new SluiceError('settings-invalid', 'a document is kept under a hash of its tokens', {
      hint: 'let a `Datastore` read and write',
    });
  };
  return {
    read: (tenant, key) => readDocument(fileOf(tenant, key)),
    write: async (tenant, key, document) => {
      const file = fileOf(tenant, key);
      if (bytesOf(document) > knnLimits.fileBytesMax) return;
      await writeWhole(file, encode(document));
    },
    forget: (tenant) => rm(folderOf(tenant), { recursive: true, force: true }),
  };
}

/** What cannot be read whole, as it was written, is not there: it is computed anew. */
async function readDocument(file: string): Promise<DocumentStates | undefined> {
  try {
    const { size } = await stat(file);
    if (size > knnLimits.fileBytesMax + headerBytes) return undefined;
    return decode(await readFile(file));
  } catch {
    return undefined;
  }
}

/** A reader never sees half a file. Keeping is a courtesy: a full disk fails nothing. */
async function writeWhole(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  try {
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, bytes, { mode: 0o600 });
    await rename(draft, file);
  } catch {
    await rm(draft, { force: true }).catch(() => {});
  }
}

const magic = 'SLUICEK1';
/** Magic, width, number of entries, SHA-256 of the rest. */
const headerBytes = 48;

function encode({ keys, width, tokens }: DocumentStates): Buffer {
  const body = Buffer.concat([bytesIn(keys), bytesIn(tokens)]);
  const header = Buffer.alloc(16);
  header.write(magic, 'latin1');
  header.writeUInt32LE(width, 8);
  header.writeUInt32LE(tokens.length, 12);
  return Buffer.concat([header, createHash('sha256').update(body).digest(), body]);
}

function decode(bytes: Buffer): DocumentStates | undefined {
  if (bytes.length < headerBytes || bytes.toString('latin1', 0, 8) !== magic) return undefined;
  const width = bytes.readUInt32LE(8);
  const entries = bytes.readUInt32LE(12);
  const body = bytes.subarray(headerBytes);
  if (body.length !== 4 * entries * (width + 1)) return undefined;
  if (hashOf(body) !== bytes.toString('hex', 16, headerBytes)) return undefined;
  // Copied, for a typed array must begin at a multiple of its width.
  const copy = new Uint8Array(body).buffer;
  const keys = new Float32Array(copy, 0, entries * width);
  const document = { keys, width, tokens: new Int32Array(copy, 4 * entries * width, entries) };
  return isWhole(document) ? document : undefined;
}

function bytesIn({ buffer, byteOffset, byteLength }: Float32Array | Int32Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
