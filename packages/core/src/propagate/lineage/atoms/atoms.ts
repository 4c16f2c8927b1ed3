import { dateReadings, spokenDates } from './date-readings.ts';
import { bareNumber, numberReadings } from './number-readings.ts';

/**
 * An atom is a value that is compared as a whole and in a canonical form: `number:1000`,
 * `date:2024-03-03`, `day:03-03`, `time:10:00`, `email:bob@x.example`,
 * `url:x.example/a`, `host:x.example`.
 */
export type Atom = string;

const chunk = /[^\s"<>()[\]{}|`*,;]+(?:[,;][^\s"<>()[\]{}|`*,;]+)*/g;
const spacedNumber = /(?<![\w.,])\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?![\w])/g;
const email = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]{2,}$/;
const url = /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)(.+)$/;
const telling = /[\d@]|:\/\/|www\./;
const separators = /[,;=&?/:]/;
const range = /^[\p{Sc}\d.]+[-–][\p{Sc}\d.]+$/u;
/** A longer chunk is data (an image, a key), which no argument spells in another form. */
const chunkCharactersMax = 2_048;

/** A longer text is no number and no date: a row of a table, an identifier, an address. */
const numeralCharactersMax = 40;
const addressed = /@|:\/\/|www\./;

/** How a value is matched by its atom. */
export type AtomKind = 'number' | 'date' | 'time' | 'email' | 'url' | 'host';

/** The kind to tell people. */
export function kindOf(atom: Atom): AtomKind {
  const kind = atom.slice(0, atom.indexOf(':'));
  switch (kind) {
    case 'number':
    case 'time':
    case 'email':
    case 'url':
    case 'host':
      return kind;
    default:
      return 'date';
  }
}

/**
 * The atoms that the whole of a folded text can be read as, several where it is ambiguous. None for
 * running text. An ISO date with a time is two atoms of one text, so it is left to `atomsIn`.
 */
export function atomsOfWhole(folded: string): readonly Atom[] {
  const text = folded.trim();
  const numbers = numberReadings(text).map((number) => `number:${number}`);
  if (numbers.length > 0) return numbers;
  if (/\s/.test(text)) return [];
  const dates = dateReadings(text);
  if (dates.some((atom) => kindOf(atom) === 'time') && dates.length > 1) return [];
  return dates.length > 0 ? dates : addressOf(text);
}

/** False if a folded text holds no atoms: each has a digit, an `@` or the start of a URL. */
export function mayHoldAtoms(folded: string): boolean {
  return telling.test(folded);
}

/** Takes the atoms of a text one by one. */
export interface AtomVisitor {
  /** A number with one reading (`bareNumber`): by far the most of all atoms. */
  readonly number: (number: number) => void;
  /** All readings of one value. */
  readonly readings: (atoms: readonly Atom[]) => void;
}

/** Every atom in a folded text, each with all its readings. Linear in the text's length. */
export function atomsIn(folded: string): readonly (readonly Atom[])[] {
  const found: (readonly Atom[])[] = [];
  visitAtoms(folded, {
    number: (number) => found.push([`number:${number}`]),
    readings: (atoms) => found.push(atoms),
  });
  return found;
}

/** The same, without a list of them. */
export function visitAtoms(folded: string, visitor: AtomVisitor): void {
  if (!mayHoldAtoms(folded)) return;
  const whole = bareNumber(folded);
  if (whole !== undefined) return visitor.number(whole);
  for (const piece of folded.match(chunk) ?? []) {
    if (piece.length <= chunkCharactersMax && telling.test(piece)) visitPiece(piece, visitor);
  }
  for (const atom of spokenDates(folded)) visitor.readings([atom]);
  if (!/\d \d/.test(folded)) return;
  for (const [numeral] of folded.matchAll(spacedNumber)) {
    visitor.readings(numberReadings(numeral).map((number) => `number:${number}`));
  }
}

function visitPiece(untrimmed: string, visitor: AtomVisitor): void {
  const number = bareNumber(untrimmed);
  if (number !== undefined) return visitor.number(number);
  const piece = withoutEdges(untrimmed);
  if (piece.length > numeralCharactersMax && !addressed.test(piece))
    return visitPieces(piece, visitor);
  const numbers = numberReadings(piece).map((each) => `number:${each}`);
  if (numbers.length > 0) return visitor.readings(numbers);
  const dates = dateReadings(piece);
  if (dates.length > 0) return groupedByKind(dates).forEach(visitor.readings);
  const address = addressOf(piece);
  if (address.length > 0) return [address, ...hostOf(address)].forEach(visitor.readings);
  visitPieces(piece, visitor);
}

const before: ReadonlySet<string> = new Set(",:;!?'’_\\/-");
const after: ReadonlySet<string> = new Set(".,:;!?'’_\\");

/**
 * Without the punctuation around it, of which one character is left where there is nothing else. By
 * hand: a pattern would begin anew at each character of a row of marks.
 */
function withoutEdges(piece: string): string {
  const last = piece.length - 1;
  let start = 0;
  while (start < last && isBefore(piece, start)) start += 1;
  let end = piece.length;
  while (end > start && after.has(piece.charAt(end - 1))) end -= 1;
  return piece.slice(start, end);
}

/** A point belongs to the digit after it. */
function isBefore(piece: string, at: number): boolean {
  const mark = piece.charAt(at);
  return before.has(mark) || (mark === '.' && !isDigit(piece.charCodeAt(at + 1)));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function visitPieces(piece: string, visitor: AtomVisitor): void {
  const separator = separatorOf(piece);
  if (separator === undefined) return;
  for (const each of piece.split(separator)) if (each !== '') visitPiece(each, visitor);
}

/** Where a chunk falls apart: `a=1`, `10,20`, `10-20`. Identifiers such as `AB-12-34` do not. */
function separatorOf(piece: string): string | RegExp | undefined {
  const separator = separators.exec(piece)?.[0] ?? (piece.includes('@') ? '@' : undefined);
  return separator ?? (range.test(piece) ? /[-–]/ : undefined);
}

function addressOf(piece: string): readonly Atom[] {
  const bare = piece.startsWith('mailto:') ? piece.slice('mailto:'.length) : piece;
  if (bare.includes('@') && email.test(bare)) return [`email:${bare}`];
  const rest = url
    .exec(piece)?.[1]
    ?.replace(/^www\./, '')
    .replace(/#.*$/, '');
  const bareUrl = rest === undefined ? '' : withoutSlashes(rest);
  return bareUrl === '' ? [] : [`url:${bareUrl}`];
}

function withoutSlashes(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '/') end -= 1;
  return text.slice(0, end);
}

function hostOf([address = '']: readonly Atom[]): readonly (readonly Atom[])[] {
  const host = /^url:([^/?]+)/.exec(address)?.[1];
  return host === undefined ? [] : [[`host:${host}`]];
}

function groupedByKind(atoms: readonly Atom[]): readonly (readonly Atom[])[] {
  return atoms.length === 1 ? [atoms] : Object.values(Object.groupBy(atoms, kindOf));
}
