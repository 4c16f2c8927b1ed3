import { llamaLimits } from '../llama-limits.ts';

/** JSON in the spelling of `spacedJson`, as rules that every grammar of ours has. */
const json: Readonly<Record<string, string>> = {
  hex: '[0-9a-fA-F]',
  char: String.raw`[^"\\\x00-\x1F] | "\\" (["\\/bfnrt] | "u" hex hex hex hex)`,
  string: String.raw`"\"" char* "\""`,
  integer: '"-"? ("0" | [1-9] [0-9]{0,15})',
  number: 'integer ("." [0-9]{1,15})? ([eE] [-+]? [0-9]{1,3})?',
  boolean: '"true" | "false"',
  null: '"null"',
  object: String.raw`"{" (member (", " member)*)? "}"`,
  member: 'string ": " value',
  array: '"[" (value (", " value)*)? "]"',
  value: 'object | array | string | number | boolean | null',
};

export const jsonRules = Object.entries(json).map(([name, body]) => `${name} ::= ${body}`);

const escapes: Readonly<Record<string, string>> = {
  '"': String.raw`\"`,
  '\\': String.raw`\\`,
  '\n': String.raw`\n`,
  '\r': String.raw`\r`,
  '\t': String.raw`\t`,
};

/** A text as GBNF writes it. */
export function quoted(text: string): string {
  return `"${text.replaceAll(/["\\\n\r\t]/g, (one) => escapes[one] ?? one)}"`;
}

/**
 * How often something repeats, from the bounds that a schema gives. What is no short length is
 * left open: a grammar unrolls its repetitions.
 */
export function repeats(least: unknown, most: unknown): string {
  const [from, to] = [bound(least) ?? 0, bound(most)];
  if (to === undefined) return from === 0 ? '*' : `{${from},}`;
  return `{${from},${Math.max(from, to)}}`;
}

/** A bound on a length, where it is one that a grammar can hold. */
export function bound(value: unknown): number | undefined {
  const isShort = Number.isInteger(value) && Number(value) <= llamaLimits.grammarRepeatsMax;
  return isShort ? Math.max(0, Number(value)) : undefined;
}
