import { hasGlob } from '../file/glob.ts';
import { judgeProgram, programsOf, type Program } from './program.ts';
import { git } from './programs/git.ts';
import { network } from './programs/network.ts';
import { packages } from './programs/packages.ts';
import { reading } from './programs/reading.ts';
import { running } from './programs/running.ts';
import { writing } from './programs/writing.ts';
import type { Command } from './script.ts';
import type { Session } from './session.ts';
import { startedBy, textFor } from './wrappers.ts';

const programs: ReadonlyMap<string, Program> = programsOf({
  ...reading,
  ...writing,
  ...git,
  ...packages,
  ...running,
  ...network,
});

/** Programs that read the files that they name, or their input, and no others. */
const naming = new Set(
  `true false : pwd exit uname printf echo sleep seq expr date set cat head tail wc nl tac rev cut
  paste column fold fmt expand unexpand comm cmp od hexdump hd xxd strings base64 md5sum sha1sum
  sha256sum sha512sum cksum sum shasum sort uniq tr diff grep egrep fgrep rg jq file basename
  dirname which type test [ sed mkdir touch tee rmdir unlink rm cp mv chmod`.split(/\s+/),
);

/** The same, but without a name they read the folder in which they stand. */
const listing = new Set(['ls', 'tree', 'stat', 'du', 'find', 'realpath', 'readlink']);

/** Variables that change how much a program says, by the values that they may have. */
const harmless: ReadonlyMap<string, RegExp> = new Map([
  ...['CI', 'NO_COLOR', 'FORCE_COLOR', 'PYTHONUNBUFFERED', 'PYTHONDONTWRITEBYTECODE'].map(
    (name) => [name, /^\w*$/] as const,
  ),
  ['NODE_ENV', /^(?:test|development|production)$/],
  ['TERM', /^(?:dumb|xterm|xterm-256color)$/],
  ['TZ', /^UTC$/],
  ['LC_ALL', /^(?:C|C\.UTF-8)$/],
  ['LANG', /^(?:C|C\.UTF-8)$/],
  ['PAGER', /^cat$/],
  ['GIT_PAGER', /^cat$/],
]);

/** Judges the text that a shell inside of a command is given. */
type JudgeText = (text: string, session: Session) => void;

/** Adds what a command may do to its session. */
export function judgeCommand(command: Command, session: Session, judgeText: JudgeText): void {
  for (const { access, file } of command.redirects) {
    // Shells differ in what they make of a pattern there.
    if (hasGlob(file)) session.add('unknown');
    session.touch(access, file);
  }
  const { assigned, words } = withoutWrappers(command, session);
  if (assigned === 'unknown') session.add('unknown');
  const text = textFor(words);
  if (text !== undefined) judgeText(text, session);
  else judgeWords(words, session);
  if (command.words.length === 0) {
    const writes = command.redirects.some(({ access }) => access === 'write');
    if (!writes || command.redirects.some(({ access }) => access === 'read'))
      session.add('unknown');
  }
}

interface Unwrapped {
  readonly assigned: 'harmless' | 'unknown';
  readonly words: readonly string[];
}

/** The command that is started in the end; what its wrappers do is added. */
function withoutWrappers({ assigned, words }: Command, session: Session): Unwrapped {
  const isHarmless = areHarmless(assigned) && (assigned.length === 0 || words.length > 0);
  if (!isHarmless) return { assigned: 'unknown', words };
  const started = startedBy(words);
  if (started === undefined) return { assigned: 'harmless', words };
  if (started === 'unknown') return { assigned: 'unknown', words };
  session.add(...started.does);
  return withoutWrappers({ kind: 'command', redirects: [], ...started }, session);
}

function areHarmless(assigned: Command['assigned']): boolean {
  return assigned.every(([name, value]) => harmless.get(name)?.test(value) ?? false);
}

function judgeWords(words: readonly string[], session: Session): void {
  const [name, ...rest] = words;
  if (name === undefined) return;
  const known = baseName(name) ?? scriptName(name, session);
  const program = programs.get(known);
  const isOfFolder = listing.has(known) && rest.every((word) => word.startsWith('-'));
  if (isOfFolder || !(naming.has(known) || listing.has(known))) session.readsAny();
  if (program === undefined) session.add('unknown');
  else judgeProgram(program, rest, session);
}

/** A program of the system may be given with its folder. */
function baseName(name: string): string | undefined {
  return /^(?:\/usr)?\/bin\/(?<name>[\w.-]+)$/.exec(name)?.groups?.['name'] ?? plainName(name);
}

function plainName(name: string): string | undefined {
  return name.includes('/') ? undefined : name;
}

/** A script of the workspace, by its path. */
function scriptName(name: string, session: Session): string {
  return session.isInside(name) && /^[\w./@+-]+$/.test(name) ? './' : '';
}
