import { nearest, SluiceError } from '@sluice/core';
import { type Document, isMap, isNode, isPair, isScalar, type LineCounter } from 'yaml';
import type * as z from 'zod';
import { looksLikeKey } from './variable-name.ts';

/** Where something stands in the settings: keys and indices from their root. */
export type SettingPath = readonly PropertyKey[];

/** A mistake in the settings. What was written there is not repeated: it may be a key. */
export interface Problem {
  readonly at: SettingPath;
  readonly message: string;
  /** The key itself is wrong, not its value. */
  readonly onKey?: boolean;
}

/** The settings as they were read, for the lines of what is wrong in them. */
export interface Source {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

const problemsShown = 5;

/** An error that says for each mistake where it stands and what is allowed there. */
export function settingsError(problems: readonly Problem[], source: Source): SluiceError {
  const shown = problems.slice(0, problemsShown).map((problem) => {
    return `${placeOf(offsetOf(problem, source), source)}: ${sentenceOf(problem)}`;
  });
  const more = problems.length - shown.length;
  return invalid([...shown, ...(more > 0 ? [`and ${more} more`] : [])].join('\n'), source);
}

/** A message that begins with `it` is about the setting at this path; no path is the file. */
function sentenceOf({ at, message }: Problem): string {
  const path = printed(at);
  if (message.startsWith('it ')) {
    return `${path === '' ? 'the file' : `\`${path}\``}${message.slice('it'.length)}`;
  }
  return path === '' ? message : `${message} (at ${path})`;
}

/** The same for a text that is no YAML, of which a place in the text is known. */
export function yamlError(message: string, offset: number, source: Source): SluiceError {
  return invalid(`${placeOf(offset, source)}: ${message}`, source);
}

function invalid(message: string, { file }: Source): SluiceError {
  return new SluiceError('settings-invalid', message, {
    hint: `correct \`${file}\` there; a setting that you leave out has a default`,
  });
}

function placeOf(offset: number, { file, lines }: Source): string {
  const { line, col } = lines.linePos(offset);
  return `${file}:${Math.max(line, 1)}:${Math.max(col, 1)}`;
}

/** Where a place begins in the text; of one that is not there, the nearest around it. */
function offsetOf({ at, onKey = false }: Problem, { document }: Source): number {
  let node: unknown = document.contents;
  let offset = startOf(node) ?? 0;
  for (const [index, step] of at.entries()) {
    const pair = isMap(node) ? node.items.find(({ key }) => textOf(key) === String(step)) : node;
    if (!isPair(pair)) return offset;
    const isKey = onKey && index === at.length - 1;
    offset = startOf(isKey ? pair.key : pair.value) ?? startOf(pair.key) ?? offset;
    node = pair.value;
  }
  return offset;
}

function textOf(key: unknown): string {
  return String(isScalar(key) ? key.value : key);
}

function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** Writes a place as it would be typed in an editor's search; what may be a key is left out. */
function printed(at: SettingPath): string {
  return at.map((step) => wordOf(String(step))).join('.');
}

function wordOf(text: string): string {
  return looksLikeKey(text) ? '...' : text.replaceAll(/[^\P{C}\n]|\n/gu, '?');
}

/** The mistakes in our words, from the schema's issues. */
export function problemsOf(error: z.ZodError, allowedAt: Allowed): readonly Problem[] {
  return error.issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => unknownKey([...issue.path, key], allowedAt(issue.path)))
      : [{ at: issue.path, message: messageOf(issue) }],
  );
}

/** The keys that may stand in a place. */
type Allowed = (at: SettingPath) => readonly string[];

function unknownKey(at: SettingPath, allowed: readonly string[]): Problem {
  const key = wordOf(String(at.at(-1) ?? ''));
  const near = nearest(key, allowed);
  const message =
    near === undefined
      ? `there is no setting \`${key}\` here; there are ${listed(allowed)}`
      : `there is no setting \`${key}\` here; did you mean \`${near}\`?`;
  return { at, message, onKey: true };
}

function messageOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_value':
      return `it must be ${listed(issue.values.map(String), 'or')}`;
    case 'invalid_type':
      return issue.input === undefined && issue.message.endsWith('received undefined')
        ? `it is missing: write ${kindOf(issue.expected)}`
        : `it must be ${kindOf(issue.expected)}`;
    case 'too_small':
      return `it must be ${issue.inclusive === true ? 'at least' : 'more than'} ${issue.minimum}`;
    case 'too_big':
      return `it must be ${issue.inclusive === true ? 'at most' : 'less than'} ${issue.maximum}`;
    case 'invalid_format':
      return issue.format === 'url'
        ? 'it must be an address with http:// or https://'
        : issue.message;
    case 'invalid_key':
      return issue.issues.map(({ message }) => message).join('; ');
    case 'unrecognized_keys':
    case 'invalid_union':
    case 'invalid_element':
    case 'not_multiple_of':
    case 'custom':
      return issue.message;
  }
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'a map of settings',
  record: 'a map of names',
};

function kindOf(expected: string): string {
  return kinds[expected] ?? expected;
}

function listed(words: readonly string[], last: 'and' | 'or' = 'and'): string {
  const quoted = words.map((word) => `\`${word}\``);
  const end = quoted.pop() ?? 'nothing';
  return quoted.length === 0 ? end : `${quoted.join(', ')} ${last} ${end}`;
}
