import { hasGlob } from '../../file/glob.ts';
import type { Arguments } from '../flags.ts';
import { has, type ProgramRow } from '../program.ts';
import { hasEnding } from '../place.ts';
import type { Session } from '../session.ts';
import { find } from './find.ts';
import { sed } from './sed.ts';

/** Programs that show what is there, by name. */
export const reading: Readonly<Record<string, ProgramRow>> = {
  'true false : pwd whoami id groups tty nproc uptime arch': { flags: '-L -P', operands: 'none' },
  exit: { operands: number },
  uname: { flags: '-a -s -r -m -n -p -o -v', operands: 'none' },
  printf: { operands: printf },
  'echo sleep seq expr': { flags: '* -n -e -E -w -s: -f:', operands: 'text' },
  date: { flags: '-u -I? -R -d: --date: --iso-8601? --utc', operands: onlyFormat },
  set: { flags: '-e -u -x -o:', operands: shellOptions },
  cat: { flags: '* -n -b -s -A -E -T -v -e -t -u', operands: 'read' },
  'head tail': { flags: '* -# -n: -c: -q -v --lines: --bytes:', operands: 'read' },
  wc: { flags: '* -l -w -c -m -L --lines --words --bytes --chars', operands: 'read' },
  nl: { flags: '* -b: -w: -s: -n: -v: -ba', operands: 'read' },
  'tac rev': { operands: 'read' },
  cut: {
    flags: '* -d: -f: -c: -b: -s --delimiter: --fields: --output-delimiter:',
    operands: 'read',
  },
  'paste column': { flags: '-d: -s -t -s: -c:', operands: 'read' },
  'fold fmt': { flags: '-# -w: -s', operands: 'read' },
  'expand unexpand': { flags: '-t: -a', operands: 'read' },
  comm: { flags: '-1 -2 -3', operands: 'read' },
  cmp: { flags: '-s -l -b -n:', operands: 'read' },
  od: { flags: '* -A: -t: -N: -j: -c -x -v -w?', operands: 'read' },
  'hexdump hd': { flags: '-C -n: -s: -v', operands: 'read' },
  xxd: { flags: '-l: -s: -p -c: -g: -b -u', operands: atMostOne },
  strings: { flags: '* -a -n: -t: -e: -#', operands: withoutLists },
  base64: { flags: '-d -D --decode -w: -i', operands: 'read' },
  'md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum md5': {
    flags: '-b -t',
    operands: 'read',
  },
  shasum: { flags: '-a: -b -t', operands: 'read' },
  sort: {
    flags: '-n -r -u -k: -t: -f -h -V -b -d -g -i -M -s -z -c --reverse --unique --numeric-sort',
    operands: 'read',
  },
  uniq: { flags: '-c -d -u -i -f: -s: -w: --count', operands: atMostOne },
  tr: { flags: '-d -s -c -C --delete --squeeze-repeats', operands: 'text' },
  diff: {
    flags: `-u -U: -q -r -w -b -B -i -N -y -c -a -s --brief --unified? --recursive --color?
      --side-by-side --ignore-all-space --exclude: -x: --strip-trailing-cr --no-index`,
    operands: (given, session) => {
      // Of two folders it shows all files that lie in them.
      const areFiles = given.operands.every(hasEnding);
      readThem(given.operands, has(given, '-r', '--recursive') || !areFiles, session);
    },
  },
  'grep egrep fgrep': { flags: grepFlags(), operands: grep },
  rg: {
    flags: `-# -n -i -S -s -w -x -v -c -l -o -F -U -P -N -H -h -e: -f< -A: -B: -C: -g: -t: -T: -m: -d:
      -j: -u -uu -uuu -L --hidden --no-ignore --no-ignore-vcs --files --type: --type-not: --glob:
      --iglob: --max-count: --max-depth: --context: --line-number --no-line-number --ignore-case
      --smart-case --files-with-matches --files-without-match --count --count-matches --json
      --no-heading --heading --color: --vimgrep --column --multiline --sort: --fixed-strings
      --word-regexp --only-matching --no-messages --max-columns: --trim --stats --replace: -r:
      --no-config --with-filename --no-filename --after-context: --before-context: --follow`,
    operands: ripgrep,
  },
  jq: {
    flags:
      '-r -c -s -n -e -M -C -S -j -a --raw-output --compact-output --slurp --null-input --tab --indent:',
    operands: jq,
  },
  ls: {
    flags: `* -a -A -l -h -R -1 -t -r -S -F -d -p -s -i -n -g -o -G -C -x -L -Q -c -u -X -T: -k -m
      --all --almost-all --color? --human-readable --recursive --group-directories-first
      --time-style: --sort: --full-time --reverse --size --directory --classify?`,
    operands: 'list',
  },
  tree: {
    flags: '-L: -a -d -f -i -I: -P: -s -h -D -F -C -n --dirsfirst --gitignore --noreport --prune',
    operands: 'list',
  },
  stat: { flags: '* -c: -f: -L -t -x --format: --printf: -s', operands: 'list' },
  du: {
    flags: '* -s -h -a -c -d: -k -m -x --max-depth: --summarize --human-readable',
    operands: 'list',
  },
  df: { flags: '-h -T -k -m -i', operands: 'list' },
  file: { flags: '-b -i -L -k --mime-type --mime --brief', operands: 'read' },
  'basename dirname': { flags: '-a -s: -z', operands: 'text' },
  'realpath readlink': { flags: '-f -e -m -s -n --relative-to: --canonicalize', operands: 'list' },
  'which type': { flags: '-a -s -t -p -P', operands: 'text' },
  'test [': { reach: 'none', operands: test },
  ps: { flags: '-e -f -ef -A -a -u: -x -p: -o:', operands: processes },
  hostname: { flags: '-s', operands: 'none' },
  free: { flags: '-h -m -g -k', operands: 'none' },
  'printenv env': { operands: 'text', does: ['readSecret'] },
  find: { flags: '-H -P', reach: 'first', operands: find },
  sed: {
    flags: '-n -E -r -s -u -z -e: -i? --quiet --silent --regexp-extended --expression: --in-place?',
    operands: sed,
  },
};

