import { anyLetter, anyText, perhapsAnyText } from '../file/glob.ts';

/** Stands at the beginning of a word for the home of the user. */
export const home = '\uE003';

/** A word that all shells read alike. */
interface ReadWord {
  /** As programs get it, with marks for what is expanded. */
  readonly text: string;
  /** Its text without quotes, as a parser gives it. */
  readonly plain: string;
}

/** Outside of quotes these mean themselves wherever they stand. */
const plainLetters = /^[\p{L}\p{N}\p{M}\p{So}_./,:+@%-]$/u;

const quoted = /^'(?<text>[^']*)'(?!')/;
const doubleQuoted = /^"(?<text>(?:[^"\\$`!]|\\[^!]|\$\?(?![:[{\w]))*)"/;
const bracket = /^\[[\w.-]+\]/;

/** `undefined` where shells may read it in different ways, or where something is expanded. */
export function readWord(source: string): ReadWord | undefined {
  let rest = source;
  let text = '';
  let plain = '';
  while (rest !== '') {
    const next = nextPiece(rest, source.slice(0, source.length - rest.length));
    if (next === undefined) return undefined;
    text += next.text;
    plain += next.plain ?? next.text;
    rest = rest.slice(next.length);
  }
  return source === '' || /^=./.test(source) ? undefined : { text, plain };
}

const typed = /^"\$\(cat <<'(?<end>\w+)'\n(?<body>[^"$`\\!]*)\n\k<end>\n[ \t]*\)"$/;

/**
 * A text of several lines as agents write it for a commit: `"$(cat <<'EOF' ... EOF )"`, where
 * nothing is expanded. Old shells look for the end of `$(` in the text: without `"`, `$` and the
 * like they too find nothing in it to run. `undefined` for any other word.
 */
export function typedText(source: string): string | undefined {
  const { end = '', body = '' } = typed.exec(source)?.groups ?? {};
  if (end === '' || body.split('\n').includes(end)) return undefined;
  return body.replace(/\n+$/, '');
}

interface Piece {
  readonly length: number;
  readonly text: string;
  readonly plain?: string;
}

function nextPiece(rest: string, before: string): Piece | undefined {
  const isFirst = before === '';
  const [letter = ''] = rest;
  switch (letter) {
    case "'": {
      const text = quoted.exec(rest)?.groups?.['text'];
      // In a line after the first, some interactive shells take `!` for a reference to history.
      if (text === undefined || (text.includes('!') && text.includes('\n'))) return undefined;
      return { length: text.length + 2, text };
    }
    case '"':
      return doubleQuotedPiece(rest);
    case '\\':
      return escapedPiece(rest);
    case '*':
      return { length: 1, text: anyText, plain: '*' };
    case '?':
      return { length: 1, text: anyLetter, plain: '?' };
    case '[':
      return bracketPiece(rest, isFirst);
    case '^':
      // With extended patterns, zsh takes this for part of one.
      return /\w$/.test(before) ? { length: 1, text: perhapsAnyText, plain: '^' } : undefined;
    case '~':
      return tildePiece(rest, before);
    case ']':
      return rest === ']' && isFirst ? { length: 1, text: ']' } : undefined;
    case '=':
      // zsh looks for a program where a word begins so, even behind empty quotes.
      return before + rest === '=' || /\w$/.test(before) ? { length: 1, text: '=' } : undefined;
    case '$':
      return /^\$\?(?![:[{\w])/.test(rest) ? { length: 2, text: '0', plain: '$?' } : undefined;
    case '{':
      return rest.startsWith('{}') ? { length: 2, text: '{}' } : undefined;
    default:
      return plainLetters.test(letter) ? { length: letter.length, text: letter } : undefined;
  }
}

function doubleQuotedPiece(rest: string): Piece | undefined {
  const text = doubleQuoted.exec(rest)?.groups?.['text'];
  if (text === undefined) return undefined;
  const unescaped = (code: string): string =>
    text.replaceAll(/\\([\\"$`])|\\\n|\$\?/g, (found: string, letter?: string) =>
      found === '$?' ? code : (letter ?? ''),
    );
  return { length: text.length + 2, text: unescaped('0'), plain: unescaped('$?') };
}

function escapedPiece(rest: string): Piece | undefined {
  const letter = rest[1];
  if (letter === '\n') return { length: 2, text: '' };
  const isPlain = letter !== undefined && /^[!-~ ]$/.test(letter) && letter !== '!';
  return isPlain ? { length: 2, text: letter } : undefined;
}

/** A lone `[` is a program; in a pattern it stands for one letter. */
function bracketPiece(rest: string, isFirst: boolean): Piece | undefined {
  if (rest === '[' && isFirst) return { length: 1, text: '[' };
  const found = bracket.exec(rest)?.[0];
  if (found === undefined) return undefined;
  return { length: found.length, text: anyLetter, plain: found };
}

function tildePiece(rest: string, before: string): Piece | undefined {
  if (/\w$/.test(before)) return { length: 1, text: perhapsAnyText, plain: '~' };
  if (before !== '') return undefined;
  return /^~(?:\/|$)/.test(rest) ? { length: 1, text: home, plain: '~' } : undefined;
}
