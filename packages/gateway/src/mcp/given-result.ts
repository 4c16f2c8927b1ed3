import type { PlainPart } from '@sluice/core';
import { isRecord, type Received } from '@sluice/mcp';
import { sha256 } from './sha256.ts';

/** Hashes of what a client was given for a call. */
export interface Given {
  readonly parts: ReadonlySet<string>;
  /** Clients write several texts as one, so that is in here in the ways in which they do. */
  readonly joined: ReadonlySet<string>;
}

export function given({ parts }: Received): Given {
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const joined = ['', '\n', '\n\n'].map((between) => texts.join(between));
  const blobs = parts.flatMap((part) => (part.kind === 'opaque' ? [String(part.data)] : []));
  return {
    parts: new Set([...texts, ...blobs].map(hashOf)),
    joined: new Set(joined.map(hashOf)),
  };
}

/**
 * How a client hands on what it was given: `as-given`, each part as it came; `wrapped`, all of it
 * came, in a form of the client's own; `other`, words that did not come.
 */
export function handedOn(
  known: Given,
  parts: readonly PlainPart[],
): 'as-given' | 'wrapped' | 'other' {
  if (parts.every((part) => known.parts.has(hashOf(wordsOf(part))))) return 'as-given';
  const all = new Set([...known.parts, ...known.joined]);
  const texts = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : []));
  const isWhole = texts.length === parts.length && all.has(hashOf(texts.join('\n')));
  return isWhole || parts.every((part) => isKnown(all, part)) ? 'wrapped' : 'other';
}

function wordsOf(part: PlainPart): string {
  return part.kind === 'text' ? part.text : String(part.data);
}

function isKnown(known: ReadonlySet<string>, part: PlainPart): boolean {
  if (part.kind === 'opaque') return known.has(hashOf(String(part.data)));
  const text = part.text.replace(runTime, '');
  return known.has(hashOf(text)) || isKnownJson(known, text);
}

/** Some clients say first how long a call took. */
const runTime = /^Wall time: \d{1,5}(?:\.\d{1,4})? seconds\nOutput:\n/;

/**
 * Some clients hand the whole result on as JSON: each text in it must be one that was given. The
 * names of members are a client's own; others could hold words.
 */
function isKnownJson(known: ReadonlySet<string>, text: string): boolean {
  const found = foundIn(text);
  if (found === undefined) return false;
  const { texts, names, hasNumber } = found;
  // `JSON.parse` finds only the last of two members with one name; the model would read both.
  const written = text.match(/"(?:[^"\\]|\\.)*"/g) ?? [];
  if (hasNumber || written.length > texts.length + names.length) return false;
  const said = texts.filter(([name, each]) => name !== 'type' || each !== 'text');
  const areGiven = said.every(([, each]) => known.has(hashOf(each)));
  return said.length > 0 && areGiven && names.every((name) => members.has(name));
}

interface Found {
  /** With the name of the member that each is. */
  readonly texts: readonly (readonly [string, string])[];
  readonly names: readonly string[];
  readonly hasNumber: boolean;
}

/** All that a text says as JSON; `undefined`: it is none. */
function foundIn(text: string): Found | undefined {
  const texts: (readonly [string, string])[] = [];
  const names: string[] = [];
  let hasNumber = false;
  try {
    JSON.parse(text, (name, value: unknown) => {
      if (typeof value === 'string') texts.push([name, value]);
      if (typeof value === 'number') hasNumber = true;
      if (isRecord(value)) names.push(...Object.keys(value));
      return value;
    });
  } catch {
    return undefined;
  }
  return { texts, names, hasNumber };
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
