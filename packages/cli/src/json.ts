import { SluiceError } from '@sluice/core';

/** JSON from a text; `place` says where it stands. Throws `file-unreadable`. */
export function parseJson(text: string, { place, hint }: { place: string; hint: string }): unknown {
  const value = parsedJson(text, { place, hint });
  if (isDeeper(value)) {
    throw new SluiceError('file-unreadable', `${place} is nested more than ${jsonDepthMax} deep`, {
      hint: 'look at what made it: no tool needs that',
    });
  }
  return value;
}

/** The value of a text in JSON; `undefined` where it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function parsedJson(text: string, { place, hint }: { place: string; hint: string }): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new SluiceError('file-unreadable', `${place} is not valid JSON`, { hint, cause });
  }
}

/** Whatever reads JSON goes down into it: what is deeper ends in no stack overflow. */
export const jsonDepthMax = 500;

/** The same of a text that nobody has parsed: brackets outside of quotes are counted. */
export function isNestedDeeper(text: string): boolean {
  if (!hasMany(text, '[') && !hasMany(text, '{')) return false;
  let depth = 0;
  let isQuoted = false;
  // One mark at a time: where a quote does not end, nothing is gone through again.
  for (const [mark] of text.matchAll(/\\.|["[\]{}]/gs)) {
    if (mark === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (mark === '[' || mark === '{')) depth += 1;
    else if (!isQuoted && (mark === ']' || mark === '}')) depth -= 1;
    if (depth > jsonDepthMax) return true;
  }
  return false;
}

/** True if a text holds so many of one bracket that it may be deeper; most hold few. */
function hasMany(text: string, bracket: string): boolean {
  let at = -1;
  for (let count = 0; count <= jsonDepthMax / 2; count += 1) {
    at = text.indexOf(bracket, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** A part that stands in several places, as YAML has it, is looked into once at each depth. */
export function isDeeper(value: unknown, depthMax = jsonDepthMax): boolean {
  let level: ReadonlySet<unknown> = new Set([value]);
  for (let depth = 0; level.size > 0; depth += 1) {
    if (depth > depthMax) return true;
    const inside = [...level].flatMap((each): readonly unknown[] =>
      typeof each === 'object' && each !== null ? Object.values(each) : [],
    );
    level = new Set(inside);
  }
  return false;
}

/** A value as an object with its members; of anything else, none. */
export function jsonFields(text: string): Readonly<Record<string, unknown>> {
  return fieldsOf(parseJson(text, { place: 'a text', hint: 'write a JSON object' }));
}

/** The texts in a list; of anything else, none. */
export function textsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}

/** The members of an object; of anything else, none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
}
