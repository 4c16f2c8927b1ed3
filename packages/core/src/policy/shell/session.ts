import { hasGlob } from '../file/glob.ts';
import type { Workspace } from '../file/workspace.ts';
import { type Access, type Effect, effectOf } from './effects.ts';
import { type Here, kindsAt, type Spot, spotOf } from './place.ts';

/** Files that hold nothing: what is written there is gone, or shown. */
const streams = new Set(['/dev/null', '/dev/stdin', '/dev/stdout', '/dev/stderr']);

/** Gathers what a command may do, for each folder in which it may stand. */
export class Session {
  readonly workspace: Workspace;
  readonly #effects: Set<Effect>;
  /** The folders in which the next command may stand. */
  readonly heres: readonly Here[];

  constructor(workspace: Workspace, heres: readonly Here[], effects: Set<Effect> = new Set()) {
    this.workspace = workspace;
    this.heres = heres;
    this.#effects = effects;
  }

  get effects(): ReadonlySet<Effect> {
    return this.#effects;
  }

  at(heres: readonly Here[]): Session {
    return new Session(this.workspace, heres, this.#effects);
  }

  add(...effects: readonly Effect[]): void {
    for (const effect of effects) this.#effects.add(effect);
  }

  /** A file that is read, written or listed. */
  touch(access: Access, word: string): void {
    if (word === '-') return this.add(access === 'write' ? 'write' : 'read');
    if (streams.has(word)) return this.add('read');
    for (const spot of this.spots(word)) {
      if (spot === undefined || isDevice(spot)) this.add('unknown');
      else for (const kind of kindsAt(spot)) this.add(effectOf[access][kind]);
      if (access === 'read' && spot !== undefined && isProcess(spot)) this.add('readSecret');
    }
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
