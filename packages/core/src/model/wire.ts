import type { PlainTool } from '../history/plain.ts';
import { parseWithTexts } from '../history/json/json.ts';
import { isRecord } from '../history/document.ts';

/**
 * Tool names as providers take them: at most 64 letters, digits, `_` and `-`. A function of the
 * declared names alone, so that it says nothing about what is hidden.
 */
export interface WireNames {
  readonly toWire: (tool: string) => string;
  /** Names that were never declared come back as the model wrote them. */
  readonly fromWire: (name: string) => string;
}

const unsafe = /[^a-zA-Z0-9_-]/g;
const nameCharactersMax = 64;

export function wireNames(tools: readonly PlainTool[]): WireNames {
  const safe = new Set(tools.map(({ name }) => name).filter((name) => wireSafe(name) === name));
  const wire = new Map<string, string>();
  const declared = new Map<string, string>();
  for (const { name } of tools) {
    if (wire.has(name)) continue;
    const given = safe.has(name) ? name : unused(wireSafe(name), safe, declared);
    wire.set(name, given);
    declared.set(given, name);
  }
  return {
    toWire: (tool) => wire.get(tool) ?? wireSafe(tool),
    fromWire: (name) => declared.get(name) ?? name,
  };
}

/**
 * The arguments of a past call as the JSON object that providers insist on. Text that is not one
 * (an old half call, a placeholder) is shown to the model as it stands, under `arguments`; a number
 * that JavaScript cannot hold is shown as the text that it was.
 */
export function wireArgs(args: string): Readonly<Record<string, unknown>> {
  return parsedObject(args) ?? { arguments: args };
}

/** The same as JSON text, byte for byte where it already is an object. */
export function wireArgsText(args: string): string {
  return parsedObject(args) === undefined ? JSON.stringify({ arguments: args }) : args;
}

function parsedObject(args: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value = parseWithTexts(args);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A name as providers take it; several names may become one. */
export function wireSafe(name: string): string {
  return name.replace(unsafe, '_').slice(0, nameCharactersMax) || '_';
}

function unused(
  name: string,
  safe: ReadonlySet<string>,
  given: ReadonlyMap<string, string>,
): string {
  let candidate = name;
  for (let n = 2; safe.has(candidate) || given.has(candidate); n += 1) {
    const suffix = `_${n}`;
    candidate = name.slice(0, nameCharactersMax - suffix.length) + suffix;
  }
  return candidate;
}
