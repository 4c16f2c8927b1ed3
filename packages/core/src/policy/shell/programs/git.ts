import { perhapsAnyText } from '../../file/glob.ts';
import type { Arguments } from '../flags.ts';
import { has, type ProgramRow, subcommands } from '../program.ts';
import { hasEnding } from '../place.ts';
import type { Session } from '../session.ts';

const shown = `-# -n: -p -u -s -q -w -b -z -r -t -M -C -S: -G: -L: -U: --oneline --graph --all --decorate?
  --no-decorate --stat? --shortstat --numstat --name-only --name-status --summary --patch
  --no-patch --format: --pretty? --abbrev-commit --abbrev? --date: --author: --committer: --grep:
  --since: --until: --after: --before: --max-count: --skip: --follow --reverse --first-parent
  --merges --no-merges --cached --staged --no-color --color? --word-diff? --ignore-all-space
  --ignore-space-change --unified: --diff-filter: --no-ext-diff --no-textconv --no-renames
  --find-renames? --quiet --exit-code --check --minimal --patience --histogram --topo-order
  --date-order --tags --branches --remotes --left-right --cherry-pick --no-prefix --raw
  --compact-summary --dirstat? --merge-base -i -E -F`;

/** What moves the files to another state: filters and hooks run, and settings change with it. */
const moves: Pick<ProgramRow, 'does'> = { does: ['run', 'write', 'writeSettings'] };

const commands = subcommands({
  status: {
    flags: '-s -b -v -z -u? --short --branch --porcelain? --untracked-files? --ignored? --long',
    operands: status,
  },
  diff: { flags: shown, operands: diff },
  log: { flags: shown, operands: objects, does: ['readForeign'] },
  // A file that is secret may have been kept in the history.
  'show whatchanged': { flags: shown, operands: objects, does: ['readForeign', 'readSecret'] },
  blame: {
    flags: '-L: -w -s -e -l -M -C --porcelain --date:',
    operands: objects,
    does: ['readForeign'],
  },
  shortlog: {
    flags: '-s -n -e --summary --numbered --all',
    operands: objects,
    does: ['readForeign'],
  },
  'rev-parse': {
    flags: `--short? --abbrev-ref? --show-toplevel --git-dir --verify --is-inside-work-tree -q
      --show-prefix --symbolic-full-name --git-common-dir --quiet`,
    operands: objects,
  },
  'rev-list': { flags: `${shown} --count`, operands: objects, does: ['readForeign'] },
  'describe merge-base name-rev': {
    flags: '--tags --always --dirty? --abbrev? --all --long --is-ancestor --exact-match',
    operands: objects,
  },
  'ls-files': {
    flags: '-m -o -c -d -s -z -t --others --modified --cached --deleted --exclude-standard --stage',
    operands: 'list',
  },
  'ls-tree': { flags: '-r -d -t -l -z --name-only --full-tree', operands: objects },
  'cat-file': {
    flags: '-p -t -s -e',
    operands: objects,
    does: ['readForeign', 'readSecret'],
  },
  reflog: { flags: '-# -n: --all', operands: reflog, does: ['readForeign'] },
  'show-ref': { flags: '--tags --heads', operands: objects },
  grep: {
    flags:
      '-# -n -i -l -L -c -w -v -h -H -E -F -P -I -q -e: -A: -B: -C: --count --line-number --ignore-case --files-with-matches --name-only --cached --and --or --not -p -W --heading --break',
    operands: grep,
  },
  branch: {
    flags:
      '-a -r -v -vv -l -d -D -m -M -c -f -q --list --show-current --all --remotes --contains? --no-contains? --merged? --no-merged? --sort: --format: --delete --no-color --move',
    operands: branch,
  },
  tag: {
    flags: '-l -n? -d -a -m: -f --list --sort: --contains? --points-at: --delete',
    operands: branch,
  },
  remote: { reach: 'first', flags: '-v', operands: remote },
  config: { flags: '--get --list -l --get-all --get-regexp --local', operands: config },
  add: {
    flags: '-A -u -v -f -n -N --all --update --verbose --force --dry-run --intent-to-add',
    operands: stage,
  },
  commit: {
    flags:
      '-m: -a -q -v -n -s --message: --all --amend --no-edit --quiet --no-verify --allow-empty --signoff -F< --file< --dry-run --author: --date: --fixup: --no-gpg-sign',
    operands: 'text',
    does: ['run', 'write'],
  },
  'checkout switch restore': {
    flags:
      '-b: -B: -f -q -c: -C: -t -d --detach --force --staged -S --worktree -W --source: -s: --quiet --track --ours --theirs --guess --no-guess --discard-changes --orphan:',
    operands: 'text',
    ...moves,
  },
  stash: {
    reach: 'first',
    flags: '-u -k -q -a -m: --include-untracked --keep-index --quiet --all',
    operands: stash,
  },
  'reset merge cherry-pick revert': {
    flags:
      '-q -m: -n -x -e --hard --soft --mixed --keep --quiet --no-edit --no-commit --ff --no-ff --ff-only --abort --continue --quit --squash --skip -X: --allow-unrelated-histories --mainline:',
    operands: 'text',
    ...moves,
  },
  rebase: {
    flags: '-q --onto: --abort --continue --skip --quit --autostash --no-autostash --root',
    operands: 'text',
    ...moves,
  },
  rm: { flags: '-f -q -n -r --cached --force --quiet --dry-run', operands: remove },
  mv: { flags: '-f -k -v -n', operands: 'writeAll' },
  clean: { flags: '-n -f -d -x -X -q -e: --dry-run --force', operands: clean },
  apply: {
    flags:
      '-v -R -p: -3 --check --stat --numstat --summary --3way --index --cached --reverse --whitespace:',
    operands: apply,
  },
  init: {
    flags: '-q -b: --quiet --initial-branch:',
    operands: 'writeAll',
    does: ['writeSettings'],
  },
  worktree: { operands: onlyList },
  push: {
    flags:
      '-u -f -q -n -v -d --set-upstream --force --force-with-lease? --tags --all --delete --quiet --dry-run --no-verify --follow-tags --atomic',
    operands: plainRemotes,
    does: ['network', 'run'],
  },
  'fetch ls-remote': {
    flags:
      '-p -q -v -t -f --all --prune --tags --quiet --depth: --heads --unshallow --dry-run --no-tags --get-url --symref',
    operands: plainRemotes,
    does: ['network', 'run', 'write'],
  },
  pull: {
    flags:
      '-q -v --rebase? --no-rebase --ff-only --no-edit --quiet --tags --prune --autostash --all --depth:',
    operands: plainRemotes,
    does: ['network', 'run', 'write', 'writeSettings'],
  },
  clone: {
    flags:
      '-q -v -b: --depth: --branch: --single-branch --quiet --bare --mirror --no-tags --no-checkout -n',
    operands: clone,
    does: ['network', 'run', 'write', 'writeSettings'],
  },
});

