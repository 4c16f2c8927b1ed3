import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import envPaths from 'env-paths';
import { ownEntrySchema, type WeightsEntry } from './entry.ts';
import { registry } from './registry.ts';

export interface CacheOptions {
  /** Default: `modelsFolder()`. */
  readonly folder?: string | undefined;
}

/** Weights that are known, and where they are if they have been pulled. */
export interface ListedWeights {
  readonly entry: WeightsEntry;
  readonly path: string | undefined;
}

type Env = Readonly<Record<string, string | undefined>>;

/** The file that keeps the entry that a user gave. */
export const ownEntryFile = 'entry.json';

/**
 * Where weights are kept: `SLUICE_MODELS`, else `models` in `SLUICE_CACHE` or in the platform's
 * cache folder. An empty variable counts as none.
 */
export function modelsFolder(env: Env = process.env): string {
  const own = env['SLUICE_MODELS'];
  if (own) return path.resolve(own);
  const cache = env['SLUICE_CACHE'];
  const shared = cache ? path.resolve(cache) : envPaths('sluice', { suffix: '' }).cache;
  return path.join(shared, 'models');
}

/** All weights that can be pulled by name, and those of the user's own that have been. */
export function models({ folder = modelsFolder() }: CacheOptions = {}): readonly ListedWeights[] {
  const known = new Set(registry.map(({ id }) => id));
  const own = foldersIn(folder)
    .filter((id) => !known.has(id))
    .flatMap((id) => readOwnEntry(folder, id) ?? []);
  return [...registry, ...own].map((entry) => ({ entry, path: pathIn(folder, entry) }));
}

/**
 * Where the weights are, if they have been pulled; nothing is fetched. A file has its name only
 * since its SHA-256 was the right one; whether it still is, `verify` says.
 */
export function cachedPath(id: string, options: CacheOptions = {}): string | undefined {
  const { folder = modelsFolder() } = options;
  const entry = knownEntry(id, folder);
  return entry && pathIn(folder, entry);
}

/**
 * The same for who cannot go on without. What is no id but the path of a GGUF file is that file.
 * Throws `file-unreadable`, with what to type.
 */
export function weightsPath(id: string, options: CacheOptions = {}): string {
  if (isPath(id)) return existing(id);
  const found = cachedPath(id, options);
  if (found !== undefined) return found;
  const { folder = modelsFolder() } = options;
  if (knownEntry(id, folder) === undefined) throw unknownWeights(id, folder);
  throw new SluiceError('file-unreadable', `the weights \`${id}\` have not been pulled`, {
    hint: `type \`sluice models pull ${id}\``,
  });
}

/** True for a text that no id can be: one with a folder, or with the ending of weights. */
export function isPath(id: string): boolean {
  return /[/\\]|\.gguf$/i.test(id);
}

function existing(file: string): string {
  if (existsSync(file)) return path.resolve(file);
  throw new SluiceError('file-unreadable', `there is no file \`${file}\``, {
    hint: 'give the path of a GGUF file, or an id that `sluice models list` knows',
  });
}

export function unknownWeights(id: string, folder: string): SluiceError {
  const ids = models({ folder }).map(({ entry }) => `\`${entry.id}\``);
  return new SluiceError('settings-invalid', `no weights are known as \`${id}\``, {
    hint: `take one of ${ids.join(', ')}, or give your own with \`--from\` and \`--sha256\``,
  });
}

/** The entry of this name: one of ours, or the user's. */
export function knownEntry(id: string, folder: string): WeightsEntry | undefined {
  return registry.find((entry) => entry.id === id) ?? readOwnEntry(folder, id);
}

/** Where the file of an entry is, or will be. */
export function placeOf(folder: string, { id, file }: Pick<WeightsEntry, 'id' | 'file'>): string {
  return path.join(folder, id, file);
}

function pathIn(folder: string, entry: WeightsEntry): string | undefined {
  const place = placeOf(folder, entry);
  const found = statSync(place, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size === entry.bytes ? place : undefined;
}

/** An entry that cannot be read is none: its weights count as not pulled. */
function readOwnEntry(folder: string, id: string): WeightsEntry | undefined {
  // The id becomes a path: what could lead out of the folder is no id.
  if (!/^[a-z0-9][a-z0-9._-]*$/.test(id)) return undefined;
  try {
    const text = readFileSync(path.join(folder, id, ownEntryFile), 'utf8');
    const { data } = ownEntrySchema.safeParse(JSON.parse(text));
    return data?.id === id ? data : undefined;
  } catch {
    return undefined;
  }
}

function foldersIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
