import { isRecord } from '../history/record.ts';
import { limits } from '../limits.ts';

/**
 * What is shown of a region: the place where it holds the value, else its beginning. A stranger who
 * writes much before the value hides it no more.
 */
export function excerptOf(text: string, value: string | undefined): string {
  const lengthMax = limits.excerptCharactersMax;
  const at = value === undefined || value === '' ? -1 : placeOf(text, value);
  const margin = Math.max(0, lengthMax - (value?.length ?? 0)) >> 1;
  const from = at + (value?.length ?? 0) <= lengthMax ? 0 : Math.max(0, at - margin);
  return text.slice(from, from + lengthMax);
}

/** By its beginning: a long and repetitive value takes an engine the product of both. */
function placeOf(text: string, value: string): number {
  const start = value.slice(0, 64);
  const exact = text.indexOf(start);
  return exact === -1 ? text.toLowerCase().indexOf(start.toLowerCase()) : exact;
}

/** Finds the text of an argument by its JSON pointer; of what has none, nothing. */
export function argumentReader(args: string): (pointer: string) => string | undefined {
  const root = valueOf(args);
  return (pointer) => {
    let value = root;
    for (const step of pointer.split('/').slice(1)) {
      const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
      value = memberOf(value, key);
    }
    return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
  };
}

function memberOf(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value[Number(key)];
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

function valueOf(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return undefined;
  }
}
