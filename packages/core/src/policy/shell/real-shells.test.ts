import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hasGlob } from '../file/glob.ts';
import { readScript } from './read-script.ts';
import type { Command, Step } from './script.ts';
import { home } from './words.ts';

/** Pieces of words, quotes and escapes among them; the reader refuses many that come of them. */
const pieces = [
  'a',
  'Z',
  '0',
  'src/a.ts',
  '-n',
  '--x=y',
  '.',
  '/',
  ',',
  ':',
  '+',
  '@',
  '%',
  '_',
  '=',
  'ü',
  "'a b'",
  "''",
  '""',
  '"a b"',
  '"\\$x"',
  '"\\\\"',
  '"a\\b"',
  '"it\'s"',
  "'\"'",
  "'$x `y` !z'",
  '\\ ',
  '\\$',
  '\\\\',
  "\\'",
  '\\"',
  '\\;',
  '\\*',
  '\\\n',
  '{}',
  '$?',
  '"$?"',
  '"\\$?"',
  '~',
  '"a\nb"',
  "'a\nb'",
  '"\\\n"',
  '^',
  '!',
  '#',
  '{a,b}',
  '$x',
  '`x`',
  '(',
  ')',
  '|',
  '<',
  '&',
  "$'a'",
  '$"a"',
  '[',
  ']',
  '"\\!"',
  "'!'",
  '"#"',
  '\\#',
  '"~"',
  '\\~',
  '\t',
  '😀',
  '\\n',
  '"\\n"',
];
const piece = fc.constantFrom(...pieces);
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const line = fc
  .array(word, { minLength: 1, maxLength: 4 })
  .map((words) => `printf '%s\\0' ${words.join(' ')}`);

/** Those that are read, each a single command. */
const read = fc.sample(line, { numRuns: 6_000, seed: 21 }).flatMap((text) => {
  const step = readScript(text);
  if (step?.kind !== 'command' || step.redirects.length > 0) return [];
  const words = step.words.slice(2);
  const isPlain = words.every((each) => !hasGlob(each) && !each.includes(home));
  return isPlain && words.length > 0 ? [{ text, words }] : [];
});

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'sluice-shells-'));
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What a shell prints for each text, or `undefined` where it is not installed. */
function shown(shell: string, texts: readonly string[]): readonly string[] | undefined {
  const script = texts.map((text) => `${text}\nprintf '\\001'\n`).join('');
  const options = { cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'] } } as const;
  const ran = spawnSync(shell, ['-c', script], options);
  return ran.error === undefined ? ran.stdout.split('\u0001').slice(0, -1) : undefined;
}

describe.each(['bash', 'dash', 'zsh'])('the words that %s sees', (shell) => {
  test('are those that were read', ({ skip }) => {
    const found = shown(
      shell,
      read.map(({ text }) => text),
    );
    if (found === undefined) return skip(`${shell} is not installed`);
    expect(read.length).toBeGreaterThan(300);
    const seen = read.map(({ text }, at) => [text, found[at]?.split('\0').slice(0, -1)]);
    expect(seen).toEqual(read.map(({ text, words }) => [text, words]));
  });

  test('are those of each command of a script', ({ skip }) => {
    const scripts = scriptsOf(read.slice(0, 240).map(({ text }) => text));
    const found = shown(shell, scripts);
    if (found === undefined) return skip(`${shell} is not installed`);
    const wanted = scripts.map((text) =>
      commandsIn(readScript(text)).flatMap(({ words }) => words.slice(2)),
    );
    expect(scripts.map((_, at) => found[at]?.split('\0').slice(0, -1))).toEqual(wanted);
  });
});

const joints = [' && ', '; ', '\n', ' ;\n', '&&\\\n', ' && ! '];

/** Two commands in each, joined in different ways, some of them in a shell of their own. */
function scriptsOf(texts: readonly string[]): readonly string[] {
  return texts.slice(1).flatMap((text, at) => {
    const first = texts[at] ?? '';
    const joint = joints[at % joints.length] ?? '';
    return at % 2 === 0 ? [`${first}${joint}${text}`] : [`(${first}${joint}${text})`];
  });
}

function commandsIn(step: Step | undefined): readonly Command[] {
  if (step === undefined) return [];
  switch (step.kind) {
    case 'command':
      return [step];
    case 'sequence':
      return [step.first, ...step.rest.map((each) => each.step)].flatMap(commandsIn);
    case 'subshell':
    case 'not':
      return commandsIn(step.step);
  }
}