/** Flags before the command choose other settings, programs and repositories. */
export const git: Readonly<Record<string, ProgramRow>> = {
  git: {
    ...commands,
    flags: '--no-pager -P --no-optional-locks --version -C:',
    operands: (given, session) => {
      const others = given.flags.flatMap(({ name, value }) => (name === '-C' ? [value] : []));
      const [folder] = others;
      if (others.length > 1) return session.add('unknown');
      if (folder !== undefined && !session.isInside(folder)) return session.add('unknown');
      // In a folder that only looks like a repository, git runs what its settings say.
      if (folder !== undefined || !session.isAtRoot()) session.add('run');
      if (has(given, '--version')) return;
      const inside = folder === undefined ? session : session.below(folder);
      if (typeof commands.operands === 'function') commands.operands(given, inside);
    },
  },
};

/** Revisions, paths, and both in one: `HEAD~1:src/a.ts`. */
function objects(given: Arguments, session: Session): void {
  if (given.flags.some(({ value }) => /%G/.test(value))) session.add('unknown');
  if (has(given, '-p', '-u', '--patch')) session.add('readSecret');
  for (const { name, value } of given.flags) {
    if (name === '-L') session.touch('read', value.replace(/^.*:/, ''));
  }
  for (const operand of given.operands) {
    const word = operand.replaceAll(perhapsAnyText, '^');
    const [, path = word] = /^[^:]*:(?:\([^)]*\)|[!^/])?(.+)$/.exec(word) ?? [];
    session.touch('read', path);
    // `:2:path` is a version in the index; `:/text` is a commit.
    if (/^:|:.*:/.test(word)) session.add('readForeign', 'readSecret');
  }
}

