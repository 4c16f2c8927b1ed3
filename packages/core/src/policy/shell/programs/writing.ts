import { hasGlob } from '../../file/glob.ts';
import type { Arguments } from '../flags.ts';
import { has, type ProgramRow } from '../program.ts';
import { hasEnding } from '../place.ts';
import type { Session } from '../session.ts';

/** Programs that change files, by name. */
export const writing: Readonly<Record<string, ProgramRow>> = {
  mkdir: { flags: '-p -v --parents', operands: 'write' },
  touch: { flags: '-a -m -c -t: -d:', operands: 'write' },
  tee: { flags: '-a -i --append', operands: 'write' },
  'rmdir unlink': { flags: '-p -v', operands: 'write' },
  rm: { flags: '-f -r -R -v -d --force --recursive --verbose', operands: remove },
  cp: { flags: '-r -R -a -p -f -n -v -u -T --recursive --archive --force', operands: copy },
  mv: { flags: '-f -n -v -u -T --force --no-clobber', operands: move },
  ln: { flags: '-s -f -n -v -r -sf', operands: link },
  chmod: { flags: '-v -R', operands: changeMode },
  tar: { reach: 'first', operands: tar },
  unzip: { flags: '-l -p -o -n -q -t -v -d> -qq', operands: unzip },
  'gzip gunzip zcat': { flags: '-c -d -k -f -v -# -t -l', operands: compress },
};

function remove(given: Arguments, session: Session): void {
  const isDeep = has(given, '-r', '-R', '--recursive');
  for (const word of given.operands) {
    if (isDeep) session.touchAll('write', word);
    else session.touch('write', word);
  }
}

function copy(given: Arguments, session: Session): void {
  const isDeep = has(given, '-r', '-R', '-a', '--recursive', '--archive');
  const [sources, target] = sourcesAndTarget(given.operands);
  if (target === undefined) return session.add('unknown');
  for (const source of sources) {
    if (isDeep) session.touchAll('read', source);
    else session.touch('read', source);
  }
  arrive(sources, target, session);
  if (isDeep) session.touchAll('write', target);
}

/** A folder goes with all that it holds; a name with an ending is taken for a file's. */
function move({ operands }: Arguments, session: Session): void {
  const [sources, target] = sourcesAndTarget(operands);
  if (target === undefined) return session.add('unknown');
  for (const source of sources) {
    const isFile = hasEnding(source) || hasEnding(target);
    session.touch('write', source);
    if (isFile) session.touch('read', source);
    else session.touchAll('read', source);
    if (!isFile) session.touchAll('write', source);
  }
  arrive(sources, target, session);
}

/** Where something is put under a name of its own, or into a folder under its old one. */
function arrive(sources: readonly string[], target: string, session: Session): void {
  session.touch('write', target);
  for (const source of sources) {
    const name = /[^/]+(?=\/*$)/.exec(source)?.[0] ?? '';
    if (name === '' || /^\.+$/.test(name)) session.add('writeSettings');
    else session.touch('write', `${target}/${name}`);
  }
}

function sourcesAndTarget(operands: readonly string[]): readonly [readonly string[], string?] {
  const target = operands.length < 2 ? undefined : operands.at(-1);
  // The last that a pattern meets is the target.
  return target === undefined || hasGlob(target) ? [[]] : [operands.slice(0, -1), target];
}

/** What is read and written through a link lies elsewhere than its path says. */
function link({ operands }: Arguments, session: Session): void {
  session.add('writeElsewhere');
  for (const word of operands.slice(1)) session.touch('write', word);
  if (operands.length !== 2) session.add('unknown');
}

function changeMode(given: Arguments, session: Session): void {
  const [mode = '', ...files] = given.operands;
  const isPlain = /^(?:[ugoa]*[+=][rwxX]+|0?[0-7]{3})$/.test(mode);
  if (!isPlain) return session.add('unknown');
  for (const file of files) {
    if (has(given, '-R')) session.touchAll('write', file);
    else session.touch('write', file);
  }
}

/** Only to list, or to unpack into the folder where it stands. */
function tar({ operands }: Arguments, session: Session): void {
  const [mode = '', archive, ...rest] = operands;
  if (archive === undefined || rest.length > 0 || hasGlob(archive) || /:/.test(archive)) {
    return session.add('unknown');
  }
  if (!/^[txvzjJf]*f$/.test(mode)) return session.add('unknown');
  session.touch('read', archive);
  if (mode.includes('x')) session.touchAll('write', '.');
}

/** What an archive holds may lie anywhere below. */
function unzip(given: Arguments, session: Session): void {
  if (given.operands.length !== 1 || given.operands.some(hasGlob)) session.add('unknown');
  for (const archive of given.operands) session.touch('read', archive);
  // Names and texts are those of whoever packed it.
  session.add('readForeign');
  if (has(given, '-l', '-p', '-t', '-v')) return;
  session.touchAll('write', '.');
}

function compress(given: Arguments, session: Session): void {
  for (const file of given.operands) {
    session.touch('read', file);
    if (has(given, '-c', '-l', '-t')) continue;
    session.touch('write', file);
    session.touch('write', file.replace(/\.\w+$/, ''));
  }
}
