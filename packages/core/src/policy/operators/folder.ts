import { normalForm } from '../../history/normal-form.ts';
import { limits } from '../../limits.ts';
import { allAlike, either, truth, type Truth } from './truth.ts';

/** A path with `.` and `..` resolved. */
export interface Place {
  /** `/`, a drive (`c:`), or empty: where a relative path begins is the tool's matter. */
  readonly root: string;
  readonly parts: readonly string[];
}

/** A folder that a policy names; a path that begins at another kind of root is unknown. */
export type Folder = Place;

/** `undefined` where a program may read the path in another way than we do. */
export function readFolder(text: string): Folder | undefined {
  const place = placeOf(text, separators);
  return place === undefined || !isAlike(place, placeOf(text, slash)) ? undefined : place;
}

/**
 * Says if a path lies in one of these folders, or is one, as its text goes: links are not followed.
 * It is unknown where programs read a path in different ways: in other case and width, with a back
 * slash as a separator or as a letter.
 */
export function isUnder(folders: readonly Folder[], path: unknown): Truth {
  if (typeof path !== 'string') return 'unknown';
  const places = readingsOf(path);
  return either(folders.map((folder) => allAlike(places.flatMap((place) => lies(folder, place)))));
}

/** A path as programs may read it; `undefined` where one may make more of it than a path. */
export function readingsOf(path: string): readonly (Place | undefined)[] {
  if (path.length > limits.patternCharactersMax) return [undefined];
  const spellings = [path, normalForm(path, 'NFKC')];
  return spellings.flatMap((text) => [placeOf(text, separators), placeOf(text, slash)]);
}

/** The names below the folder, without regard to case; `undefined` if it lies elsewhere. */
export function partsBelow(folder: Folder, place: Place): readonly string[] | undefined {
  if (place.root !== folder.root) return undefined;
  const isIn = begins(place.parts.map(folded), folder.parts.map(folded));
  return isIn ? place.parts.slice(folder.parts.length) : undefined;
}

/** True if whatever lies in the first folder lies in the second too. */
export function isFolderIn(inner: Folder, outer: Folder): boolean {
  return inner.root === outer.root && begins(inner.parts, outer.parts);
}

/** As it is spelt, and without regard to case. */
function lies(folder: Folder, place: Place | undefined): readonly Truth[] {
  if (place === undefined || place.root !== folder.root) return ['unknown'];
  const isIn = begins(place.parts, folder.parts);
  const isFoldedIn = begins(place.parts.map(folded), folder.parts.map(folded));
  return [truth(isIn), truth(isFoldedIn)];
}

function folded(part: string): string {
  return normalForm(part, 'NFKC').toLowerCase();
}

function begins(parts: readonly string[], start: readonly string[]): boolean {
  return start.every((part, at) => parts[at] === part);
}

function isAlike(place: Place, other: Place | undefined): boolean {
  return other?.root === place.root && other.parts.join('\0') === place.parts.join('\0');
}

const slash = /\//;
const separators = /[\\/]/;

/**
 * What some program makes more of than a name: separators in a row, escapes, variables, patterns,
 * characters that are no letters, letters that a system may take for a separator, and a list of
 * names in one text.
 */
const odd = /[\\/]{2}|[%$*?[\]{}`<>|",;\p{Cc}\p{Cf}\u2028\u2029⁄∕⧵⧸⧹¥₩]/u;

/** Windows drops dots and spaces at the end of a name, and has short names and streams. */
const oddPart = /[. ]$|^ |~\d|:/;

function placeOf(path: string, separator: RegExp): Place | undefined {
  if (path === '' || odd.test(path)) return undefined;
  const [drive = ''] = /^[a-z]:(?=[\\/])/i.exec(path) ?? [];
  const rest = path.slice(drive.length);
  const by = drive === '' ? separator : separators;
  const isRooted = rest.search(by) === 0;
  const parts: string[] = [];
  for (const part of rest.split(by)) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined && !isRooted) return undefined;
  }
  const isHome = !isRooted && rest.startsWith('~');
  if (isHome || parts.some((part) => oddPart.test(part))) return undefined;
  return { root: isRooted ? drive.toLowerCase() || '/' : '', parts };
}