/** Documents and secrets differ too, where no file is named. */
function diff(given: Arguments, session: Session): void {
  objects(given, session);
  const isNames = has(given, '--stat', '--shortstat', '--numstat', '--name-only', '--name-status');
  const areFiles = given.operands.some(hasEnding);
  if (!isNames && !areFiles) session.add('readForeign', 'readSecret');
}

function status(given: Arguments, session: Session): void {
  session.add('read');
  for (const word of given.operands) session.touch('list', word);
  if (has(given, '-v')) session.add('readForeign', 'readSecret');
}

function grep(given: Arguments, session: Session): void {
  const operands = has(given, '-e') ? given.operands : given.operands.slice(1);
  objects({ ...given, operands }, session);
  const isList = has(given, '-l', '-L', '-c', '--count', '--files-with-matches', '--name-only');
  const areSource = operands.length > 0 && operands.every(hasEnding);
  if (!isList && !areSource) session.add('readForeign', 'readSecret');
}

function reflog({ operands }: Arguments, session: Session): void {
  if (operands.some((word) => word === 'expire' || word === 'delete')) session.add('unknown');
}

function branch(given: Arguments, session: Session): void {
  const lists = has(given, '-l', '--list', '--contains', '--merged', '--points-at');
  if (given.operands.length > 0 && !lists) session.add('write');
  if (has(given, '-n', '-v', '-vv')) session.add('readForeign');
  if (given.flags.some(({ value }) => value.includes('%('))) session.add('unknown');
}

/** Addresses, and settings, may hold passwords. */
function remote(given: Arguments, session: Session): void {
  const [action, ...rest] = given.operands;
  if (action === undefined && !has(given, '-v')) return;
  const shows = action === undefined || action === 'get-url';
  if (shows && rest.every((word) => !word.startsWith('-'))) session.add('readSecret');
  else session.add(action === 'add' || action === 'set-url' ? 'writeSettings' : 'unknown');
}

function config(given: Arguments, session: Session): void {
  const shows = has(given, '--get', '--list', '-l', '--get-all', '--get-regexp');
  session.add(shows ? 'readSecret' : 'writeSettings');
}

function stage({ operands }: Arguments, session: Session): void {
  session.add('write');
  // By its name, a secret is not left out of the next commit.
  for (const word of operands) {
    session.touch('list', word);
    if (session.isOf('secret', word)) session.add('readSecret');
  }
}

function stash({ operands }: Arguments, session: Session): void {
  const [action = 'push', ...rest] = operands;
  if (action === 'list' || action === 'show') {
    const isKnown = rest.every((word) => /^(?:-p|--stat)$|^[\w@]/.test(word));
    if (action === 'show') session.add('readSecret');
    return session.add(isKnown ? 'readForeign' : 'unknown');
  }
  const isKnown = ['push', 'pop', 'apply', 'drop', 'save', 'clear'].includes(action);
  if (!isKnown) return session.add('unknown');
  session.add('run', 'write', 'writeSettings');
}

function remove(given: Arguments, session: Session): void {
  for (const word of given.operands) {
    if (has(given, '-r')) session.touchAll('write', word);
    else session.touch('write', word);
  }
}

function clean(given: Arguments, session: Session): void {
  if (has(given, '-n', '--dry-run')) return;
  session.add('write', 'writeSettings', 'install');
  for (const word of given.operands) session.touchAll('write', word);
}

/** A patch says itself which files it changes. */
function apply(given: Arguments, session: Session): void {
  for (const word of given.operands) session.touch('read', word);
  if (!has(given, '--check', '--stat', '--numstat', '--summary')) {
    session.add('write', 'writeSettings');
  }
}

function onlyList({ operands }: Arguments, session: Session): void {
  if (operands.join(' ') !== 'list') session.add('unknown');
}

/** `ext::` runs a program. */
function plainRemotes({ operands }: Arguments, session: Session): void {
  if (operands.some((word) => word.includes('::'))) session.add('unknown');
}

function clone(given: Arguments, session: Session): void {
  plainRemotes(given, session);
  const [, folder = '.'] = given.operands;
  session.touchAll('write', folder);
}
