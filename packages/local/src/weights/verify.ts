import { rename } from 'node:fs/promises';
import { SluiceError } from '@sluice/core';
import { knownEntry, modelsFolder, weightsPath, type CacheOptions } from './cache.ts';
import { sha256Of } from './checksum.ts';
import type { PullProgress } from './pull-io.ts';

export interface VerifyOptions extends CacheOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
}

/**
 * Reads pulled weights again, and compares their SHA-256; gives their path. Throws
 * `weights-invalid` where it differs, `file-unreadable` where there are none, and `aborted`.
 */
export async function verify(id: string, options: VerifyOptions = {}): Promise<string> {
  const { folder = modelsFolder(), signal = new AbortController().signal } = options;
  const path = weightsPath(id, { folder });
  const wanted = knownEntry(id, folder)?.sha256;
  const found = await sha256Of(path, {
    signal,
    onProgress: (progress) => options.onProgress?.(progress),
  });
  if (found === wanted) return path;
  // Set aside, so that nothing runs on them and the next pull fetches them anew.
  await rename(path, `${path}.broken`);
  throw new SluiceError('weights-invalid', `the weights \`${id}\` have changed since they came`, {
    hint: `they are set aside as \`${path}.broken\`; type \`sluice models pull ${id}\``,
  });
}
