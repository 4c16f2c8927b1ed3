/**
 * How a label falls: a person vouches for one region of a turn or of a result (endorse integrity,
 * declassify confidentiality). RTBAS has no such step. It is for this region as it stands in this
 * history alone: not what is around it or inside it, and no later result.
 */
import type { Lattice } from '../label/lattice.ts';
import { isText, type Exchange, type History, type Parts, type Region } from './world.ts';
import type { SpecWorld } from './world.ts';

export interface Lowering<L> {
  /** The place of the region in reading order (`regions`). */
  readonly at: number;
  /** The label that it is to have, of the one that it has; `undefined`: that is none. */
  readonly to: (from: L) => L | undefined;
}

/** `undefined` where no such region may be lowered, or its label would not be a lower one. */
export function lowerRegion<L>(
  world: SpecWorld<L>,
  history: History<L>,
  lowering: Lowering<L>,
): History<L> | undefined {
  const walk = new Walk(world.lattice, lowering);
  walk.place = world.tools.length;
  const walked = history.map((entry) =>
    'role' in entry ? { ...entry, ...walk.parts(entry) } : walk.exchange(entry),
  );
  return walk.hasLowered ? walked : undefined;
}

/** Goes through a history in reading order. */
class Walk<L> {
  place = 0;
  hasLowered = false;
  readonly #lattice: Lattice<L>;
  readonly #lowering: Lowering<L>;

  constructor(lattice: Lattice<L>, lowering: Lowering<L>) {
    this.#lattice = lattice;
    this.#lowering = lowering;
  }

  /** Nobody may lower what an agent wrote. A read with a lowered result is not replayed. */
  exchange(entry: Exchange<L>): Exchange<L> {
    this.place += 1 + size(entry.text);
    for (const { args } of entry.calls) this.place += size(args);
    const before = this.hasLowered;
    const calls = entry.calls.map((call) => ({ ...call, result: this.parts(call.result) }));
    return { ...entry, calls, lazy: entry.lazy && this.hasLowered === before };
  }

  /** The shape of a message is not a region to lower; that of a single part falls with it. */
  parts(message: Parts<L>): Parts<L> {
    this.place += 1;
    const before = this.hasLowered;
    const at = this.#lowering.at - this.place;
    const parts = message.parts.map((part) => this.#region(part, this.#lattice.bottom));
    const [only] = parts;
    const [was] = message.parts;
    const isWhole = at === 0 && parts.length === 1 && this.hasLowered !== before;
    const isShape = isWhole && was !== undefined && this.#isSame(message.shape, was.label);
    return { ...message, parts, shape: isShape && only ? only.label : message.shape };
  }

  #region(region: Region<L>, around: L): Region<L> {
    const isIt = this.place === this.#lowering.at;
    this.place += 1;
    const label = isIt ? this.#lattice.join(around, this.#lowered(region.label)) : region.label;
    const body = region.body.map((piece) => (isText(piece) ? piece : this.#region(piece, label)));
    return { ...region, label, body };
  }

  #lowered(from: L): L {
    const to = this.#lowering.to(from);
    if (to === undefined || !this.#lattice.flowsTo(to, from) || this.#isSame(to, from)) return from;
    this.hasLowered = true;
    return to;
  }

  #isSame(a: L, b: L): boolean {
    return this.#lattice.flowsTo(a, b) && this.#lattice.flowsTo(b, a);
  }
}

function size<L>({ body }: Region<L>): number {
  return body.reduce<number>((sum, piece) => (isText(piece) ? sum : sum + size(piece)), 1);
}
