import { lstatSync, readlinkSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { limits } from '../limits.ts';

/** The folders that an agent works in, as they lie on this machine. */
export class Workspace {
  /** Empty: the policy does not say where it lies, and relative paths stay as they are. */
  readonly roots: readonly string[];

  constructor(folders: readonly string[]) {
    this.roots = folders.map(realPath);
  }

  /** The files that a name may stand for: a relative one begins in each folder. */
  filesOf(name: string): readonly string[] {
    if (this.roots.length === 0) return [path.normalize(name)];
    return this.roots.map((root) => realPath(path.resolve(root, name)));
  }

  /** The path of a file as a policy is asked about it; `undefined` if it lies elsewhere. */
  below(file: string): string | undefined {
    if (this.roots.length === 0) return path.isAbsolute(file) ? undefined : file;
    const root = this.roots.find((each) => isWithin(each, file));
    return root === undefined ? undefined : path.relative(root, file);
  }

  /**
   * True if what is recorded of a file may be of one whose path ends in these names, or lies below
   * it, or holds it.
   */
  mayHold(file: string, names: readonly string[]): boolean {
    if (this.all.some((root) => isWithin(file, root))) return true;
    const below = this.below(file);
    if (below === undefined) return false;
    const parts = folded(below).split('/');
    const wanted = names.map(folded);
    return parts.some((_, at) => {
      const rest = parts.slice(at);
      return wanted.every((name, index) => index >= rest.length || rest[index] === name);
    });
  }

  /** Where what nobody can tell apart is recorded: at each folder, and so of all that it holds. */
  get all(): readonly string[] {
    return this.roots.length === 0 ? [noFolder] : this.roots;
  }

  /** True if all of it lies on this machine. */
  get isHere(): boolean {
    return this.roots.length > 0 && this.roots.every(isFolder);
  }
}

/** Stands for the whole of a workspace of which nobody knows where it lies. */
const noFolder = '.';

/** True if the file is the folder, or lies in it. Case and form of letters do not matter. */
export function isWithin(folder: string, file: string): boolean {
  const [outer, inner] = [folded(folder), folded(file)];
  if (outer === noFolder) return !path.isAbsolute(file);
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** True if one of them holds the other. */
export function areRelated(one: string, other: string): boolean {
  return isWithin(one, other) || isWithin(other, one);
}

/** On some systems these are one file. */
export function folded(file: string): string {
  return file.normalize('NFC').toLowerCase();
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

/** The file that a path leads to, links followed; of one that is not there, where it would lie. */
export function realPath(file: string, linksLeft: number = limits.linksFollowedMax): string {
  const plain = path.resolve(file);
  try {
    return realpathSync.native(plain);
  } catch {
    const folder = path.dirname(plain);
    if (folder === plain || linksLeft === 0) return plain;
    const target = linkAt(plain);
    if (target !== undefined) return realPath(path.resolve(folder, target), linksLeft - 1);
    return path.join(realPath(folder, linksLeft), path.basename(plain));
  }
}

/** A link that leads to nothing yet: who writes there makes its target. */
function linkAt(file: string): string | undefined {
  try {
    return lstatSync(file).isSymbolicLink() ? readlinkSync(file) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The path below the workspace under which a change is recorded. What git and package managers keep
 * is one thing: its parts are never read apart. Hooks and settings of git are run.
 */
export function recordedAs(file: string): string {
  const parts = file.split('/');
  const at = parts.findIndex((part) => part === 'node_modules' || part === '.git');
  const next = parts[at + 1] ?? '';
  if (at === -1 || (parts[at] === '.git' && /^(?:hooks|config)/.test(next))) return file;
  return parts.slice(0, at + 1).join('/');
}

/** True for what git keeps of the past: nothing runs it. */
export function isHistory(file: string): boolean {
  return path.basename(file) === '.git';
}
