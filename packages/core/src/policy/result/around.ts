import type { DocumentNode } from '../../history/structured.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';

/** The label of a value's text, and that of its keys, order and length where it is a container. */
export interface Pair {
  readonly label: Label;
  readonly shape: Label;
  /** The label of the keys, where all of a map is; not given where no rule speaks of them. */
  readonly keys?: Keys | undefined;
}

/** The rules' labels for the keys of one map, a key that a path names included. */
export interface Keys {
  readonly label: Label;
  /** A rule stands here too that does not speak of keys: so each carries the label of its value. */
  readonly asValue: boolean;
}

/** The label of a value's own characters. A scalar tells that no container stands there, too. */
export function labelOf(
  space: LabelSpace,
  { label, shape }: Pair,
  { kind }: Pick<DocumentNode, 'kind'>,
): Label {
  return kind === 'scalar' ? space.join(label, shape) : shape;
}

/** `reads`: what was read to decide, which raises all that is said and says nothing itself. */
export function joinPairs(
  space: LabelSpace,
  pairs: readonly Pair[],
  reads: readonly Pair[] = [],
): Pair {
  const all = [...pairs, ...reads];
  const label = joinAll(
    space,
    all.map((pair) => pair.label),
  );
  const shape = joinAll(
    space,
    all.map((pair) => pair.shape),
  );
  const keys = joinKeys(space, pairs, reads);
  return { label, shape, ...(keys && { keys }) };
}

function joinKeys(
  space: LabelSpace,
  pairs: readonly Pair[],
  reads: readonly Pair[],
): Keys | undefined {
  const said = pairs.flatMap(({ keys }) => keys ?? []);
  if (said.length === 0) return undefined;
  const asValue = said.length < pairs.length || said.some((keys) => keys.asValue);
  const others = pairs.flatMap(({ keys, label }) => (keys === undefined ? [label] : []));
  const read = reads.map(({ keys, label }) => keys?.label ?? label);
  return {
    label: joinAll(space, [...said.map((keys) => keys.label), ...others, ...read]),
    asValue,
  };
}

/**
 * The labels over a value, and the sorted names of the rules that gave them. A few of these stand
 * over most values of a document, so each keeps what is made of it.
 */
export class Around implements Pair {
  readonly label: Label;
  readonly shape: Label;
  readonly keys: Keys | undefined;
  readonly rules: readonly string[];
  #ofScalar: Label | undefined;
  #asValue: Around | undefined;
  #below: Around | undefined;
  #isAboveShape: boolean | undefined;

  constructor({ label, shape, keys }: Pair, rules: readonly string[]) {
    this.label = label;
    this.shape = shape;
    this.keys = keys;
    this.rules = rules;
  }

  /** The label of the own characters of a value that stands here. */
  labelOf(space: LabelSpace, node: DocumentNode): Label {
    if (node.kind !== 'scalar') return labelOf(space, this, node);
    return (this.#ofScalar ??= labelOf(space, this, node));
  }

  /**
   * The keys of a map are text that whoever fills it writes: one that no path names carries what
   * stands over the map, which is this, and over its value, whatever the label of the shape. A rule
   * may say another label of all keys of a map. `undefined`: it is no more than the shape says.
   */
  keyLabel(space: LabelSpace, inner: Pair, { isNamed }: KeyPlace): Label | undefined {
    if (this.keys !== undefined) {
      const { label: said, asValue } = this.keys;
      const label = asValue ? joinAll(space, [said, this.label, inner.label]) : said;
      return space.flowsTo(label, this.shape) ? undefined : label;
    }
    if (isNamed) return undefined;
    if (inner.label !== this.label) {
      const label = space.join(this.label, inner.label);
      return space.flowsTo(label, this.shape) ? undefined : label;
    }
    this.#isAboveShape ??= !space.flowsTo(this.label, this.shape);
    return this.#isAboveShape ? this.label : undefined;
  }

  /**
   * The same over a value in this one, where no rule speaks of it. Of the keys of a map inside
   * nobody has spoken.
   */
  below(): Around {
    if (this.keys === undefined) return this;
    return (this.#below ??= new Around({ label: this.label, shape: this.shape }, this.rules));
  }

  /** The same over a value of whose keys, order and length the policy does not speak. */
  asValue(): Around {
    if (this.shape === this.label) return this.below();
    return (this.#asValue ??= new Around({ label: this.label, shape: this.label }, this.rules));
  }

  /** The same where a key was read to find the rules. */
  raisedTo(space: LabelSpace, key: Label): Around {
    return new Around(raisedPair(space, this, key), this.rules);
  }
}

interface KeyPlace {
  /** Some path names the key. */
  readonly isNamed: boolean;
}

export function raisedPair(space: LabelSpace, pair: Pair, by: Label): Pair {
  const { keys } = pair;
  return {
    label: space.join(pair.label, by),
    shape: space.join(pair.shape, by),
    ...(keys && { keys: { ...keys, label: space.join(keys.label, by) } }),
  };
}

/** The label of the keys of a map as paths read them that name some. */
export function keysRead(space: LabelSpace, around: Label, keys: Keys): Label {
  return keys.asValue ? space.join(around, keys.label) : keys.label;
}
