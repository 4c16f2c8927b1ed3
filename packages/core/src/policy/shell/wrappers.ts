import { hasGlob } from '../file/glob.ts';
import type { Effect } from './effects.ts';
import { flagsOf, type Flags, readArguments } from './flags.ts';

/** What a program starts that does nothing itself. */
interface Started {
  readonly assigned: readonly (readonly [name: string, value: string])[];
  readonly words: readonly string[];
  readonly does: readonly Effect[];
}

interface Wrapper {
  readonly flags: Flags;
  /** How many operands stand before the command. */
  readonly skips: number;
  readonly does: readonly Effect[];
}

const wrappers: ReadonlyMap<string, Wrapper> = new Map([
  ['timeout', { flags: flagsOf('-k: -s: --kill-after: --signal: -v'), skips: 1, does: [] }],
  ['nice', { flags: flagsOf('-n: -#'), skips: 0, does: [] }],
  ['nohup', { flags: flagsOf(''), skips: 0, does: ['write'] }],
  ['time', { flags: flagsOf('-p'), skips: 0, does: [] }],
  ['command', { flags: flagsOf('-v -V'), skips: 0, does: [] }],
  ['stdbuf', { flags: flagsOf('-o: -e: -i:'), skips: 0, does: [] }],
  ['env', { flags: flagsOf(''), skips: 0, does: [] }],
]);

/** The text that a shell is given to run, as `bash -lc '...'`. */
export function textFor(words: readonly string[]): string | undefined {
  const [name = '', flag = '', text, ...rest] = words;
  const isText = /^(?:\/bin\/|\/usr\/bin\/)?(?:ba|da|z)?sh$/.test(name) && /^-l?c$/.test(flag);
  return isText && rest.length === 0 && text !== undefined && !hasGlob(text) ? text : undefined;
}

/** The command that a wrapper starts; `undefined` where the first word is no wrapper. */
export function startedBy(words: readonly string[]): Started | 'unknown' | undefined {
  const [name = '', ...rest] = words;
  const wrapper = wrappers.get(name);
  // Alone, `env` shows all variables.
  if (wrapper === undefined || (name === 'env' && rest.length === 0)) return undefined;
  const given = readArguments(rest, wrapper.flags, 'first');
  if (given === undefined) return 'unknown';
  if (given.flags.some(({ name: flag }) => flag === '-v' || flag === '-V')) {
    return name === 'command' ? { assigned: [], words: ['true'], does: [] } : 'unknown';
  }
  const skipped = given.operands.slice(0, wrapper.skips);
  const command = given.operands.slice(wrapper.skips);
  if (skipped.some((word) => !/^[\d.]+[smhd]?$/.test(word))) return 'unknown';
  const count = name === 'env' ? command.findIndex((word) => !/^\w+=/.test(word)) : 0;
  if (command.length === 0 || count < 0) return 'unknown';
  const assigned = command.slice(0, count).map(assignment);
  return { assigned, words: command.slice(count), does: wrapper.does };
}

function assignment(word: string): readonly [string, string] {
  const at = word.indexOf('=');
  return [word.slice(0, at), word.slice(at + 1)];
}
