import { isRecord } from '../../history/document.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import type { Mark } from '../read-back.ts';
import { asyncContext } from './async-context.ts';
import { otherLattice, sameLattice, translated } from './other-lattice.ts';

/**
 * A call whose tool runs: what is started in it works for it. Every run inside starts at the label
 * of the call, and what it saw is in whatever the call gives back.
 */
export interface EnclosingCall {
  /**
   * The label of anything that the tool may hand on now: of the call, and of what the runs inside
   * it, `except` one, have seen by now. Throws `label-invalid` where `space` is another lattice.
   */
  readonly labelIn: (space: LabelSpace, except?: object) => Label;
  /** The run `by` inside has seen all that this label of `space` says. */
  readonly saw: (label: Label, space: LabelSpace, by: object) => void;
  /**
   * The same of a run inside `by` that goes on although the call that it works for is over. Code
   * of any tool around it may hand on what it saw, in a later call too.
   */
  readonly sawLate: (label: Label, space: LabelSpace, by: object) => void;
  /** A call of a run inside was decided on: what the run around it reads back may be of it. */
  readonly wrote: (mark: Mark, space: LabelSpace) => void;
  /** All that the run around the call, those around that, and those inside have written. */
  readonly written: (space: LabelSpace) => readonly Mark[];
}

export class RunningCall implements EnclosingCall {
  readonly #space: LabelSpace;
  readonly #late: (label: Label) => void;
  readonly #marks: RunMarks;
  readonly #label: Label;
  readonly #seen: Map<object, Label> = new Map();
  #isOver = false;

  /** `late` is told of what a run saw after a call that it works for gave back its result. */
  constructor(options: {
    readonly space: LabelSpace;
    readonly label: Label;
    readonly late: (label: Label) => void;
    readonly marks: RunMarks;
  }) {
    this.#space = options.space;
    this.#label = options.label;
    this.#late = options.late;
    this.#marks = options.marks;
  }

  readonly labelIn = (space: LabelSpace, except?: object): Label => {
    if (!sameLattice(this.#space, space)) throw otherLattice();
    const seen = [...this.#seen].flatMap(([by, label]) => (by === except ? [] : [label]));
    return translated(joinAll(this.#space, [this.#label, ...seen]), this.#space, space);
  };

  readonly saw = (label: Label, space: LabelSpace, by: object): void => {
    const own = this.#noted(label, space, by);
    if (this.#isOver) this.#late(own);
  };

  readonly sawLate = (label: Label, space: LabelSpace, by: object): void => {
    this.#late(this.#noted(label, space, by));
  };

  readonly wrote = (mark: Mark, space: LabelSpace): void => {
    this.#marks.wrote({ ...mark, label: translated(mark.label, space, this.#space) });
  };

  readonly written = (space: LabelSpace): readonly Mark[] =>
    this.#marks.written().map((mark) => {
      return { ...mark, label: translated(mark.label, this.#space, space) };
    });

  #noted(label: Label, space: LabelSpace, by: object): Label {
    const own = translated(label, space, this.#space);
    this.#seen.set(by, this.#space.join(own, this.#seen.get(by) ?? own));
    return own;
  }

  /** The tool has given back its result, which carries what was seen so far. */
  end(): Label {
    this.#isOver = true;
    return joinAll(this.#space, this.#seen.values());
  }
}

/** What calls have written, as the run knows it whose call it is. */
interface RunMarks {
  readonly wrote: (mark: Mark) => void;
  readonly written: () => readonly Mark[];
}

/** Calls that run now, for platforms that cannot tell which of them encloses what. */
const running = new Set<EnclosingCall>();

/** Runs what is to know that it runs inside the call. */
export async function during<Result>(
  call: EnclosingCall,
  work: () => Promise<Result> | Result,
): Promise<Result> {
  running.add(call);
  try {
    return await asyncContext.run(call, work);
  } finally {
    running.delete(call);
  }
}

/**
 * The calls whose tools may have started what runs here: the one, or none; where the platform
 * cannot tell, all that run now.
 */
function enclosingCalls(): readonly EnclosingCall[] {
  const known = asyncContext.current();
  if (isEnclosing(known)) return [known];
  return asyncContext.follows ? [] : [...running];
}

/**
 * The call whose tool runs here, to hand it on as `within` where the platform has no asynchronous
 * context: there it is known until the tool first waits.
 */
export function enclosingCall(): EnclosingCall | undefined {
  const [call, ...others] = enclosingCalls();
  return others.length === 0 ? call : undefined;
}

/** Another copy of this package makes calls of another class. */
function isEnclosing(value: unknown): value is EnclosingCall {
  return isRecord(value) && typeof value['labelIn'] === 'function';
}

/** The labels that a run has seen and may hand on, for who keeps it. */
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
  readonly #written = new Map<string, Mark>();
  readonly #others = new Map<string, Mark>();

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
  restore({ out, late }: Seen, written: readonly Mark[]): void {
    this.#late = this.#space.join(this.#late, late);
    for (const mark of written) this.wrote(mark);
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

  /** A call of the run was decided on: what it wrote may read back in any run around this one. */
  wrote(mark: Mark): void {
    this.#note(this.#written, mark);
    for (const call of this.#calls) call.wrote(mark, this.#space);
  }

  /** The same of a tool that the run's policy does not name: those around may know it. */
  wroteUnnamed(label: Label): void {
    for (const call of this.#calls) call.wrote({ tool: '', label }, this.#space);
  }

  /** What calls of the run, of runs inside it, and of those around it have written. */
  get written(): readonly Mark[] {
    for (const call of this.#calls) {
      for (const mark of call.written(this.#space)) this.#note(this.#others, mark);
    }
    return [...this.#written.values(), ...this.#others.values()];
  }

  /** The same of other runs than this one. */
  get writtenByOthers(): readonly Mark[] {
    return [...this.#others.values()];
  }

  /** A call of this run, while its tool runs. */
  opened(label: Label): RunningCall {
    const outer = this.#calls;
    // Told from inside the very call: what surrounds the run is what did when the call began.
    const around = () => [...new Set([...outer, ...this.#own, ...this.#entered])];
    const late = (seen: Label): void => {
      this.#late = this.#space.join(this.#late, seen);
      this.#highWater = this.#space.join(this.#highWater, seen);
      for (const call of around()) call.sawLate(seen, this.#space, this);
    };
    const marks: RunMarks = {
      wrote: (mark) => {
        this.#note(this.#others, mark);
        for (const call of around()) call.wrote(mark, this.#space);
      },
      written: () => [
        ...this.#written.values(),
        ...this.#others.values(),
        ...around().flatMap((call) => call.written(this.#space)),
      ],
    };
    return new RunningCall({ space: this.#space, label, late, marks });
  }

  #note(marks: Map<string, Mark>, mark: Mark): void {
    const key = `${mark.isRead === true ? 'read' : 'write'} ${mark.tool}`;
    const label = this.#space.join(mark.label, marks.get(key)?.label ?? mark.label);
    marks.set(key, { ...mark, label });
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
