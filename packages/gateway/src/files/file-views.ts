import { hash } from 'node:crypto';
import path from 'node:path';
import type { FileRecord } from '../store/file-store.ts';
import { seenAt } from './listing.ts';
import { folded, isWithin, realPath } from './paths.ts';
import type { KnownFiles, TenantFiles } from './tenant-files.ts';

/** What is recorded of a file, and how it stands now. */
export interface FileView extends FileRecord {
  readonly tenant: string;
  /** `unknown`: it is long, is no file, or lies where nobody knows. */
  readonly content: 'as recorded' | 'changed since' | 'gone' | 'unknown';
  /** Over the record and the content: what is endorsed is what has this hash. */
  readonly view: string;
}

/** All that is recorded of these files; of all without a path. */
export async function fileViews(
  known: KnownFiles,
  { tenant, file }: { readonly tenant: string; readonly file?: string | undefined },
): Promise<readonly FileView[]> {
  const files = await known.of(tenant);
  const wanted = file === undefined ? files.all : recordsOver(files, file);
  const sorted = wanted.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  return await Promise.all(sorted.map((record) => viewOf(tenant, record)));
}

/**
 * Forgets what is recorded at one path, and there alone. `changed`: it does not stand as it was
 * shown.
 */
export async function endorseFile(
  known: KnownFiles,
  { tenant, file, view }: { readonly tenant: string; readonly file: string; readonly view: string },
): Promise<'endorsed' | 'missing' | 'changed'> {
  const files = await known.of(tenant);
  const own = recordsOver(files, file).filter((record) => isAt(record, file));
  if (own.length === 0) return 'missing';
  const views = await Promise.all(own.map((record) => viewOf(tenant, record)));
  const stands = (record: FileRecord): boolean => files.all.includes(record);
  if (!views.some((each) => each.view === view) || !own.every(stands)) return 'changed';
  for (const record of own) files.remove(record);
  await files.save();
  return 'endorsed';
}

/** Those of the file, and of folders that hold it. */
function recordsOver(files: TenantFiles, file: string): readonly FileRecord[] {
  return files.all.filter((record) => isAt(record, file) || isWithin(record.path, whole(file)));
}

/** A record without a whole path is of a workspace of which nobody knows where it lies. */
function isAt({ path: recorded }: FileRecord, file: string): boolean {
  // Names that differ in case alone are two files on some systems, and endorsed one by one.
  if (path.isAbsolute(recorded)) return recorded === whole(file);
  const own = folded(path.normalize(file));
  return folded(recorded) === own || own.endsWith(`/${folded(recorded)}`);
}

function whole(file: string): string {
  return path.isAbsolute(file) ? realPath(file) : path.normalize(file);
}

async function viewOf(tenant: string, record: FileRecord): Promise<FileView> {
  const isPlaced = path.isAbsolute(record.path);
  const seen = isPlaced ? await seenAt(record.path).catch(() => 'unknown' as const) : 'unknown';
  const now = seen === 'unknown' ? seen : (seen?.hash ?? seen?.stat ?? 'gone');
  const view = hash('sha256', JSON.stringify([tenant, record, now]));
  return { ...record, tenant, content: contentOf(record, seen), view };
}

function contentOf(
  { hash: recorded }: FileRecord,
  seen: Awaited<ReturnType<typeof seenAt>> | 'unknown',
): FileView['content'] {
  if (seen === undefined) return 'gone';
  if (seen === 'unknown' || seen.hash === undefined || recorded === undefined) return 'unknown';
  return seen.hash === recorded ? 'as recorded' : 'changed since';
}
