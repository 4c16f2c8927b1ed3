import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { SluiceError } from '@sluice/core';

/** The text of a file, unzipped where its name ends in `.gz`. Throws `file-unreadable`. */
export function readText(file: string): string {
  try {
    const bytes = readFileSync(file);
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read \`${file}\``, {
      hint: 'check the path and that you may read it',
      cause,
    });
  }
}

/** JSON from a text; `place` says where it stands. Throws `file-unreadable`. */
export function parseJson(text: string, { place, hint }: { place: string; hint: string }): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SluiceError('file-unreadable', `${place} is not JSON`, { hint, cause });
  }
}

/** A value as an object with its members; of anything else, none. */
export function jsonFields(text: string): Readonly<Record<string, unknown>> {
  return fieldsOf(parseJson(text, { place: 'a text', hint: 'write a JSON object' }));
}

/** The members of an object; of anything else, none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
