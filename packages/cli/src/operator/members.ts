/**
 * The members of a JSON object as they stand in its text: nothing is read and written again, for
 * what is approved is the text. `undefined` where the text is no object.
 */
export function membersOf(json: string): readonly Member[] | undefined {
  if (!json.startsWith('{') || !json.endsWith('}')) return undefined;
  const members: Member[] = [];
  let start = 1;
  for (const { at, character, depth } of outside(json)) {
    const isEnd = depth === 0 && at === json.length - 1;
    if (!isEnd && !(character === ',' && depth === 1)) continue;
    const text = json.slice(start, at).trim();
    const member = text === '' && isEnd && members.length === 0 ? [] : [memberOf(text)];
    for (const each of member) {
      if (each === undefined) return undefined;
      members.push(each);
    }
    start = at + 1;
    if (isEnd) return members;
  }
  return undefined;
}

export interface Member {
  readonly name: string;
  /** `"name":value`, as it stands. */
  readonly text: string;
}

function memberOf(text: string): Member | undefined {
  const key = /^"(?:[^"\\]|\\.)*"(?=\s*:)/u.exec(text)?.[0];
  try {
    const name: unknown = key === undefined ? undefined : JSON.parse(key);
    return typeof name === 'string' ? { name, text } : undefined;
  } catch {
    return undefined;
  }
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
