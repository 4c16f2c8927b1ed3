import { KnownFiles } from '../files/tenant-files.ts';
import { limits } from '../limits.ts';
import { RequestError } from '../protocol/errors.ts';
import type { ClientRequest } from '../protocol/protocol.ts';
import { parseExact } from '../protocol/shared/json.ts';
import type { Profile } from '../settings/profile.ts';
import { AlikeRuns } from './find/alike-runs.ts';
import { findRun, names, scoped, type RunMatch, type Lookup } from './find/find-run.ts';
import { newRunId } from '../store/ids.ts';
import { KnownTexts } from './known/known-texts.ts';
import { LiveRun } from './live-run.ts';
import type { RunDependencies } from './run-place.ts';

type Known = Extract<RunMatch, { readonly kind: 'known' }>;

/** The tenant and key behind a request. */
export interface Owner {
  readonly tenant: string;
  readonly profile: Profile;
  /** Nothing is stopped: what would have happened is recorded (`log` mode). */
  readonly shadow?: boolean | undefined;
}

/** Which request of whom it is. */
export interface From {
  readonly bodyHash: string;
  /** Tells conversations apart that read alike; see `RequestNames`. */
  readonly session: string;
  /** Id of the client's key. */
  readonly client: string;
}

/** Where a request is served. */
export interface Placed {
  /** Taken: whoever asked for it releases it when the request has been served. */
  readonly run: LiveRun;
  /** It holds history that no run of ours made. */
  readonly foreign: boolean;
  /** The very body that the run waits on or answered last. */
  readonly again: boolean;
}

/** The runs in memory, over those in the store; each is found within its tenant only. */
export class Runs {
  readonly knownTexts: KnownTexts;
  readonly files: KnownFiles;
  readonly #surroundings: RunDependencies;
  readonly #bytesMax: number;
  /** The one used last stands at the end. */
  readonly #live: Map<string, LiveRun> = new Map();
  readonly #loading: Map<string, Promise<LiveRun | undefined>> = new Map();
  /** The bytes that the live ones hold. */
  #bytes = 0;

  /** `bytesMax`: what all of them may hold; one that is served stays, whatever it holds. */
  constructor(surroundings: Omit<RunDependencies, 'files'>, bytesMax: number) {
    this.files = new KnownFiles(surroundings.store.files);
    this.#surroundings = { ...surroundings, files: this.files };
    this.knownTexts = new KnownTexts(surroundings);
    this.#bytesMax = bytesMax;
  }

  /** Finds the run of a request, or begins one (docs/gateway-threat-model.md). */
  async place(owner: Owner, request: ClientRequest, from: From): Promise<Placed> {
    const { bodyHash, session, client } = from;
    // Counts how much they have grown since they came.
    if (this.#live.size < limits.runsInMemoryMax) this.#makeRoomFor(0);
    const again = await this.#waitingOn(owner, bodyHash);
    if (again !== undefined) return { run: again, foreign: false, again: true };
    const found = await findRun(request.messages, {
      previous: request.previous,
      session,
      client,
      writesAnew: owner.profile.policy.labelUnknownAnswer !== undefined,
      lookup: this.#lookup(owner),
    });
    const known = found.kind === 'known' ? await this.#oneOf(owner, found) : undefined;
    const run = known ?? this.#begin(owner);
    return { run, foreign: found.kind !== 'new' && known === undefined, again: false };
  }

  /** A run by its name, from memory or from the store. */
  async get(owner: Owner, id: string): Promise<LiveRun | undefined> {
    const key = keyOf(owner, id);
    for (;;) {
      const live = this.#live.get(key) ?? (await this.#loaded(key, owner, id));
      if (live === undefined) return undefined;
      if (live.profile === owner.profile) {
        if (this.#live.delete(key)) this.#live.set(key, live);
        return live;
      }
      // The policy was loaded anew: the run goes on from the store, under the new one.
      await this.#retire(key, live);
    }
  }

  /**
   * The same whatever decides in it, until it is released: an operator's change waits for no turn
   * to end.
   */
  async asItStands(owner: Owner, id: string): Promise<LiveRun | undefined> {
    return await this.#standing(owner, async () => {
      const run = this.#live.get(keyOf(owner, id)) ?? (await this.get(owner, id));
      run?.use.take();
      return run;
    });
  }

  /** The stored lines of a run; nothing if it was erased. */
  async linesOf({ tenant, id }: LiveRun): Promise<readonly unknown[]> {
    const saved = await this.#surroundings.store.loadRun(tenant, id);
    return saved?.entries.map(({ json }) => parseExact(json)) ?? [];
  }

  get size(): number {
    return this.#live.size;
  }

  /** Forgets what stands in memory; what was kept is in the store. */
  forget(run: LiveRun): void {
    for (const [key, live] of this.#live) if (live === run) this.#drop(key, live);
  }

  /** Evicts an erased run, so that memory does not bring it back into the store. */
  erase(tenant: string, id: string): void {
    this.knownTexts.forget(id);
    for (const run of this.#live.values()) {
      if (run.tenant !== tenant || run.id !== id) continue;
      run.erased();
      this.forget(run);
    }
  }

  async #loaded(key: string, owner: Owner, id: string): Promise<LiveRun | undefined> {
    const loading = this.#loading.get(key) ?? this.#load(owner, id);
    this.#loading.set(key, loading);
    try {
      return await loading;
    } finally {
      this.#loading.delete(key);
    }
  }

