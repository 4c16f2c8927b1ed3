import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import type { ClientRequest } from '../protocol/protocol.ts';
import type { Profile } from '../settings/profile.ts';
import { findRun, names, scoped, type Found, type Lookup } from './find-run.ts';
import { newRunId } from './ids.ts';
import { LiveRun, type RunSurroundings } from './live-run.ts';

type Known = Extract<Found, { readonly kind: 'known' }>;

/** Whose request it is. */
export interface Owner {
  readonly tenant: string;
  readonly profile: Profile;
  /** Nothing is stopped: what would have happened is recorded (`log` mode). */
  readonly shadow?: boolean | undefined;
}

/** Where a request is served. */
export interface Placed {
  readonly run: LiveRun;
  /** It holds history that no run of ours made. */
  readonly foreign: boolean;
  /** The very body that the run waits on or answered last. */
  readonly again: boolean;
}

/** The runs in memory, over those in the store; each is found within its tenant only. */
export class Runs {
  readonly #surroundings: RunSurroundings;
  /** The one used last stands at the end. */
  readonly #live: Map<string, LiveRun> = new Map();
  readonly #loading: Map<string, Promise<LiveRun | undefined>> = new Map();

  constructor(surroundings: RunSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Finds the run of a request, or begins one (design.md section 7). */
  async place(owner: Owner, request: ClientRequest, bodyHash: string): Promise<Placed> {
    const again = await this.#waitingOn(owner, bodyHash);
    if (again !== undefined) return { run: again, foreign: false, again: true };
    const found = await findRun(request.messages, {
      previous: request.previous,
      lookup: this.#lookup(owner),
    });
    if (found.kind === 'new') return { run: this.#begin(owner), foreign: false, again: false };
    const run = found.kind === 'known' ? await this.#oneOf(owner, found) : undefined;
    if (run !== undefined) run.isTaken = true;
    return run === undefined
      ? { run: this.#begin(owner), foreign: true, again: false }
      : { run, foreign: false, again: false };
  }

  /** A run by its name, from memory or from the store. */
  async get(owner: Owner, id: string): Promise<LiveRun | undefined> {
    const key = keyOf(owner, id);
    const live = this.#live.get(key);
    if (live !== undefined && live.profile === owner.profile) {
      this.#live.delete(key);
      this.#live.set(key, live);
      return live;
    }
    // The policy was loaded anew: the run goes on from the store, under the new one.
    if (live !== undefined) await this.#retire(key, live);
    const loading = this.#loading.get(key) ?? this.#load(owner, id);
    this.#loading.set(key, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(key);
    }
  }

  /** What is stored of a run, line by line; nothing where it is gone by now. */
  async linesOf({ tenant, id }: LiveRun): Promise<readonly unknown[]> {
    const saved = await this.#surroundings.store.loadRun(tenant, id);
    return saved?.entries.map(({ json }): unknown => JSON.parse(json)) ?? [];
  }

  get size(): number {
    return this.#live.size;
  }

  /** Forgets what stands in memory; what was kept is in the store. */
  forget(run: LiveRun): void {
    for (const [key, live] of this.#live) if (live === run) this.#drop(key, live);
  }

  /** What was erased from the store must not be stored again out of memory. */
  erase(tenant: string, id: string): void {
    for (const run of this.#live.values()) {
      if (run.tenant !== tenant || run.id !== id) continue;
      run.isErased = true;
      this.forget(run);
    }
  }

  async #retire(key: string, run: LiveRun): Promise<void> {
    await run.inTurn(async () => {});
    if (this.#live.get(key) === run) this.#drop(key, run);
  }

  #drop(key: string, run: LiveRun): void {
    this.#live.delete(key);
    run.leave();
  }

  /**
   * A retry of a body that a run waits on goes on with that run, even where the client holds no id
   * of it yet.
   */
  async #waitingOn(owner: Owner, bodyHash: string): Promise<LiveRun | undefined> {
    const [id] = await this.#knowing(owner, names.body(bodyHash));
    const run = id === undefined ? undefined : await this.get(owner, id);
    const isWaiting = run?.askedBody === bodyHash;
    return isWaiting || run?.redelivery(bodyHash) !== undefined ? run : undefined;
  }

  #knowing(owner: Owner, name: string): Promise<readonly string[]> {
    return this.#surroundings.store.runsKnowing(owner.tenant, scoped(owner, name));
  }

  /**
   * Of several runs that read alike, the newest that stands where the client stands, where all had
   * the same label there. Else they are one only where they know the same labels.
   */
  async #oneOf(owner: Owner, { runs: ids, by }: Known): Promise<LiveRun | undefined> {
    const runs: LiveRun[] = [];
    for (const id of ids.slice(0, limits.runsComparedMax)) {
      const run = await this.get(owner, id);
      if (run === undefined) return undefined;
      runs.push(run);
      if (by === undefined || run.standsAt !== by) continue;
      const isAlike = await this.#areAlike(owner, ids, { run, by });
      if (!isAlike || run.pending > 0 || run.isTaken) continue;
      // INVARIANT (alike-apart): nothing is awaited between this check and the mark.
      run.isTaken = true;
      return run;
    }
    if (ids.length === 1) return runs[0];
    if (ids.length > runs.length) return undefined;
    const labels = new Set(runs.map((run) => run.session.highWater.text));
    return labels.size === 1 ? runs[0] : undefined;
  }

  /** Whether every run that ever stood at this transcript had the label there that `run` has. */
  async #areAlike(
    owner: Owner,
    ids: readonly string[],
    { run, by }: { readonly run: LiveRun; readonly by: string },
  ): Promise<boolean> {
    if (ids.length === 1) return true;
    const name = names.answeredAt(by, run.session.highWater.text);
    const alike = new Set(await this.#knowing(owner, name));
    return ids.every((id) => alike.has(id));
  }

  #lookup(owner: Owner): Lookup {
    return {
      has: async (id) => (await this.get(owner, id)) !== undefined,
      knowing: (name) => this.#knowing(owner, name),
    };
  }

  #begin(owner: Owner): LiveRun {
    const id = newRunId();
    return this.#add(owner, new LiveRun({ ...owner, id }, this.#surroundings));
  }

  async #load(owner: Owner, id: string): Promise<LiveRun | undefined> {
    const saved = await this.#surroundings.store.loadRun(owner.tenant, id);
    if (saved === undefined) return undefined;
    const run = new LiveRun({ ...owner, id }, this.#surroundings);
    try {
      run.restore(saved);
    } catch {
      // What cannot be read under today's policy is not known: its history is somebody's.
      return undefined;
    }
    return this.#add(owner, run);
  }

  #add(owner: Owner, run: LiveRun): LiveRun {
    this.#makeRoom();
    this.#live.set(keyOf(owner, run.id), run);
    return run;
  }

  #makeRoom(): void {
    if (this.#live.size < limits.runsInMemoryMax) return;
    for (const [key, run] of this.#live) {
      if (run.pending > 0 || run.isTaken) continue;
      this.#drop(key, run);
      return;
    }
    throw new RequestError('too_many_runs', 'too many runs are being served at once', {
      hint: 'try again later',
      status: 429,
    });
  }
}

/** A run is decided by one profile: under another it would have other labels. */
function keyOf({ tenant, profile, shadow = false }: Owner, id: string): string {
  return JSON.stringify([tenant, profile.name, shadow, id]);
}
