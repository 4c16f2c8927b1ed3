import { hasGlob } from '../file/glob.ts';
import type { FileKind } from '../file/kinds.ts';
import type { Workspace } from '../file/workspace.ts';
import { type Access, type Effect, effectOf } from './effects.ts';
import { type Here, isCodeAt, kindsAt, type Spot, spotOf } from './place.ts';

/** Files that hold nothing: what is written there is gone, or shown. */
const streams = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr']);

/** All that was found out about a command. */
export interface Found {
  readonly effects: Set<Effect>;
  /**
   * Paths of the workspace that it reads or lists; a folder stands for all that it holds. The
   * folder that the command stands in may be another than the first: shells keep it.
   */
  readonly files: Set<string>;
  /** It may read others, too. */
  isAny: boolean;
}

/** Gathers what a command may do, for each folder in which it may stand. */
export class Session {
  readonly workspace: Workspace;
  readonly #found: Found;
  /** The folders in which the next command may stand. */
  readonly heres: readonly Here[];

  constructor(workspace: Workspace, heres: readonly Here[], found: Found) {
    this.workspace = workspace;
    this.heres = heres;
    this.#found = found;
  }

  /** Judges a part of a command, and gives its own effects. */
  part(judge: (part: Session) => void): ReadonlySet<Effect> {
    const found: Found = { effects: new Set(), files: this.#found.files, isAny: false };
    judge(new Session(this.workspace, this.heres, found));
    for (const effect of found.effects) this.#found.effects.add(effect);
    if (found.isAny) this.#found.isAny = true;
    return found.effects;
  }

  at(heres: readonly Here[]): Session {
    return new Session(this.workspace, heres, this.#found);
  }

  add(...effects: readonly Effect[]): void {
    for (const effect of effects) this.#found.effects.add(effect);
    // Code that lies elsewhere is not that of the workspace.
    const isElsewhere = effects.includes('run') && this.heres.includes('outside');
    if (isElsewhere) this.#found.effects.add('unknown');
  }

  /** It may read files that it does not name. */
  readsAny(): void {
    this.#found.isAny = true;
  }

  /** A file that is read, written or listed. */
  touch(access: Access, word: string): void {
    if (word === '-') return this.add(access === 'write' ? 'write' : 'read');
    if (streams.has(word)) return this.add('read');
    for (const spot of this.spots(word)) {
      if (access !== 'write') this.#names(spot);
      if (spot === undefined || isDevice(spot)) this.add('unknown');
      else for (const kind of kindsAt(spot)) this.add(effectOf[access][kind]);
      if (access === 'read' && spot !== undefined && isProcess(spot)) this.add('readSecret');
    }
  }

  /** Of a pattern, the folder in which its files lie. */
  #names(spot: Spot | undefined): void {
    const parts = spot?.place === 'inside' ? spot.parts : [];
    const at = parts.findIndex(hasGlob);
    const plain = at === -1 ? parts : parts.slice(0, at);
    if (plain.length === 0) this.readsAny();
    else this.#found.files.add(plain.join('/'));
  }

  /** A file, or a folder with all that may be in it: secrets, settings and the text of others. */
  touchAll(access: Access, word: string): void {
    this.touch(access, word);
    if (word === '-' || access === 'list') return;
    if (access === 'read') return this.add('readForeign', 'readSecret');
    const isInstalled = this.spots(word).every(
      (spot) => spot !== undefined && kindsAt(spot).has('dependency'),
    );
    if (!isInstalled) this.add('writeSettings');
  }

  /** True if the path certainly lies in the workspace. */
  isInside(word: string): boolean {
    return this.spots(word).every((spot) => spot?.place === 'inside');
  }

  /** True if the path is of code of the workspace, and of nothing else. */
  isCode(word: string): boolean {
    return this.spots(word).every((spot) => spot !== undefined && isCodeAt(spot));
  }

  /** True if the path may be of this kind. */
  isOf(kind: FileKind, word: string): boolean {
    return this.spots(word).some((spot) => spot === undefined || kindsAt(spot).has(kind));
  }

  /** True if it stands where the workspace begins. */
  isAtRoot(): boolean {
    return this.heres.every((here) => here.length === 0);
  }

  /** The same one folder further; where that is no folder of the workspace, elsewhere. */
  below(folder: string): Session {
    const heres = this.spots(folder).map((spot) =>
      spot?.place === 'inside' && !spot.parts.some(hasGlob) ? spot.parts : 'outside',
    );
    return this.at(heres);
  }

  spots(word: string): readonly (Spot | undefined)[] {
    return this.heres.map((here) => spotOf(word, here, this.workspace));
  }
}

function isDevice({ place, parts }: Spot): boolean {
  return place === 'outside' && parts[0] === 'dev';
}

/** The system shows variables and memory of processes there. */
function isProcess({ place, parts }: Spot): boolean {
  return place === 'outside' && parts[0] === 'proc';
}
