import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { asyncContext } from './async-context.ts';
import type { NewEvent } from '../events.ts';
import { enclosingCalls, RunningCall, type EnclosingCall } from './running-call.ts';

/**
 * True if what an event tells of leaves the run by itself. What a run declares, drafts and
 * considers does not: only what comes of it goes out.
 */
export function leaves(event: NewEvent): event is Extract<NewEvent, { readonly label: Label }> {
  return 'label' in event && !inside.has(event.type);
}

const inside: ReadonlySet<NewEvent['type']> = new Set([
  'run-started',
  'tools-declared',
  'generation-finished',
  'relevance-found',
  'read-replayed',
  'label-lowered',
]);

/** What a run has seen and may hand on, for who keeps it. */
export interface Seen {
  /** The join of what may have left the run. */
  readonly out: Label;
  /** The join of what came of its calls after they had given back their result. */
  readonly late: Label;
}

/**
 * The calls of other runs that a run works for, in which it was made or is being used: the outer
 * and the inner run together are one run, for labels.
 */
export class Enclosure {
  readonly #space: LabelSpace;
  readonly #own: readonly EnclosingCall[];
  readonly #isGiven: boolean;
  readonly #entered: EnclosingCall[] = [];
  #begun: Label;
  #highWater: Label;
  #late: Label;

  /** Throws `label-invalid` inside a call whose policy has another lattice. */
  constructor(space: LabelSpace, within: EnclosingCall | undefined) {
    this.#space = space;
    this.#isGiven = within !== undefined;
    this.#own = within === undefined ? this.#here() : [within, ...this.#here()];
    this.#begun = space.bottom;
    this.#highWater = space.bottom;
    this.#late = space.bottom;
    this.#labelOf(this.#own);
  }

  /** The least label of everything that the run puts out: of what came into it from outside. */
  get least(): Label {
    return this.#space.join(this.#begun, this.#labelOf(this.#calls, this));
  }

  /**
   * The least label of text that is handed to the run now: the run's own answers may stand in it.
   */
  get handed(): Label {
    return this.#labelOf(this.#calls);
  }

  /** For the record, which says so only where it is more than ever. */
  get handedLeast(): { readonly least?: Label } {
    const least = this.handed;
    return least === this.#space.bottom ? {} : { least };
  }

  /** The label of all that came of calls of this run after they had given back their result. */
  get late(): Label {
    return this.#late;
  }

  get seen(): Seen {
    return { out: this.#highWater, late: this.#late };
  }

  /** Goes on where a saved run stood. */
  restore({ out, late }: Seen): void {
    this.#late = this.#space.join(this.#late, late);
    this.sees(out);
  }

  /** Does what belongs to the run; `begins`: the tool's own code decided to do it now. */
  async during<Result>(
    work: () => Promise<Result>,
    { begins = false }: { readonly begins?: boolean } = {},
  ): Promise<Result> {
    const calls = this.#here();
    this.#labelOf(calls);
    this.#entered.push(...calls);
    if (begins) this.#begun = this.handed;
    this.sees(this.#space.bottom);
    try {
      return await work();
    } finally {
      for (const call of calls) this.#entered.splice(this.#entered.indexOf(call), 1);
      if (begins) this.#begun = this.#space.bottom;
    }
  }

  /** Something at that label may leave the run. */
  sees(label: Label): void {
    this.#highWater = this.#space.join(this.#highWater, label);
    for (const call of this.#calls) call.saw(this.#highWater, this.#space, this);
  }

  /** A call of this run, while its tool runs. */
  opened(label: Label): RunningCall {
    const outer = this.#calls;
    // Told from inside the very call: what surrounds the run is what did when the call began.
    const late = (seen: Label): void => {
      this.#late = this.#space.join(this.#late, seen);
      this.#highWater = this.#space.join(this.#highWater, seen);
      for (const call of new Set([...outer, ...this.#own, ...this.#entered])) {
        call.sawLate(seen, this.#space, this);
      }
    };
    return new RunningCall({ space: this.#space, label, late });
  }

  /** Those that the run was made in, is being used in, and is asked from. */
  get #calls(): readonly EnclosingCall[] {
    const here = this.#here();
    // Most runs are in no call at all, and are asked at each event.
    if (this.#own.length === 0 && this.#entered.length === 0) return here;
    return [...new Set([...this.#own, ...this.#entered, ...here])];
  }

  #here(): readonly EnclosingCall[] {
    return this.#isGiven && !asyncContext.follows ? [] : enclosingCalls();
  }

  #labelOf(calls: readonly EnclosingCall[], except?: object): Label {
    if (calls.length === 0) return this.#space.bottom;
    return joinAll(
      this.#space,
      calls.map((call) => call.labelIn(this.#space, except)),
    );
  }
}
