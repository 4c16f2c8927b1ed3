import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandOf, stepsOf, workspace, type Session, type Step } from './sessions/session.ts';
import { filesBefore } from './sessions/files-before.ts';

/** The folder of the session's project, as it lay on the user's disk before the session. */
export function setOut({ start, ...session }: Session): void {
  if (start.kind === 'commit') return checkOut(start);
  rmSync(workspace, { recursive: true, force: true });
  mkdirSync(workspace, { recursive: true });
  for (const [file, text] of filesBefore(stepsOf({ start, ...session }))) put(file, text);
  if (start.kind !== 'repository') return;
  git('init', '--quiet');
  git('add', '--all');
  git(...own, 'commit', '--quiet', '--message', 'As it was cloned', '--allow-empty');
}

/**
 * A clone of this repository, with what is installed in it. One folder for all of its sessions: what
 * git does not track stays from one to the next.
 */
function checkOut({ hash, repository }: { hash: string; repository: string }): void {
  if (!isClone()) {
    rmSync(workspace, { recursive: true, force: true });
    execFileSync('git', ['clone', '--quiet', '--shared', '--no-checkout', repository, workspace]);
    const installed = path.join(repository, 'node_modules');
    // Hard links: nothing that is installed is written to.
    execFileSync('cp', ['-al', installed, path.join(workspace, 'node_modules')]);
  }
  git('checkout', '--quiet', '--force', '--detach', `${hash}^`);
  git('clean', '--quiet', '-fd');
}

function isClone(): boolean {
  return existsSync(path.join(workspace, '.git/objects/info/alternates'));
}

/** What a call that was let through does to the folder, as far as the recording tells. */
export function takeEffect({ call, result }: Step, { start }: Session): void {
  const { tool, input } = call;
  const file = String(input['file_path']);
  if (tool === 'Write') put(file, String(input['content']));
  if (tool === 'Edit' && !wasRefused(result)) edit(file, input);
  const command = commandOf(call);
  if (command === undefined) return;
  if (start.kind === 'commit') runIn(command);
  else for (const name of removedBy(command)) rmSync(path.resolve(workspace, name), forced);
  for (const [, name = ''] of result.matchAll(/^ +(?:inflating|extracting|creating): (\S+)/gm)) {
    put(path.resolve(workspace, name), '');
  }
}

const forced = { recursive: true, force: true } as const;

/** SWE-agent checks an edit before it makes it. */
function wasRefused(result: string): boolean {
  return result.startsWith('Your proposed edit has introduced new syntax error');
}

function edit(file: string, { old_string, new_string }: Step['call']['input']): void {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const [old, replacement] = [String(old_string), String(new_string)];
  const at = text.indexOf(old);
  // Lines that no recording shows: only that the file is another now.
  if (at === -1) return put(file, `${text}\n${replacement}`);
  put(file, text.slice(0, at) + replacement + text.slice(at + old.length));
}

function removedBy(command: string): readonly string[] {
  return /^rm ([\w./-]+(?: [\w./-]+)*)$/.exec(command)?.[1]?.split(' ') ?? [];
}

/** Git runs; of the tests, what they leave on the disk: the compiler's output. */
function runIn(command: string): void {
  if (command === 'npm test') return compiled();
  const script = command.replace(/^git /, `git ${own.join(' ')} `);
  if (script !== command) execFileSync('sh', ['-c', script], { cwd: workspace, env: gitEnv() });
}

function compiled(): void {
  for (const file of git('diff', '--name-only', 'HEAD').split('\n')) {
    const source = /^((?:packages\/\w+|research)\/)src\/(.*)\.ts$/.exec(file);
    if (source === null || !existsSync(path.join(workspace, file))) continue;
    const [, folder = '', name = ''] = source;
    const target = path.join(workspace, folder, 'dist', name);
    mkdirSync(path.dirname(target), { recursive: true });
    for (const ending of ['.js', '.js.map', '.d.ts']) {
      cpSync(path.join(workspace, file), `${target}${ending}`);
    }
    put(path.join(workspace, folder, 'dist/tsconfig.tsbuildinfo'), git('diff', 'HEAD'));
  }
}

function put(file: string, text: string): void {
  if (!file.startsWith(`${workspace}/`)) return;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const own = ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.org'];

function git(...args: readonly string[]): string {
  return execFileSync('git', args, { cwd: workspace, env: gitEnv(), encoding: 'utf8' });
}

/** Without this machine's settings. */
function gitEnv(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '' };
}
