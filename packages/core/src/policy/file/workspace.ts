import {
  type Folder,
  isUnder,
  partsBelow,
  type Place,
  readFolder,
  readingsOf,
} from '../operators/folder.ts';
import type { Groups, Mistake } from '../operators/operator.ts';
import { type FileKind, kindsByName } from './kinds.ts';

/** The folders that an agent works in: relative paths begin in each of them. */
export interface Workspace {
  readonly folders: readonly Folder[];
}

/** Reads the group `workspace`; without it, no absolute path lies in the workspace. */
export function readWorkspace(groups: Groups): Workspace | Mistake {
  const texts = groups.get('workspace') ?? [];
  const folders = texts.flatMap((text) => readFolder(text) ?? []);
  const areFolders = folders.length === texts.length && folders.every(({ root }) => root !== '');
  if (areFolders) return { folders };
  const hint = 'write each folder of `groups.workspace` in full, such as `/home/me/app`';
  return { kind: 'mistake', message: 'the group `workspace` names something else', hint };
}

/** The kinds that a path may be of; `undefined` where programs may read it in different ways. */
export function kindsOf(path: string, workspace: Workspace): ReadonlySet<FileKind> | undefined {
  const kinds = new Set<FileKind>();
  for (const place of readingsOf(path)) {
    const found = place && kindsAt(place, path, workspace);
    if (found === undefined) return undefined;
    for (const kind of found) kinds.add(kind);
  }
  return kinds;
}

function kindsAt(
  place: Place,
  path: string,
  { folders }: Workspace,
): ReadonlySet<FileKind> | undefined {
  if (place.root === '') return kindsByName(place.parts, 'inside');
  const roots = folders.filter(({ root }) => root === place.root);
  if (roots.length === 0) return kindsByName(place.parts, 'outside');
  const isInside = isUnder(roots, path);
  if (isInside === 'unknown') return undefined;
  if (isInside === 'false') return kindsByName(place.parts, 'outside');
  // Of folders in each other the longer path is judged: a name above the inner one counts too.
  const below = roots.flatMap((folder) => {
    const parts = partsBelow(folder, place);
    return parts === undefined ? [] : [parts];
  });
  return new Set(below.flatMap((parts) => [...kindsByName(parts, 'inside')]));
}
