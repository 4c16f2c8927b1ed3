import type { DocumentNode } from '../history/structured.ts';
import type { Label } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';
import type { Compiler } from './compiler.ts';
import { namesIn, topReaders, withReaders } from './readers-from.ts';
import type { Hit, NodeIndex, Reading } from './rule-hits.ts';

/** The label of a value's text, and that of its keys, order and length where it is a container. */
export interface Pair {
  readonly label: Label;
  readonly shape: Label;
}

interface Context {
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
  readonly index: NodeIndex;
  readonly around: Pair;
}

/**
 * The labels of fields that rules read. A field's own label may depend on other fields, and on
 * itself, so what is joined in is an upper bound that needs no order: everything that the rules on
 * a field can give, what would stand there without those that are conditional and not endorsed,
 * and the same of every field that these read in turn.
 */
export class FieldLabels {
  readonly #compiler: Compiler;
  readonly #context: Context;
  readonly #bounds = new Map<string, Pair>();
  readonly #closures = new Map<Hit, Label>();

  constructor(compiler: Compiler, context: Context) {
    this.#compiler = compiler;
    this.#context = context;
  }

  /** What a rule gives at this place, computed readers included. */
  given({ rule, readers }: Hit): Pair {
    if (rule.readersFrom.length === 0) return { label: rule.label, shape: rule.shape };
    const { space } = this.#compiler;
    const names = readers.map(({ nodes }) =>
      namesIn(
        nodes.map((node) => node.value),
        { emptyList: 'names-nobody' },
      ),
    );
    const known = names.every((each) => each !== undefined) ? names.flat() : undefined;
    const computed =
      known === undefined ? undefined : withReaders(this.#compiler, space.bottom, known);
    const narrow = computed ?? topReaders(this.#compiler, space.bottom);
    return {
      label: space.join(rule.label, narrow),
      shape: rule.ownShape ? rule.shape : space.join(rule.shape, narrow),
    };
  }

  /** The labels of the fields that a rule read, unless it is endorsed. */
  readBy(hit: Hit): readonly Label[] {
    if (hit.rule.endorsed !== undefined || readingsOf(hit).length === 0) return [];
    const known = this.#closures.get(hit);
    if (known !== undefined) return [known];
    const label = this.#closure(hit);
    this.#closures.set(hit, label);
    return [label];
  }

  #closure(first: Hit): Label {
    const pending = new Set<Hit>([first]);
    const labels: Label[] = [];
    // A set that grows while it is walked visits each hit once, so cycles of conditions end.
    for (const hit of pending) {
      if (hit.rule.endorsed !== undefined) continue;
      for (const { nodes, containers } of readingsOf(hit)) {
        for (const node of containers) labels.push(this.#bound(node.path).shape);
        for (const node of nodes) this.#addSubtree(node, { labels, pending });
      }
    }
    return joinAll(this.#compiler.space, labels);
  }

  #addSubtree(
    node: DocumentNode,
    into: { readonly labels: Label[]; readonly pending: Set<Hit> },
  ): void {
    const bound = this.#bound(node.path);
    into.labels.push(node.kind === 'scalar' ? bound.label : bound.shape);
    for (const path of upward(node.path, this.#context.index)) {
      for (const hit of this.#context.hits.get(path) ?? []) into.pending.add(hit);
    }
    for (const child of node.children) this.#addSubtree(child, into);
  }

  /** What a value carries at most, the labels of fields that its rules read left out. */
  #bound(path: string): Pair {
    const known = this.#bounds.get(path);
    if (known !== undefined) return known;
    const { space } = this.#compiler;
    const parent = this.#context.index.get(path)?.parent;
    const around = parent === undefined ? this.#context.around : this.#bound(parent);
    const hits = (this.#context.hits.get(path) ?? []).filter((hit) => hit.holds !== 'false');
    const replaced = hits.some(
      (hit) =>
        hit.holds === 'true' && (hit.rule.when.length === 0 || hit.rule.endorsed !== undefined),
    );
    const given = hits.map((hit) => this.given(hit));
    const pairs = replaced ? given : [around, ...given];
    const bound: Pair = {
      label: joinAll(
        space,
        pairs.map((pair) => pair.label),
      ),
      shape: joinAll(
        space,
        pairs.map((pair) => pair.shape),
      ),
    };
    this.#bounds.set(path, bound);
    return bound;
  }
}

function readingsOf(hit: Hit): readonly Reading[] {
  return [...hit.conditions, ...hit.readers];
}

/** A path and those of the containers around it. */
function* upward(path: string, index: NodeIndex): Generator<string> {
  for (let at: string | undefined = path; at !== undefined; at = index.get(at)?.parent) yield at;
}
