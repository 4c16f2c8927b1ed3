import { changedIn, git, repository, type Changed, type Hunk } from './git.ts';
import { workspace, type Call, type Session, type Step } from './session.ts';

/** Sessions are of commits up to this one, so that the figures stay the same. */
const last = 'b6f1137a';
const filesMax = 6;
/** What Claude Code reads of a file at a time. */
const linesShown = 2_000;

/**
 * The last commits before a fixed one that are no merges and change at most six files, all of them
 * text and at least one of them TypeScript; each as an agent would have made it: it reads the files, edits them, runs the tests, adds,
 * and commits.
 */
export function commitSessions(count: number): readonly Session[] {
  const hashes = git('log', '--no-merges', '--format=%H', last).trim().split('\n');
  const sessions: Session[] = [];
  for (const hash of hashes) {
    if (sessions.length === count) return sessions.toReversed();
    const files = changedIn(hash);
    const isCode = files?.some(({ file }) => file.endsWith('.ts'));
    if (files === undefined || isCode !== true || files.length > filesMax) continue;
    sessions.push(sessionOf(hash, files));
  }
  throw new Error(
    `there are ${sessions.length} such commits, not ${count}; in a shallow clone, type ` +
      '`git fetch --unshallow`',
  );
}

function sessionOf(hash: string, files: readonly Changed[]): Session {
  const message = git('show', '--no-patch', '--format=%B', hash).trim();
  const [subject = ''] = message.split('\n');
  const steps = [
    ...files.flatMap(stepsFor),
    step('Now the tests.', bash('npm test'), tests),
    ...committed(hash, { message, files }),
  ];
  const user = `Please make this change: ${message}`;
  const answer = `Done and committed: ${subject}`;
  const name = `commit-${hash.slice(0, 8)}`;
  const start = { kind: 'commit', hash, repository } as const;
  return { name, project: 'own', start, turns: [{ user, steps, answer }] };
}

/** Nobody has kept what the tests printed then. */
const tests = `> sluice-monorepo@ test
> node scripts/check.mjs

== types: ok, 31.0 s
== lint: ok, 24.0 s
== tests: ok, 140.0 s
all passed, 0 failed`;

function stepsFor(changed: Changed): readonly Step[] {
  const { file: name, before, after, hunks } = changed;
  const file_path = `${workspace}/${name}`;
  if (after === undefined) {
    return [step(`${name} goes.`, bash(`git rm -q ${quoted(name)}`), noOutput)];
  }
  if (before === undefined) {
    const call: Call = { tool: 'Write', input: { file_path, content: after } };
    return [step(`${name} is new.`, call, `File created successfully at: ${file_path}`)];
  }
  const edits = hunks.map(({ old, replacement }) => {
    const input = { file_path, old_string: old, new_string: replacement };
    const result = `The file ${file_path} has been updated successfully.`;
    return step(`An edit of ${name}.`, { tool: 'Edit', input }, result);
  });
  return [...reads(file_path, before, hunks), ...edits];
}

/** The whole file, or the places that are edited where it is longer than a read shows. */
function reads(file_path: string, text: string, hunks: readonly Hunk[]): readonly Step[] {
  const lines = text.split('\n');
  const wanted =
    lines.length <= linesShown ? [undefined] : hunks.map(({ line }) => Math.max(1, line - 20));
  return wanted.map((offset) => {
    const part = offset === undefined ? {} : { offset, limit: 100 };
    const from = offset ?? 1;
    const shown = lines.slice(from - 1, offset === undefined ? undefined : from + 99);
    const result = shown.map((line, at) => `${from + at}\t${line}`).join('\n');
    return step('I read it first.', { tool: 'Read', input: { file_path, ...part } }, result);
  });
}

/** The message in a here document: Claude Code is told to write commits in this way. */
function committed(
  hash: string,
  { message, files }: { readonly message: string; readonly files: readonly Changed[] },
): readonly Step[] {
  const paths = files.map(({ file }) => quoted(file)).join(' ');
  const stat = git('show', '--format=', '--shortstat', hash).trim();
  const [subject = ''] = message.split('\n');
  const commit = `git commit -m "$(cat <<'EOF'\n${message}\nEOF\n)"`;
  return [
    step('To be committed.', bash(`git add ${paths}`), noOutput),
    step('The commit.', bash(commit), `[main ${hash.slice(0, 8)}] ${subject}\n ${stat}`),
  ];
}

const noOutput = '(Bash completed with no output)';

function step(says: string, call: Call, result: string): Step {
  return { says, call, result };
}

function bash(command: string): Call {
  return { tool: 'Bash', input: { command } };
}

function quoted(file: string): string {
  return /^[\w./@-]+$/.test(file) ? file : `'${file.replaceAll("'", String.raw`'\''`)}'`;
}
