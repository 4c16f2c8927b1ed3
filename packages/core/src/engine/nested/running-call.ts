import { SluiceError } from '../../errors.ts';
import { isRecord } from '../../history/document.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { type Dimension, joinAll } from '../../label/lattice.ts';
import { asyncContext } from './async-context.ts';

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
}

export class RunningCall implements EnclosingCall {
  readonly #space: LabelSpace;
  readonly #late: (label: Label) => void;
  readonly #label: Label;
  readonly #seen: Map<object, Label> = new Map();
  #isOver = false;

  /** `late` is told of what a run saw after a call that it works for gave back its result. */
  constructor(options: {
    readonly space: LabelSpace;
    readonly label: Label;
    readonly late: (label: Label) => void;
  }) {
    this.#space = options.space;
    this.#label = options.label;
    this.#late = options.late;
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
export function enclosingCalls(): readonly EnclosingCall[] {
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

/** Top where its text need not mean the same: groups stand in the directory of their own policy. */
function translated(label: Label, from: LabelSpace, to: LabelSpace): Label {
  if (from === to) return label;
  const namesGroup = /(?<![\p{L}\p{N}._-])@/u.test(label.text);
  return namesGroup || !sameLattice(from, to) ? to.top : to.parse(label.text);
}

function otherLattice(): SluiceError {
  return new SluiceError('label-invalid', 'an agent inside a tool call has another lattice', {
    hint: 'give both policies the same `lattice`, or both agents the same policy',
  });
}

/** True if a label's text means the same in both: the same dimensions, each of the same form. */
export function sameLattice(a: LabelSpace, b: LabelSpace): boolean {
  const [names, others] = [Object.keys(a.dimensions), Object.keys(b.dimensions)];
  return (
    names.join() === others.join() &&
    names.every((name) => sameDimension(a.dimensions[name], b.dimensions[name]))
  );
}

function sameDimension(
  a: Dimension<unknown> | undefined,
  b: Dimension<unknown> | undefined,
): boolean {
  if (a === undefined || b === undefined) return false;
  if (a === b) return true;
  // Nobody can tell of two that a user wrote whether they order their values alike.
  if (a.kind === 'custom' || a.kind !== b.kind) return false;
  // The forms of a chain are its levels in order; of numbers the bottom tells their direction.
  const isAlike = a.kind !== 'chain' || a.bottom === b.bottom;
  return isAlike && a.forms.join('\n') === b.forms.join('\n');
}
