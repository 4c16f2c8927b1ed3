import { anyText, hasGlob, perhapsAnyText } from '../file/glob.ts';
import { type FileKind, kindsByName } from '../file/kinds.ts';
import { partsBelow, type Place } from '../operators/folder.ts';
import type { Workspace } from '../file/workspace.ts';
import { home } from './words.ts';

/** Where a command stands: a folder of the workspace, by its names, or somewhere else. */
export type Here = readonly string[] | 'outside';

/** A path of a command: below the workspace, or elsewhere. */
export interface Spot {
  readonly place: 'inside' | 'outside';
  readonly parts: readonly string[];
}

/** More names in each other than a system takes, or a person reads. */
const partsMax = 64;
const nameMax = 255;

/** The place of a word of a command; `undefined` where that hangs on links or on the system. */
export function spotOf(word: string, here: Here, workspace: Workspace): Spot | undefined {
  if (word === '' || /[\\\p{Cc}]/u.test(word)) return undefined;
  const parts = word
    .replaceAll(perhapsAnyText, anyText)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (parts.length > partsMax || parts.some((part) => part.length > nameMax)) return undefined;
  // What `..` stands for behind a name hangs on links.
  if (parts.some((part, at) => part === '..' && at > 0 && parts[at - 1] !== '..')) return undefined;
  if (word.startsWith(home)) return { place: 'outside', parts: parts.slice(1) };
  if (word.startsWith('/')) return absoluteSpot(parts, workspace);
  const below = parts.filter((part) => part !== '..');
  const ups = parts.length - below.length;
  if (here === 'outside' || ups > here.length) return { place: 'outside', parts: below };
  return { place: 'inside', parts: [...here.slice(0, here.length - ups), ...below] };
}

function absoluteSpot(parts: readonly string[], { folders }: Workspace): Spot | undefined {
  if (parts.includes('..')) return undefined;
  const place: Place = { root: '/', parts };
  for (const folder of folders.filter(({ root }) => root === '/')) {
    const head = parts.slice(0, folder.parts.length);
    if (head.some((part) => hasGlob(part))) return { place: 'outside', parts };
    const below = partsBelow(folder, place);
    if (below === undefined) continue;
    const isPlain = `/${head.join('/')}` === `/${folder.parts.join('/')}`;
    return isPlain ? { place: 'inside', parts: below } : undefined;
  }
  return { place: 'outside', parts };
}

/** True for a name with an ending, which is taken for a file's. */
export function hasEnding(word: string): boolean {
  return /[^/.]\.[a-z]\w*$/i.test(word);
}

/** True if it is code of the workspace, and nothing else: no document, dependency or setting. */
export function isCodeAt(spot: Spot): boolean {
  const kinds = kindsAt(spot);
  return kinds.size === 1 && kinds.has('project');
}

export function kindsAt({ place, parts }: Spot): ReadonlySet<FileKind> {
  return kindsByName(parts, place);
}
