import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** The root of this repository: git takes the paths of a diff from where it stands. */
export const repository = path.join(import.meta.dirname, '../../../../..');

/** A file that a commit changed: as it was, as it is, and what came in the place of what. */
export interface Changed {
  readonly file: string;
  /** `undefined`: the commit made the file. */
  readonly before: string | undefined;
  /** `undefined`: the commit removed it. */
  readonly after: string | undefined;
  readonly hunks: readonly Hunk[];
}

export interface Hunk {
  /** The line at which the old text begins. */
  readonly line: number;
  readonly old: string;
  readonly replacement: string;
}

/** A commit's files; `undefined`: one of them is no text. */
export function changedIn(hash: string): readonly Changed[] | undefined {
  const listed = git('diff', '--numstat', '--no-renames', '-z', `${hash}^`, hash);
  const rows = listed.split('\0').filter((row) => row !== '');
  if (rows.some((row) => row.startsWith('-\t'))) return undefined;
  return rows.map((row) => changed(hash, row.split('\t').slice(2).join('\t')));
}

function changed(hash: string, file: string): Changed {
  const before = tried('show', `${hash}^:${file}`);
  const after = tried('show', `${hash}:${file}`);
  if (before === undefined || after === undefined) return { file, before, after, hunks: [] };
  const diff = git('diff', '--no-renames', '--no-color', '-U3', `${hash}^`, hash, '--', file);
  return { file, before, after, hunks: hunksOf(diff) };
}

function hunksOf(diff: string): readonly Hunk[] {
  const parts = diff.split(/^(?=@@ )/m).slice(1);
  return parts.map((part) => {
    const [head = '', ...lines] = part.split('\n');
    const from = /^@@ -(\d+)/.exec(head)?.[1];
    return { line: Number(from ?? 1), old: side(lines, '-'), replacement: side(lines, '+') };
  });
}

/** The lines that one side of a hunk has, with those of both. */
function side(lines: readonly string[], sign: '-' | '+'): string {
  return lines
    .filter((line) => line.startsWith(sign) || line.startsWith(' '))
    .map((line) => line.slice(1))
    .join('\n');
}

export function git(...args: readonly string[]): string {
  const { status, stdout, stderr } = run(args);
  if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout;
}

/** `undefined` where git finds no such thing. */
function tried(...args: readonly string[]): string | undefined {
  const { status, stdout } = run(args);
  return status === 0 ? stdout : undefined;
}

function run(args: readonly string[]): { status: number | null; stdout: string; stderr: string } {
  const options = { cwd: repository, encoding: 'utf8', maxBuffer: 2 ** 27 } as const;
  return spawnSync('git', args, options);
}