function grepFlags(): string {
  return `* -# -n -i -r -R -l -L -c -v -w -x -o -h -H -E -F -G -P -s -q -a -I -z -e: -f< -A: -B: -C: -m:
    --include: --exclude: --exclude-dir: --color? --colour? --line-number --ignore-case --recursive
    --files-with-matches --files-without-match --count --invert-match --word-regexp --only-matching
    --extended-regexp --fixed-strings --perl-regexp --no-messages --quiet --max-count: --context:
    --after-context: --before-context: --regexp: --file< --text --binary-files: --no-filename
    --with-filename --dereference-recursive -b --byte-offset --line-buffered`;
}

function onlyFormat({ operands }: Arguments, session: Session): void {
  // Other operands set the clock.
  if (operands.some((word) => !word.startsWith('+'))) session.add('unknown');
}

/** Behind `@` stands a file of further arguments. */
function withoutLists({ operands }: Arguments, session: Session): void {
  if (operands.some((word) => word.startsWith('@') || hasGlob(word))) session.add('unknown');
  readThem(operands, false, session);
}

/** A second operand is a file that is written. */
function atMostOne({ operands }: Arguments, session: Session): void {
  if (operands.length > 1 || operands.some(hasGlob)) session.add('unknown');
  else readThem(operands, false, session);
}

function readThem(files: readonly string[], isRecursive: boolean, session: Session): void {
  for (const file of files) {
    if (isRecursive) session.touchAll('read', file);
    else session.touch('read', file);
  }
}

function grep(given: Arguments, session: Session): void {
  const hasPattern = has(given, '-e', '--regexp', '-f', '--file');
  const files = hasPattern ? given.operands : given.operands.slice(1);
  if (given.operands.slice(0, hasPattern ? 0 : 1).some(hasGlob)) return session.add('unknown');
  const isRecursive = has(given, '-r', '-R', '--recursive', '--dereference-recursive');
  if (!isRecursive) return readThem(files, false, session);
  const folders = files.length === 0 ? ['.'] : files;
  const isOwn = valuesOf(given, '--exclude-dir').some((name) => name === 'node_modules');
  const names = valuesOf(given, '--include');
  searchIn(folders, names.every(isOfSource) ? names : [], session);
  // Dependencies have files of every ending.
  if (!isOwn && folders.some((folder) => /^[./]*$/.test(folder))) session.add('readForeign');
}

