import { isRecord } from '../../history/document.ts';
import { normalForm } from '../../history/normal-form.ts';
import { readFolder } from '../operators/folder.ts';
import type { FilesSource } from '../source.ts';
import type { FileUse, NamedFiles } from './file-use.ts';

/** What a policy says that an argument does, and the name of the argument. */
export function argumentsIn(files: FilesSource): readonly (readonly [string, string])[] {
  return Object.entries(files).flatMap(([does, argument]) =>
    typeof argument === 'string' ? [[does, argument] as const] : [],
  );
}

/** Nobody can tell which files these are. */
export const anyUse: FileUse = { reads: 'any', writes: 'any', runs: true, copies: true };

/** The files that a call with these arguments reads, writes and runs. */
export function useOf(files: FilesSource, args: unknown): FileUse {
  const given = isRecord(args) ? args : {};
  if ('patch' in files) return plainUse({ writes: 'any' });
  if ('shell' in files) return anyUse;
  const reads = files.reads === undefined ? [] : namesIn(given[files.reads]);
  return plainUse({
    reads,
    writes: files.writes === undefined ? [] : namesIn(given[files.writes]),
  });
}

/** The result of a write may show lines of the file; what is copied has what the policy says. */
function plainUse({ reads = [], writes }: Partial<FileUse> & Pick<FileUse, 'writes'>): FileUse {
  const isEmpty = reads.length === 0;
  const all = reads === 'any' || writes === 'any' ? 'any' : [...reads, ...writes];
  return { reads: all, writes, runs: false, copies: !isEmpty && writes.length > 0 };
}

/** One path, or a list of paths. An argument that is missing may stand for any folder. */
function namesIn(value: unknown): NamedFiles {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = values.flatMap((each) =>
    typeof each === 'string' && isPlainPath(each) ? [each] : [],
  );
  return names.length < values.length ? 'any' : names;
}

/** False where a program may make more of it than a path, or another one. */
function isPlainPath(text: string): boolean {
  return readFolder(text) !== undefined && normalForm(text, 'NFKC') === text;
}

/** Arguments of a call that reads this file; `undefined` where none can be made up. */
export function readingArguments(
  files: FilesSource,
  path: string,
): Readonly<Record<string, string>> | undefined {
  if ('patch' in files) {
    return { [files.patch]: `*** Begin Patch\n*** Delete File: ${path}\n*** End Patch` };
  }
  if ('shell' in files) {
    return /^[\w./@+][\w./@+-]*$/.test(path) ? { [files.shell]: `cat ${path}` } : undefined;
  }
  const argument = files.reads ?? files.writes;
  return argument === undefined ? undefined : { [argument]: path };
}
