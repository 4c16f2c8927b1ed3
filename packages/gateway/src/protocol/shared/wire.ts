import { wireArgs, wireSafe } from '@sluice/core';
import { parseExact } from './json.ts';
import { invalidField, isRecord, stringField, type Fields } from './fields.ts';

const nameCharactersMax = 64;

/**
 * The name of a declared tool, as OpenAI takes it. Throws `RequestError` for any other: past calls
 * of it would stand under another name, which may be another tool's.
 */
export function toolNameField(fields: Fields): string {
  const name = stringField(fields, 'name');
  if (name !== '' && wireSafe(name) === name) return name;
  const hint = `use 1 to ${nameCharactersMax} letters, digits, \`_\` and \`-\``;
  throw invalidField(fields.at.field('name'), 'is no name of a tool', hint);
}

/**
 * The arguments of a past call as the JSON object that a body holds, each number in its own text;
 * `undefined` where they are none.
 */
export function exactArgs(args: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseExact(args);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The arguments of a function: some servers write none as no text at all. */
export function functionArgs(input: string): string {
  return input.trim() === '' ? '{}' : input;
}

/** The arguments of a custom tool: one string, `input`. */
export function customArgs(input: string): string {
  return JSON.stringify({ input });
}

/** The input in the arguments of a custom tool's call; `hidden` where they do not hold one. */
export function customInput(args: string, hidden: string): string {
  const input = wireArgs(args)['input'];
  return typeof input === 'string' ? input : hidden;
}
