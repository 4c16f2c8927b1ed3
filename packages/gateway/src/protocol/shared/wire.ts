import { invalidField, isRecord, stringField, type Fields } from './fields.ts';

const nameCharactersMax = 64;

/**
 * The name of a declared tool, as OpenAI takes it. Throws `RequestError` for any other: past calls
 * of it would stand under another name, which may be another tool's.
 */
export function toolNameField(fields: Fields): string {
  const name = stringField(fields, 'name');
  if (name !== '' && wireName(name) === name) return name;
  const hint = `use 1 to ${nameCharactersMax} letters, digits, \`_\` and \`-\``;
  throw invalidField(`${fields.at}.name`, 'is no name of a tool', hint);
}

/** A past call's tool as providers take it: a name that was never declared can be any text. */
export function wireName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, '_').slice(0, nameCharactersMax) || '_';
}

/**
 * The arguments of a past call as the JSON object that providers insist on: parsed where they are
 * one, else the text as it stands under `arguments`.
 */
export function wireArgs(args: string): Readonly<Record<string, unknown>> {
  return objectIn(args) ?? { arguments: args };
}

/** The same as JSON text, byte for byte where it already is an object. */
export function wireArgsText(args: string): string {
  return objectIn(args) === undefined ? JSON.stringify({ arguments: args }) : args;
}

/** The arguments of a custom tool: one string, `input`. */
export function customArgs(input: string): string {
  return JSON.stringify({ input });
}

/** The input in the arguments of a custom tool's call; `hidden` where they do not hold one. */
export function customInput(args: string, hidden: string): string {
  const input = objectIn(args)?.['input'];
  return typeof input === 'string' ? input : hidden;
}

function objectIn(args: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(args);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
