import type { ServerStart } from './start.ts';

/** Runs of so many characters that a text shares with what was given are hidden with their word. */
const runLength = 4;

/**
 * All that an entry gives its server, each piece as a server may repeat it: arguments, variables,
 * headers, and of an address all but its host. A key may be in any of them, and in `others`.
 */
export function givenBy(start: ServerStart, others: readonly string[] = []): readonly string[] {
  const texts =
    start.kind === 'command'
      ? [...lineIn(start.command), ...start.args, ...Object.values(start.env)]
      : [...Object.values(start.headers), ...partsOf(start.url)];
  return [...new Set([...texts, ...others].flatMap(piecesOf))].filter((piece) => piece !== '');
}

/** Some write a whole command line, variables included, where a program should stand. */
function lineIn(command: string): readonly string[] {
  return /[\s=]/.test(command) ? [command] : [];
}

function piecesOf(text: string): readonly string[] {
  const afterSign = text.slice(text.indexOf('=') + 1);
  const words = text.split(/[\s=]+/).filter(({ length }) => length >= runLength);
  const parts = /:\/\/[^/]*@/.test(text) ? partsOf(text) : [];
  return [text, afterSign, ...words, ...parts].flatMap((each) => [each, decoded(each)]);
}

/** `[text]` where it is no address. */
function partsOf(text: string): readonly string[] {
  if (!URL.canParse(text)) return [text];
  const { host, username, password, pathname, search, searchParams, hash } = new URL(text);
  const rest = host === '' ? [text] : [];
  return [...rest, username, password, pathname, search, ...searchParams.values(), hash];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * A text of a server that failed, without each word that shares four characters with what was
 * given: servers repeat a key in part, within other words, or spelled otherwise.
 */
export function withoutGivenWords(text: string, given: readonly string[]): string {
  const runs = new Set(given.flatMap((piece) => runsIn(piece)));
  const short = new Set(given.map((piece) => piece.toLowerCase()));
  return text.replaceAll(/\S+/g, (word) => {
    const bare = word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '').toLowerCase();
    return short.has(bare) || runsIn(word).some((run) => runs.has(run)) ? '...' : word;
  });
}

/** A server that answers is called like the package in its arguments: only whole pieces count. */
export function repeatsGiven(text: string, given: readonly string[]): boolean {
  return given.some((piece) => piece.length >= runLength && text.includes(piece));
}

function runsIn(text: string): readonly string[] {
  const small = text.toLowerCase();
  const count = Math.max(0, small.length - runLength + 1);
  return Array.from({ length: count }, (_, at) => small.slice(at, at + runLength));
}