  /** INVARIANT (one-live-run): what is served goes on to its end before the store is read anew. */
  async #retire(key: string, run: LiveRun): Promise<void> {
    while (this.#live.get(key) === run) {
      if (run.use.isIdle) return this.#drop(key, run);
      await run.use.left();
    }
  }

  #drop(key: string, run: LiveRun): void {
    this.#live.delete(key);
    this.#bytes -= run.memory.bytes;
    run.memory.onGrown = undefined;
    run.leave();
  }

  /**
   * A retry of a body that a run waits on goes on with that run, even where the client holds no id
   * of it yet.
   */
  async #waitingOn(owner: Owner, bodyHash: string): Promise<LiveRun | undefined> {
    const [id] = await this.#knowing(owner, names.body(bodyHash));
    const run = id === undefined ? undefined : await this.#take(owner, id);
    const isWaiting = run?.askedBody === bodyHash;
    if (isWaiting || run?.redelivery(bodyHash) !== undefined) return run;
    run?.use.release();
    return undefined;
  }

  /** A run that stays in memory until it is released, by its name. */
  async #take(owner: Owner, id: string): Promise<LiveRun | undefined> {
    return await this.#standing(owner, async () => {
      const run = await this.get(owner, id);
      run?.use.take();
      return run;
    });
  }

  /** Takes again what had left memory by the time that it was taken. */
  async #standing(
    owner: Owner,
    take: () => Promise<LiveRun | undefined>,
  ): Promise<LiveRun | undefined> {
    for (;;) {
      const run = await take();
      if (run === undefined || this.#isLive(owner, run)) return run;
      run.use.release();
    }
  }

  #isLive(owner: Owner, run: LiveRun): boolean {
    return this.#live.get(keyOf(owner, run.id)) === run;
  }

  #knowing(owner: Owner, name: string): Promise<readonly string[]> {
    return this.#surroundings.store.runsKnowing(owner.tenant, scoped(owner, name));
  }

  /** The run of these that a request goes on with; `undefined` where that cannot be told. */
  async #oneOf(owner: Owner, { runs: ids, at }: Known): Promise<LiveRun | undefined> {
    const [first] = ids;
    if (ids.length === 1) return await this.#take(owner, first);
    const alike = new AlikeRuns({
      get: (id) => this.get(owner, id),
      knowing: (name) => this.#knowing(owner, name),
    });
    for (;;) {
      const run = await alike.oneOf(ids, at);
      if (run === undefined || this.#isLive(owner, run)) return run;
      run.use.release();
      // Those that it was compared with drove it out of memory: it comes back alone.
      const same = await this.get(owner, run.id);
      if (same === undefined) return undefined;
      // INVARIANT (alike-apart): nothing is awaited between this check and the mark.
      if (!this.#isLive(owner, same) || !same.use.isIdle || !standsAlike(same, run)) continue;
      same.use.take();
      return same;
    }
  }

  #lookup(owner: Owner): Lookup {
    return {
      has: async (id) => (await this.get(owner, id)) !== undefined,
      knowing: (name) => this.#knowing(owner, name),
    };
  }

  #begin(owner: Owner): LiveRun {
    const id = newRunId();
    const run = this.#add(owner, new LiveRun({ ...owner, id }, this.#surroundings));
    run.use.take();
    return run;
  }

  async #load(owner: Owner, id: string): Promise<LiveRun | undefined> {
    const saved = await this.#surroundings.store.loadRun(owner.tenant, id);
    if (saved === undefined) return undefined;
    const run = new LiveRun({ ...owner, id }, this.#surroundings);
    try {
      await run.restore(saved);
    } catch {
      // A run that today's policy cannot read counts as unknown: its history may be somebody's.
      return undefined;
    }
    return this.#add(owner, run);
  }

  /** Throws where there is no room: ordinary runs are served even beside large ones. */
  #add(owner: Owner, run: LiveRun): LiveRun {
    const isFull =
      this.#makeRoomFor(run.memory.bytes) && run.memory.bytes > limits.ordinaryRunBytesMax;
    const isCrowded = this.#live.size >= limits.runsInMemoryMax;
    if (this.#live.size > 0 && (isFull || isCrowded)) throw tooManyRuns();
    this.#live.set(keyOf(owner, run.id), run);
    this.#bytes += run.memory.bytes;
    run.memory.onGrown = (bytes) => void (this.#bytes += bytes);
    return run;
  }

  /**
   * Lets go of those that were not used for longest, for the store has them; gives whether those
   * that are being served hold more than all may.
   */
  #makeRoomFor(more: number): boolean {
    const isFull = (): boolean => this.#bytes + more > this.#bytesMax;
    for (const [key, run] of this.#live) {
      if (!isFull() && this.#live.size < limits.runsInMemoryMax) break;
      if (!run.use.isIdle) continue;
      this.#drop(key, run);
    }
    return isFull();
  }
}

/** True if a run that was read from the store again stands where it stood. */
function standsAlike(one: LiveRun, other: LiveRun): boolean {
  return one.standsAt === other.standsAt && one.session.highWater === other.session.highWater;
}

function tooManyRuns(): RequestError {
  return new RequestError('too_many_runs', 'too many runs are being served at once', {
    hint: 'try again later',
    status: 429,
    retryAfterS: limits.retryAfterS,
  });
}

/** A run is decided by one profile: under another it would have other labels. */
function keyOf({ tenant, profile, shadow = false }: Owner, id: string): string {
  return JSON.stringify([tenant, profile.name, shadow, id]);
}
