import type { Command } from 'sluice/parts';

/** Options that change where something is written or how fast, and no figure. */
const idle: ReadonlySet<string> = new Set(
  'json keep html memory ledger features threads workers retryErrors questions'.split(' '),
);

/** An address may hold a password: what is kept says that there was one. */
const addresses: ReadonlySet<string> = new Set(['baseUrl', 'defenceUrl']);

/**
 * The command line, to be typed again, and in short the part that goes beyond the command's
 * own name.
 */
export interface TypedCommand {
  readonly command: string;
  /** `whole` where nothing was asked for but the suite. */
  readonly slice: string;
}

/** The command of a suite: options that only say which suite it is are no slice. */
export function typedCommand(command: Command, suite: string): TypedCommand {
  const names = namesOf(command);
  const flags = command.options.flatMap((option) => {
    const name = option.attributeName();
    if (idle.has(name) || command.getOptionValueSource(name) !== 'cli') return [];
    const value: unknown = command.getOptionValue(name);
    const flag = option.long ?? '';
    if (typeof value === 'boolean') return value === option.negate ? [] : [{ flag, value: '' }];
    return [{ flag, value: addresses.has(name) ? 'URL' : listed(value) }];
  });
  const [, ...own] = names;
  const typed = [...names, ...command.args, ...flags.flatMap(({ flag, value }) => [flag, value])];
  const isNamed = (value: string): boolean => suite === `${own.join('-')}-${value}`;
  const parts = [
    ...command.args,
    ...flags
      .filter(({ value }) => !isNamed(value))
      .map(({ flag, value }) => [flag.replace(/^--/, ''), value].filter(Boolean).join('-')),
  ];
  const words = ['sluice', ...typed.filter((word) => word !== '')];
  return { command: quotedWords(words), slice: parts.join('-') || 'whole' };
}

/** The names from the program's first command on. */
function namesOf(command: Command): readonly string[] {
  const { parent } = command;
  return parent === null ? [] : [...namesOf(parent), command.name()];
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.map(String).join(',') : String(value);
}

/** Words as a shell reads them again. */
export function quotedWords(words: readonly string[]): string {
  return words.map(quoted).join(' ');
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
