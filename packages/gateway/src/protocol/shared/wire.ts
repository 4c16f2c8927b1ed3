import { isRecord } from './fields.ts';

const nameCharactersMax = 64;

/** A tool's name as providers take it; names that were never declared can be any text. */
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
