import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { PullWork } from './pull-io.ts';
import { aborted } from './pull-errors.ts';

/** The SHA-256 of a file, in hexadecimal; aborted between chunks. */
export async function sha256Of(
  file: string,
  { signal, onProgress }: Pick<PullWork, 'signal' | 'onProgress'>,
): Promise<string> {
  const hash = createHash('sha256');
  const of = (await stat(file)).size;
  let bytes = 0;
  for await (const chunk of createReadStream(file, { highWaterMark: 1_048_576 })) {
    if (signal.aborted) throw aborted();
    if (!(chunk instanceof Uint8Array)) continue;
    hash.update(chunk);
    bytes += chunk.length;
    onProgress({ phase: 'checking', bytes, of });
  }
  return hash.digest('hex');
}
