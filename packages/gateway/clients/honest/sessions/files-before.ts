import path from 'node:path';
import { commandOf, workspace, type Step } from './session.ts';

/**
 * The files of the folder before a recorded session, as far as it shows them: those that it reads or
 * edits before it makes them, with the lines that it shows, and those that it lists or names, empty.
 */
export function filesBefore(steps: readonly Step[]): ReadonlyMap<string, string> {
  const files = new Map<string, Map<number, string>>();
  const made = new Set<string>();
  const linesOf = (file: string): Map<number, string> => {
    const known = files.get(file) ?? new Map<number, string>();
    if (!made.has(file)) files.set(file, known);
    return known;
  };
  const changed = new Set<string>();
  for (const { call, result } of steps) {
    const file = String(call.input['file_path']);
    const command = commandOf(call);
    if (call.tool === 'Write' && !files.has(file)) made.add(file);
    if (call.tool === 'Read' || call.tool === 'Edit') {
      const lines = linesOf(file);
      if (!changed.has(file) && call.tool === 'Read') show(lines, result);
    }
    if (call.tool === 'Edit') changed.add(file);
    if (command !== undefined) for (const name of namedBy(command, result, made)) linesOf(name);
    for (const name of unpackedBy(result)) made.add(name);
  }
  return new Map([...files].map(([file, lines]) => [file, textOf(lines)]));
}

/** The lines of a window, by their numbers, and how many the file has. */
function show(lines: Map<number, string>, result: string): void {
  const total = Number(/\((\d+) lines total\)/.exec(result)?.[1] ?? 0);
  if (total > 0 && !lines.has(total)) lines.set(total, '');
  for (const [, number, line = ''] of result.matchAll(/^(\d+)[:\t](.*?)\r?$/gm)) {
    lines.set(Number(number), line);
  }
}

function textOf(lines: ReadonlyMap<number, string>): string {
  const last = Math.max(0, ...lines.keys());
  return Array.from({ length: last }, (_, at) => lines.get(at + 1) ?? '').join('\n');
}

/** Files that a listing shows, or that a command is given and that were there. */
function namedBy(command: string, result: string, made: ReadonlySet<string>): readonly string[] {
  const isListing = /^(?:ls|find) /.test(`${command} `);
  const isMissing = /No such file/.test(result);
  const words = isListing ? result.split('\n') : isMissing ? [] : command.split(/\s+/);
  return words
    .map((word) => path.posix.resolve(workspace, word.trim().replace(/[*@]$/, '')))
    .filter((file) => file.startsWith(`${workspace}/`) && !made.has(file))
    .filter((file) => /^[\w./-]*\/[\w-]+\.\w+$/.test(file) && !file.includes('/.git'));
}

function unpackedBy(result: string): readonly string[] {
  const found = result.matchAll(/^ +(?:inflating|extracting): (\S+)/gm);
  return [...found].map(([, name = '']) => path.posix.resolve(workspace, name));
}
