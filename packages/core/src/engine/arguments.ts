import { canonicalJson, canonicalOf } from '../history/json/canonical.ts';
import { parseJson } from '../history/json/json.ts';
import { isRecord } from '../history/document.ts';

/** A call's arguments: the text that is shown and approved, and the value that it reads as. */
export interface Arguments {
  /** Canonical JSON, but each number is as the model wrote it. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The one place where a call's argument text becomes a value: a JSON object, or nothing. Nothing
 * too where it nests too deep to be written again. A number that JavaScript cannot hold is another
 * one in the value: who runs the value asks `readsExactly` first.
 */
export function parseArguments(text: string): Arguments | undefined {
  const read = parseJson(text);
  if (read.kind === 'unreadable') {
    return read.because === 'duplicate-keys' ? lastOfEach(text) : undefined;
  }
  const canonical = canonicalOf(text, read.root);
  const value: unknown = JSON.parse(canonical);
  return isRecord(value) ? { text: canonical, value } : undefined;
}

/** A policy denies a key that stands twice; till then such arguments are shown as they read. */
function lastOfEach(text: string): Arguments | undefined {
  try {
    const canonical = canonicalJson(JSON.parse(text));
    const value: unknown = JSON.parse(canonical);
    return isRecord(value) ? { text: canonical, value } : undefined;
  } catch {
    return undefined;
  }
}
