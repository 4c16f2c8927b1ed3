import { dateReadings, spokenDates } from './date-readings.ts';
import { numberReadings } from './number-readings.ts';

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

/** Every atom in a folded text, each with all its readings. Linear in the text's length. */
export function atomsIn(folded: string): readonly (readonly Atom[])[] {
  const found: (readonly Atom[])[] = [];
  for (const [piece] of folded.matchAll(chunk)) {
    if (piece.length <= chunkCharactersMax && telling.test(piece)) found.push(...atomsOf(piece));
  }
  for (const atom of spokenDates(folded)) found.push([atom]);
  for (const [numeral] of folded.matchAll(spacedNumber)) {
    found.push(numberReadings(numeral).map((number) => `number:${number}`));
  }
  return found;
}

function atomsOf(untrimmed: string): readonly (readonly Atom[])[] {
  const piece = bareEnds.test(untrimmed) ? untrimmed : untrimmed.replaceAll(edges, '');
  const numbers = numberReadings(piece).map((number) => `number:${number}`);
  if (numbers.length > 0) return [numbers];
  const dates = dateReadings(piece);
  if (dates.length > 0) return groupedByKind(dates);
  const address = addressOf(piece);
  if (address.length > 0) return [address, ...hostOf(address)];
  const separator = separatorOf(piece);
  return separator === undefined ? [] : piece.split(separator).flatMap((each) => atomsOf(each));
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
