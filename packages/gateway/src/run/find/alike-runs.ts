import { limits } from '../../limits.ts';
import { names } from './find-run.ts';
import type { LiveRun } from '../live-run.ts';

interface AlikeLookup {
  readonly get: (run: string) => Promise<LiveRun | undefined>;
  readonly knowing: (name: string) => Promise<readonly string[]>;
}

/** Names of the transcript that they all had: the one that found them, and the one they keep. */
interface SharedNames {
  readonly name: string;
  readonly by: string;
}

/**
 * Chooses between runs of which nothing tells apart which one a client goes on with. Where all had
 * one label there, any that still stands there is as good as its own. Else the request goes on with
 * one whose label covers all others: sharing lowers nothing, and asks no more than that one would.
 */
export class AlikeRuns {
  readonly #lookup: AlikeLookup;

  constructor(lookup: AlikeLookup) {
    this.#lookup = lookup;
  }

  /**
   * `ids`: the newest first. The one that it gives is taken. `undefined` where no run covers all
   * that read alike.
   */
  async oneOf(ids: readonly string[], at: SharedNames | undefined): Promise<LiveRun | undefined> {
    const loaded: LiveRun[] = [];
    for (const id of compared(ids)) {
      const run = await this.#lookup.get(id);
      // A run that cannot be read may have had any label.
      if (run === undefined) return undefined;
      loaded.push(run);
      if (at === undefined || !isFree(run, at)) continue;
      const isAlike = await this.#isAlike(ids, run, at);
      // INVARIANT (alike-apart): nothing is awaited between this check and the mark.
      if (!isAlike || !isFree(run, at)) continue;
      run.use.take();
      return run;
    }
    const covering = await this.#covering(ids, loaded, at);
    covering?.use.take();
    return covering;
  }

  /** True if every run that ever stood at this transcript had the label there that `run` has. */
  async #isAlike(ids: readonly string[], run: LiveRun, { name }: SharedNames): Promise<boolean> {
    const alike = new Set(await this.#knowing(name, run));
    return ids.every((id) => alike.has(id));
  }

  #knowing(name: string, { session }: LiveRun): Promise<readonly string[]> {
    return this.#lookup.knowing(names.answeredAt(name, session.highWater.text));
  }

  /** A run to whose label flows what all of these had there; one that stands there comes first. */
  async #covering(
    ids: readonly string[],
    loaded: readonly LiveRun[],
    at: SharedNames | undefined,
  ): Promise<LiveRun | undefined> {
    const unknown = new Set(ids);
    for (const { id } of loaded) unknown.delete(id);
    for (const run of at === undefined ? [] : loaded) {
      if (unknown.size === 0) break;
      for (const id of await this.#knowing(at?.name ?? '', run)) unknown.delete(id);
    }
    if (unknown.size > 0) return undefined;
    const covers = loaded.filter((one) =>
      loaded.every(({ session }) => flowsTo(session.highWater, one)),
    );
    return covers.find((run) => at !== undefined && isFree(run, at)) ?? covers[0];
  }
}

function flowsTo(label: LiveRun['session']['highWater'], { profile, session }: LiveRun): boolean {
  return profile.policy.space.flowsTo(label, session.highWater);
}

function isFree({ standsAt, use }: LiveRun, { by }: SharedNames): boolean {
  return standsAt === by && use.isIdle;
}

/** The newest, of which a client goes on with one, and the oldest, which still stand there. */
function compared(ids: readonly string[]): readonly string[] {
  const some = new Set<string>();
  for (let at = 0; some.size < Math.min(ids.length, limits.runsComparedMax); at += 1) {
    for (const id of [ids[at], ids.at(-1 - at)]) if (id !== undefined) some.add(id);
  }
  return [...some];
}