function ripgrep(given: Arguments, session: Session): void {
  const isPatternLess = has(given, '-e', '-f', '--files');
  if (given.operands.slice(0, isPatternLess ? 0 : 1).some(hasGlob)) return session.add('unknown');
  const files = given.operands.slice(isPatternLess ? 0 : 1);
  const where = files.length === 0 ? ['.'] : files;
  if (has(given, '--files')) return where.forEach((file) => session.touch('list', file));
  const types = valuesOf(given, '-t', '--type');
  const globs = valuesOf(given, '-g', '--glob', '--iglob').filter((glob) => !glob.startsWith('!'));
  // They show what it leaves out otherwise, whatever the type.
  const isWide = has(given, '-u', '-uu', '-uuu', '--hidden', '--no-ignore', '--no-ignore-vcs');
  const isTyped = types.length > 0 && types.every((type) => sourceTypes.has(type));
  const isNarrow = !isWide && globs.every(isOfSource);
  const names = isTyped && globs.length === 0 ? ['*.ts'] : globs;
  searchIn(where, isNarrow ? names : [], session);
}

const sourceTypes = new Set(
  `c cpp cs css go html java js kotlin lua php py python ruby rust scala sh sql swift
  ts typescript vue`.split(/\s+/),
);

/** A pattern that fits source code alone. */
function isOfSource(name: string): boolean {
  return /^(?:\*\*\/)?\*\.(?:[cm]?[jt]sx?|py|rs|go|java|rb|php|cs|cpp|[ch])$/.test(name);
}

/** Looks through folders, in all files or only in those with such names. */
function searchIn(folders: readonly string[], names: readonly string[], session: Session): void {
  for (const folder of folders) {
    if (names.length === 0) session.touchAll('read', folder);
    else {
      session.touch('read', folder);
      for (const name of names) session.touch('read', asPattern(`${folder}/${name}`));
    }
  }
}

/** A pattern that a program expands, as if a shell did: braces and brackets may be anything. */
function asPattern(text: string): string {
  return text.replaceAll(/\*+|\{[^}]*\}|\[[^\]]*\]|[{}[\]]/g, '\uE000').replaceAll('?', '\uE001');
}

function valuesOf({ flags }: Arguments, ...names: readonly string[]): readonly string[] {
  return flags.flatMap(({ name, value }) => (names.includes(name) ? [value] : []));
}

/** The program may read variables of the system, and other files. */
function jq({ operands }: Arguments, session: Session): void {
  const [filter = '', ...files] = operands;
  if (/env|import|include|input|ENV|\$__/.test(filter) || hasGlob(filter)) session.add('unknown');
  readThem(files, false, session);
}

/** Some shells reckon with what stands here, and so may run what stands between brackets. */
function test({ operands }: Arguments, session: Session): void {
  const isPlain = operands.every((word) => /^[\w./=!<>@:,+ -]*\]?$/.test(word) && word !== '-v');
  session.add(isPlain ? 'read' : 'unknown');
}

function printf({ operands }: Arguments, session: Session): void {
  // Other directions set variables, or reckon: some shells assign by that.
  const isPlain = /^(?:[^%]|%[%sb])*$/.test(operands[0] ?? '');
  if (!isPlain || operands.slice(1).some((word) => /[[$`]/.test(word))) session.add('unknown');
}

function number({ operands }: Arguments, session: Session): void {
  if (operands.some((word) => !/^\d+$/.test(word))) session.add('unknown');
}

function shellOptions(given: Arguments, session: Session): void {
  const areHarmless = valuesOf(given, '-o').every((value) => value === 'pipefail');
  if (!areHarmless || given.operands.length > 0) session.add('unknown');
  // Alone it shows all variables.
  if (given.flags.length === 0) session.add('readSecret');
}

function processes({ flags, operands }: Arguments, session: Session): void {
  // `e` would show the variables of each process, and so would a column of that name.
  if (flags.some(({ name, value }) => name === '-o' && /env/.test(value))) session.add('unknown');
  if (operands.some((word) => word !== 'aux' && word !== 'ax')) session.add('unknown');
}
