import { isRecord } from '../../history/document.ts';
import { normalForm } from '../../history/normal-form.ts';
import { readFolder } from '../operators/folder.ts';
import type { Workspace } from '../file/workspace.ts';
import { patchedFiles } from '../patch/patched-files.ts';
import { effects, readingEffects, type Effect } from '../shell/effects.ts';
import { foundIn } from '../shell/judge.ts';
import { commandIn } from '../shell/shell.ts';
import type { FilesSource } from './files-source.ts';
import { anyFolder, type FileUse, type NamedFiles } from './file-use.ts';

/** What a policy says that an argument does, and the name of the argument. */
export function argumentsIn(files: FilesSource): readonly (readonly [string, string])[] {
  return Object.entries(files).flatMap(([does, argument]) =>
    typeof argument === 'string' ? [[does, argument] as const] : [],
  );
}

/** Nobody can tell which files these are. */
export const anyUse: FileUse = { reads: 'any', writes: 'any', runs: true, copies: true };

/** The files that a call with these arguments reads, writes and runs. */
export function useOf(files: FilesSource, args: unknown, workspace: Workspace): FileUse {
  const given = isRecord(args) ? args : {};
  if ('patch' in files) return plainUse({ writes: patched(given[files.patch]) });
  if ('shell' in files) return shellUse(files.shell, given, workspace);
  if ('searches' in files) return plainUse({ reads: namesIn(given[files.searches]), writes: [] });
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

function patched(patch: unknown): NamedFiles {
  return namesIn(typeof patch === 'string' ? patchedFiles(patch) : undefined);
}

/** Whatever changes files, and what may change them out of our sight. */
const writing: readonly Effect[] = effects.filter((effect) => !readingEffects.includes(effect));

const running: readonly Effect[] = ['run', 'install', 'unknown'];
const foreign: readonly Effect[] = readingEffects.filter((effect) => effect !== 'read');

function shellUse(
  argument: string,
  given: Readonly<Record<string, unknown>>,
  workspace: Workspace,
): FileUse {
  const text = commandIn(given[argument]);
  if (text === undefined) return anyUse;
  const { effects: found, files, isAny } = foundIn(text, workspace);
  const does = (some: readonly Effect[]): boolean => some.some((effect) => found.has(effect));
  const isSure = !isAny && !does(running) && !isPlaced(argument, given);
  return {
    reads: isSure ? [...files].map((file) => `${anyFolder}${file}`) : 'any',
    writes: does(writing) ? 'any' : [],
    runs: does(running),
    copies: does(foreign),
  };
}

/** The call says in which folder the command stands, or something of that kind. */
function isPlaced(argument: string, given: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(given).some(
    ([name, value]) => name !== argument && value !== '' && /dir|cwd|folder|path|root/i.test(name),
  );
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
  if ('searches' in files) return undefined;
  const argument = files.reads ?? files.writes;
  return argument === undefined ? undefined : { [argument]: path };
}
