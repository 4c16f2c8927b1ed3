import { canonicalJson } from '../history/canonical.ts';
import { isRecord } from '../history/record.ts';

/** A call's arguments: the text that is shown and approved, and the very value that it reads as. */
export interface Arguments {
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The one place where a call's argument text becomes a value: a JSON object, or nothing. Nothing
 * too where it nests too deep to be written again, or holds a number that JSON cannot hold
 * (`1e999`), for then what runs would not be what was shown.
 */
export function parseArguments(text: string): Arguments | undefined {
  try {
    const written: unknown = JSON.parse(text, finiteOnly);
    const canonical = canonicalJson(written);
    const value: unknown = JSON.parse(canonical);
    return isRecord(value) ? { text: canonical, value } : undefined;
  } catch {
    return undefined;
  }
}

function finiteOnly(_key: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError('not finite');
  return value;
}
