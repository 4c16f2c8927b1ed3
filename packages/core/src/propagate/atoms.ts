import { dateReadings, spokenDates } from './date-readings.ts';
import { bareNumber, numberReadings } from './number-readings.ts';

/**
 * An atom is a value that is compared as a whole and in a canonical form: `number:1000`,
 * `date:2024-03-03`, `day:03-03`, `time:10:00`, `email:bob@x.example`, `url:x.example/a`,
 * `host:x.example`.
 */
export type Atom = string;

const chunk = /[^\s"<>()[\]{}|`*,;]+(?:[,;][^\s"<>()[\]{}|`*,;]+)*/g;
const spacedNumber = /(?<![\w.,])\d{1,3}(?: \d{3})+(?:[.,]\d+)?(?![\w])/g;
const edges = /^(?:[,:;!?'’_\\/-]|\.(?!\d))+(?=.)|[.,:;!?'’_\\]+$/g;
const bareEnds = /^[a-z\d].*[a-z\d]$/s;
const email = /^[^\s@/:]+@[^\s@/:]+\.[^\s@/:.]{2,}$/;
const url = /^(?:[a-z][a-z0-9+.-]*:\/\/|www\.)(.+)$/;
const telling = /[\d@]|:\/\/|www\./;
const separators = /[,;=&?/:]/;
const range = /^[\p{Sc}\d.]+[-–][\p{Sc}\d.]+$/u;
/** A longer chunk is data (an image, a key), which no argument spells in another form. */
const chunkCharactersMax = 2_048;

/** What is longer is no number and no date: a row of a table, an identifier, an address. */
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

/** Whether a folded text can hold atoms at all: each has a digit, an `@` or the start of a URL. */
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
  for (const [piece] of folded.matchAll(chunk)) {
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
  const piece = bareEnds.test(untrimmed) ? untrimmed : untrimmed.replaceAll(edges, '');
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
    .replace(/#.*$/, '')
    .replace(/\/+$/, '');
  return rest === undefined || rest === '' ? [] : [`url:${rest}`];
}

function hostOf([address = '']: readonly Atom[]): readonly (readonly Atom[])[] {
  const host = /^url:([^/?]+)/.exec(address)?.[1];
  return host === undefined ? [] : [[`host:${host}`]];
}

function groupedByKind(atoms: readonly Atom[]): readonly (readonly Atom[])[] {
  return atoms.length === 1 ? [atoms] : Object.values(Object.groupBy(atoms, kindOf));
}
