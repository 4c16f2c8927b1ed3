import { parse } from 'yaml';
import { isRecord } from './arguments.ts';

/** The records that a tool listed; none where the result is no list of them. */
export function rowsIn(result: string): readonly Readonly<Record<string, unknown>>[] {
  const value = parsed(result);
  return Array.isArray(value) ? value.filter(isRecord) : [];
}

/** The texts that a tool listed. */
export function listedTexts(result: string): readonly string[] {
  if (!result.trimStart().startsWith('-')) return [];
  const value = parsed(result);
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}

function parsed(result: string): unknown {
  try {
    return parse(result, { logLevel: 'error' });
  } catch {
    return undefined;
  }
}
