import type { DocumentNode } from '../../history/structured.ts';

/** A text of a document as it reads, and where each of its characters is written. */
export interface WrittenText {
  readonly value: string;
  /** For each UTF-16 code unit of `value`, and one more for its end. */
  readonly offsets: readonly number[];
  /** A placeholder may not stand first: the text has no quotes around it. */
  readonly isBare: boolean;
}

/**
 * Finds where a text is written: in quotes, bare on lines of a block, or under `|`. `undefined`
 * where a part of it could not be replaced, or where it reads otherwise than it is read here.
 */
export function writtenText(
  { start, end, value, kind }: DocumentNode,
  text: string,
  { inFlow }: { readonly inFlow: boolean },
): WrittenText | undefined {
  if (kind !== 'scalar' || typeof value !== 'string') return undefined;
  const slice = text.slice(start, end);
  const from = start + (/^\s*/.exec(slice)?.[0].length ?? 0);
  const body = slice.trim();
  const style = styleOf(body);
  if ((style === 'bare' || style === 'literal') && inFlow) return undefined;
  const read = style === 'literal' ? readLines(slice, start) : readFolded(body, from, style);
  const isAsRead = read !== undefined && read.value === value;
  return isAsRead ? { ...read, isBare: style === 'bare' } : undefined;
}

type Style = 'double' | 'single' | 'bare' | 'literal';

function styleOf(body: string): Style {
  if (body.startsWith('"')) return 'double';
  if (body.startsWith("'")) return 'single';
  return /^[|>]/.test(body) ? 'literal' : 'bare';
}

type Read = Omit<WrittenText, 'isBare'>;

const tokens: Readonly<Record<Exclude<Style, 'literal'>, RegExp>> = {
  double:
    /\\(?:u[\da-fA-F]{4}|x[\da-fA-F]{2}|U[\da-fA-F]{8}|\r?\n[ \t]*|[\s\S])|[ \t]*\r?\n\s*|[\s\S]/g,
  single: /''|[ \t]*\r?\n\s*|[\s\S]/g,
  bare: /[ \t]*\r?\n\s*|[\s\S]/g,
};

function readFolded(
  body: string,
  from: number,
  style: Exclude<Style, 'literal'>,
): Read | undefined {
  const quotes = style === 'bare' ? 0 : 1;
  if (body.length < 2 * quotes) return undefined;
  const inside = body.slice(quotes, body.length - quotes);
  const pieces: string[] = [];
  const offsets: number[] = [];
  for (const { 0: token, index } of inside.matchAll(tokens[style])) {
    const read = readToken(token, style);
    pieces.push(read);
    for (let unit = 0; unit < read.length; unit += 1) offsets.push(from + quotes + index);
  }
  offsets.push(from + quotes + inside.length);
  return { value: pieces.join(''), offsets };
}

const escapes: Readonly<Record<string, string>> = {
  '0': '\0',
  a: '\u0007',
  b: '\b',
  e: '\u001b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
  N: '\u0085',
  _: '\u00a0',
  L: '\u2028',
  P: '\u2029',
};

function readToken(token: string, style: Style): string {
  if (style === 'double' && token.startsWith('\\')) {
    const sign = token.charAt(1);
    if (token.length > 2 && 'uxU'.includes(sign)) {
      const code = Number.parseInt(token.slice(2), 16);
      return code > 0x10_ff_ff ? '' : String.fromCodePoint(code);
    }
    return /\s/.test(sign) && sign !== ' ' && sign !== '\t' ? '' : (escapes[sign] ?? sign);
  }
  if (style === 'single' && token === "''") return "'";
  const breaks = token.split('\n').length - 1;
  if (breaks === 0) return token;
  return breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
}

/** Lines under `|`, without their indentation. */
function readLines(slice: string, start: number): Read | undefined {
  const [header = ''] = /^\s*\|[-+]?[ \t]*\r?\n/.exec(slice) ?? [];
  if (header === '') return undefined;
  const first =
    slice
      .slice(header.length)
      .split('\n')
      .find((line) => line.trim() !== '') ?? '';
  const indent = /^ */.exec(first)?.[0].length ?? 0;
  const isKept = header.includes('+');
  const pieces: string[] = [];
  const offsets: number[] = [];
  let at = header.length;
  for (const line of slice.slice(header.length).split('\n')) {
    const own = line.slice(Math.min(indent, line.length));
    const isLast = at + line.length >= slice.length;
    const read = isLast ? own : `${own}\n`;
    pieces.push(read);
    for (let unit = 0; unit < read.length; unit += 1) {
      offsets.push(start + at + line.length - own.length + unit);
    }
    at += line.length + 1;
  }
  const all = pieces.join('');
  const lines = all.replace(/\n+$/, '');
  const value = isKept ? all : header.includes('-') || lines === '' ? lines : `${lines}\n`;
  // A last line break ends the text, and is not a part of it that could be replaced.
  const length = lines.length;
  const end = offsets[length] ?? start + slice.length;
  const ends = Array.from({ length: value.length - length + 1 }, () => end);
  return { value, offsets: [...offsets.slice(0, length), ...ends] };
}
