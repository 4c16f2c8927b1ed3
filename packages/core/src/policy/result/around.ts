import type { DocumentNode } from '../../history/structured.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';

/** The label of a value's text, and that of its keys, order and length where it is a container. */
export interface Pair {
  readonly label: Label;
  readonly shape: Label;
}

/** The label of a value's own characters. A scalar tells that no container stands there, too. */
export function labelOf(
  space: LabelSpace,
  { label, shape }: Pair,
  { kind }: Pick<DocumentNode, 'kind'>,
): Label {
  return kind === 'scalar' ? space.join(label, shape) : shape;
}

export function joinPairs(space: LabelSpace, pairs: readonly Pair[]): Pair {
  return {
    label: joinAll(
      space,
      pairs.map((pair) => pair.label),
    ),
    shape: joinAll(
      space,
      pairs.map((pair) => pair.shape),
    ),
  };
}

/**
 * The labels over a value, and the sorted names of the rules that gave them. A few of these stand
 * over most values of a document, so each keeps what is made of it.
 */
export class Around implements Pair {
  readonly label: Label;
  readonly shape: Label;
  readonly rules: readonly string[];
  #ofScalar: Label | undefined;
  #asValue: Around | undefined;
  #isAboveShape: boolean | undefined;

  constructor({ label, shape }: Pair, rules: readonly string[]) {
    this.label = label;
    this.shape = shape;
    this.rules = rules;
  }

  /** The label of the own characters of a value that stands here. */
  labelOf(space: LabelSpace, node: DocumentNode): Label {
    if (node.kind !== 'scalar') return labelOf(space, this, node);
    return (this.#ofScalar ??= labelOf(space, this, node));
  }

  /**
   * The keys of a map are text that whoever fills it writes: one that no path names carries what
   * stands over the map, which is this, and over its value, whatever the label of the shape.
   * `undefined` where that is no more than the shape says.
   */
  keyLabel(space: LabelSpace, inner: Pair): Label | undefined {
    if (inner.label !== this.label) {
      const label = space.join(this.label, inner.label);
      return space.flowsTo(label, this.shape) ? undefined : label;
    }
    this.#isAboveShape ??= !space.flowsTo(this.label, this.shape);
    return this.#isAboveShape ? this.label : undefined;
  }

  /** The same over a value of whose keys, order and length the policy does not speak. */
  asValue(): Around {
    if (this.shape === this.label) return this;
    return (this.#asValue ??= new Around({ label: this.label, shape: this.label }, this.rules));
  }
}
