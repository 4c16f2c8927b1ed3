import { normalForm } from '../../history/normal-form.ts';
import { anyText, canMeet, hasGlob } from './glob.ts';
import {
  dependencyNames,
  documentNames,
  mixedNames,
  plainTextNames,
  proseEndings,
  secretNames,
  settingsNames,
} from './names.ts';

/** The kinds of a file; one may be of several, as `.npmrc` is a secret and a setting. */
export const fileKinds = [
  'project',
  'document',
  'settings',
  'secret',
  'dependency',
  'outside',
] as const;

export type FileKind = (typeof fileKinds)[number];

/**
 * The kinds that a path may be of, by its names in a workspace, or outside of it by all its names.
 * Case and width do not matter: a name that reads as a stricter one on some system counts as it.
 */
export function kindsByName(
  segments: readonly string[],
  place: 'inside' | 'outside',
): ReadonlySet<FileKind> {
  const folded = segments.map(fold);
  const kinds = new Set<FileKind>();
  const names = folded.some(isSource) ? secretNames.filter(isNotOpen) : secretNames;
  if (isNamed(folded, names)) kinds.add('secret');
  if (isNamed(folded, settingsNames)) kinds.add('settings');
  if (isNamed(folded, dependencyNames)) kinds.add('dependency');
  if (place === 'outside') kinds.add('outside');
  const isPattern = folded.some(hasGlob);
  const isPlain = kinds.size === 0;
  const isMixed = isNamed(folded, mixedNames);
  const isProse = isMixed || isDocument(folded);
  if ((isPlain || isPattern) && isProse) kinds.add('document');
  // A pattern may fit a plain file as well as one of these.
  if (kinds.size === 0 || isPattern || (isPlain && isMixed)) kinds.add('project');
  return kinds;
}

/** By its ending, or where it has none by its name; but not what only ends like it. */
function isDocument(segments: readonly string[]): boolean {
  const name = segments.slice(-1);
  const isPlain = isNamed(segments.slice(-2), plainTextNames) && !name.some(hasGlob);
  if (isNamed(name, proseEndings)) return !isPlain;
  const hasEnding = name.some((each) => /[^.]\.\w+$/.test(each));
  return !hasEnding && isNamed(name, documentNames);
}

const sourceEndings = `[cm]?[jt]sx? py rs go java kt scala rb php swift cs cp?p? cc hh? hpp s?css html?
  vue svelte sql sh`;
const sourceName = new RegExp(String.raw`[^.]\.(?:${sourceEndings.split(/\s+/).join('|')})$`);

/** By its ending; a name that begins as that of a key does is no key then. */
function isSource(name: string): boolean {
  return sourceName.test(name);
}

/** Not one that any ending fits, unless it is hidden. */
function isNotOpen([first = '', ...more]: readonly string[]): boolean {
  return more.length > 0 || first.startsWith('.') || !first.endsWith(anyText);
}

function fold(name: string): string {
  return normalForm(name, 'NFKC')
    .toLowerCase()
    .replace(/[. ]+$/, '');
}

function isNamed(segments: readonly string[], names: typeof secretNames): boolean {
  return names.some((parts) =>
    segments.some((_, at) =>
      parts.every((part, index) => {
        const segment = segments[at + index];
        return segment !== undefined && canMeet(part, segment);
      }),
    ),
  );
}
