import { pointerBelow } from '@sluice/core';

/**
 * The members of a JSON object as they stand in its text: nothing is read and written again, for
 * what is approved is the text. `undefined` where the text is no object.
 */
export function membersOf(json: string): readonly Member[] | undefined {
  return json.startsWith('{') ? partsOf(json, { pointer: '', path: '' }) : undefined;
}

/** One level down: what is in a list or an object; nothing is in anything else. */
export function membersIn({ pointer, path, value }: Member): readonly Member[] {
  return partsOf(value, { pointer, path: `${path} > ` }) ?? [];
}

export interface Member {
  /** JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** The names on the way to it as they stand in JSON, its own included. */
  readonly path: string;
  /** `"name":value`, as it stands; deeper down behind the names on the way. */
  readonly text: string;
  /** JSON text. */
  readonly value: string;
}

type Above = Pick<Member, 'pointer' | 'path'>;

/** `undefined` where the text is neither a list nor an object. */
function partsOf(json: string, above: Above): readonly Member[] | undefined {
  const isObject = json.startsWith('{') && json.endsWith('}');
  if (!isObject && !(json.startsWith('[') && json.endsWith(']'))) return undefined;
  const parts: Member[] = [];
  let start = 1;
  for (const { at, character, depth } of outside(json)) {
    const isEnd = depth === 0 && at === json.length - 1;
    if (!isEnd && !(character === ',' && depth === 1)) continue;
    const text = json.slice(start, at).trim();
    const isNone = text === '' && isEnd && parts.length === 0;
    const part = isObject ? memberOf(text, above) : elementOf(text, parts.length, above);
    if (!isNone && part === undefined) return undefined;
    if (!isNone && part !== undefined) parts.push(part);
    start = at + 1;
    if (isEnd) return parts;
  }
  return undefined;
}

function memberOf(text: string, above: Above): Member | undefined {
  const key = /^"(?:[^"\\]|\\.)*"(?=\s*:)/u.exec(text)?.[0];
  try {
    const name: unknown = key === undefined ? undefined : JSON.parse(key);
    if (key === undefined || typeof name !== 'string') return undefined;
    const pointer = pointerBelow(above.pointer, name);
    const value = text.slice(key.length).replace(/^\s*:\s*/, '');
    return { pointer, path: above.path + key, text: above.path + text, value };
  } catch {
    return undefined;
  }
}

function elementOf(value: string, index: number, above: Above): Member | undefined {
  if (value === '') return undefined;
  const path = `${above.path}${index}`;
  const pointer = pointerBelow(above.pointer, String(index));
  return { pointer, path, text: `${path}:${value}`, value };
}

/** The characters outside strings, each with how deep one is after it. */
function* outside(
  json: string,
): Generator<{ readonly at: number; readonly character: string; readonly depth: number }> {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < json.length; at++) {
    const character = json.charAt(at);
    if (isQuoted) {
      if (character === '\\') at += 1;
      else if (character === '"') isQuoted = false;
      continue;
    }
    if (character === '"') isQuoted = true;
    if (character === '{' || character === '[') depth += 1;
    if (character === '}' || character === ']') depth -= 1;
    yield { at, character, depth };
  }
}
