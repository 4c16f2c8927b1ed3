import type { PlainPart } from '@sluice/core';
import type { Received } from '@sluice/mcp';
import { sha256 } from './sha256.ts';

/**
 * Hashes of what a client was given for a call. Clients write several texts as one, so that is in
 * here in the ways in which they do.
 */
export function given({ parts }: Received): ReadonlySet<string> {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const joined = ['', '\n', '\n\n'].map((between) => texts.join(between));
  const blobs = parts.flatMap((part) => (part.kind === 'opaque' ? [String(part.data)] : []));
  return new Set([...texts, ...joined, ...blobs].map(hashOf));
}

/** True if a client's words for a result are what it was given, and nothing more. */
export function isGiven(known: ReadonlySet<string>, parts: readonly PlainPart[]): boolean {
  if (known.size === 0) return false;
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const isWhole = texts.length === parts.length && known.has(hashOf(texts.join('\n')));
  return isWhole || parts.every((part) => isKnown(known, part));
}

function isKnown(known: ReadonlySet<string>, part: PlainPart): boolean {
  if (part.kind === 'opaque') return known.has(hashOf(String(part.data)));
  const text = part.text.replace(runTime, '');
  return known.has(hashOf(text)) || isKnownJson(known, text);
}

/** Some clients say first how long a call took. */
const runTime = /^Wall time: \d+(?:\.\d+)? seconds\nOutput:\n/;

/** Some clients hand the whole result on as JSON: each text in it must be one that was given. */
function isKnownJson(known: ReadonlySet<string>, text: string): boolean {
  let hasTexts = false;
  let isOther = false;
  try {
    JSON.parse(text, (key, value: unknown) => {
      if (typeof value !== 'string' || (key === 'type' && value === 'text')) return value;
      hasTexts = true;
      if (!known.has(hashOf(value))) isOther = true;
      return value;
    });
  } catch {
    return false;
  }
  return hasTexts && !isOther && hasKnownKeys(text);
}

/** The names of members are a client's own; others could hold words. */
function hasKnownKeys(text: string): boolean {
  let all = true;
  JSON.parse(text, (key, value: unknown) => {
    if (!/^\d*$/.test(key) && !members.has(key)) all = false;
    if (typeof value === 'number') all = false;
    return value;
  });
  return all;
}

const members: ReadonlySet<string> = new Set([
  'content',
  'isError',
  'is_error',
  'output',
  'result',
  'success',
  'text',
  'type',
]);

/** Clients cut blanks at the end. */
function hashOf(text: string): string {
  return sha256(text.trimEnd());
}
