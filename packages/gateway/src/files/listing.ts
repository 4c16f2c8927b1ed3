import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, open, readdir, readlink } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '../limits.ts';

/** A file as it was seen. */
export interface Seen {
  /** Size, times and place on the disk. */
  readonly stat: string;
  /** SHA-256 (hex) of its content, or of where a link leads; nobody computes it of a long file. */
  readonly hash: string | undefined;
}

/** The files below some folders, by path. No link is followed. */
export type Listing = ReadonlyMap<string, Seen>;

/**
 * `undefined`: a folder cannot be read, or holds too many files. A file that stands as in an
 * earlier listing is not read again.
 */
export async function listFiles(
  folders: readonly string[],
  earlier: Listing = new Map(),
): Promise<Listing | undefined> {
  const seen = new Map<string, Seen>();
  const folderQueue = [...folders];
  try {
    for (let folder = folderQueue.pop(); folder !== undefined; folder = folderQueue.pop()) {
      const entries = await readdir(folder, { withFileTypes: true });
      if (seen.size + entries.length > limits.listedFilesMax) return undefined;
      for (const entry of entries) {
        const file = path.join(folder, entry.name);
        if (entry.isDirectory()) folderQueue.push(file);
        else await add(seen, file, earlier.get(file));
      }
    }
    return seen;
  } catch {
    return undefined;
  }
}

async function add(seen: Map<string, Seen>, file: string, earlier?: Seen): Promise<void> {
  const found = await seenAt(file, earlier);
  if (found !== undefined) seen.set(file, found);
}

/** One file; `undefined` if it is not there. Throws where it cannot be looked at. */
export async function seenAt(file: string, earlier?: Seen): Promise<Seen | undefined> {
  try {
    const found = await lstat(file, { bigint: true });
    const { size, mtimeNs, ctimeNs, ino } = found;
    const stat = [size, mtimeNs, ctimeNs, ino].join(' ');
    if (earlier?.stat === stat) return earlier;
    if (found.isSymbolicLink()) return { stat, hash: sha256(await readlink(file)) };
    const isShort = found.isFile() && size <= limits.hashedFileBytesMax;
    return { stat, hash: isShort ? await hashOf(file) : undefined };
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

/** Of a file that nobody may read there is none: its size and times must do. */
async function hashOf(file: string): Promise<string | undefined> {
  const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
  try {
    const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    try {
      return sha256(await handle.readFile());
    } finally {
      await handle.close();
    }
  } catch (cause) {
    if (isMissing(cause)) throw cause;
    return undefined;
  }
}

function sha256(content: string | Uint8Array): string {
  return hash('sha256', content);
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^ENOENT|^ENOTDIR/.test(String(cause.code));
}

/** The files whose content is another, or was not there. */
export function changedIn(before: Listing, after: Listing): readonly string[] {
  return [...after].flatMap(([file, now]) => {
    const old = before.get(file);
    const isSame =
      old !== undefined &&
      (old.stat === now.stat || (old.hash !== undefined && old.hash === now.hash));
    return isSame ? [] : [file];
  });
}
