import { hasGlob } from '../../file/glob.ts';
import type { Arguments } from '../flags.ts';
import type { Session } from '../session.ts';

const tests = new Set(
  `-empty -print -print0 -prune -not ! -o -or -a -and ( ) -readable -writable -executable -ls
  -depth -xdev -mount -quit -follow -true -false`.split(/\s+/),
);

const testsOfOne = new Set(
  `-name -iname -path -ipath -wholename -iwholename -type -maxdepth -mindepth -size -mtime -mmin
  -atime -amin -ctime -cmin -newer -newermt -regex -iregex -regextype -perm -user -group -links
  -inum -printf -xtype -lname -ilname -uid -gid -samefile`.split(/\s+/),
);

/** Names of files, by tests that run and write nothing. */
export function find({ operands }: Arguments, session: Session): void {
  const start = operands.findIndex((word) => /^[-(!]/.test(word));
  const folders = start < 0 ? operands : operands.slice(0, start);
  const access = deletes(start < 0 ? [] : operands.slice(start));
  if (access === undefined || folders.some((word) => hasGlob(word.slice(0, 1)))) {
    return session.add('unknown');
  }
  for (const folder of folders.length === 0 ? ['.'] : folders) {
    if (access === 'list') session.touch('list', folder);
    else session.touchAll('write', folder);
  }
}

/** `undefined` for a test that may do anything. */
function deletes(words: readonly string[]): 'list' | 'write' | undefined {
  let access: 'list' | 'write' = 'list';
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    if (word === '-delete') access = 'write';
    else if (testsOfOne.has(word)) at += 1;
    else if (!tests.has(word)) return undefined;
  }
  return words.some(hasGlob) ? undefined : access;
}
