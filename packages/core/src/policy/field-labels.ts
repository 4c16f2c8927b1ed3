import type { DocumentNode } from '../history/structured.ts';
import type { Label } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';
import type { Compiler } from './compiler.ts';
import { namesIn, topReaders, withReaders } from './readers-from.ts';
import type { Truth } from './condition.ts';
import type { Hit, NodeIndex, Reading } from './rule-hits.ts';

/** The label of a value's text, and that of its keys, order and length where it is a container. */
export interface Pair {
  readonly label: Label;
  readonly shape: Label;
}

/** The label of a value's own characters. A scalar tells that no container stands there, too. */
export function labelOf(
  { space }: Pick<Compiler, 'space'>,
  { label, shape }: Pair,
  { kind }: Pick<DocumentNode, 'kind'>,
): Label {
  return kind === 'scalar' ? space.join(label, shape) : shape;
}

interface Context {
  readonly hits: ReadonlyMap<string, readonly Hit[]>;
  readonly index: NodeIndex;
  readonly structure: ReadonlySet<string>;
  readonly around: Pair & { readonly fallback: Label };
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
  readonly #selfLabelling = new Map<Hit, boolean>();

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

  /**
   * Whether a rule holds, and the labels of the fields that it read, unless it is endorsed. A rule
   * that labels what decides it is never certain, and carries every label that could be given: a
   * field's label must not tell what the field says. A shape of the rule's own does not depend on
   * computed readers, so it carries only what the conditions read.
   */
  judge(hit: Hit): { readonly holds: Truth; readonly read: Pair } {
    const { rule, conditions, readers, holds } = hit;
    const { bottom } = this.#compiler.space;
    if (rule.endorsed !== undefined) return { holds, read: { label: bottom, shape: bottom } };
    if (this.#labelsItself(hit)) {
      const { fallback } = this.#context.around;
      return { holds: 'unknown', read: { label: fallback, shape: fallback } };
    }
    const label = this.#labelOfAll([...conditions, ...readers]);
    return { holds, read: { label, shape: rule.ownShape ? this.#labelOfAll(conditions) : label } };
  }

  #labelsItself(hit: Hit): boolean {
    const known = this.#selfLabelling.get(hit);
    if (known !== undefined) return known;
    const labels = this.#closure(hit.conditions).hits.has(hit);
    this.#selfLabelling.set(hit, labels);
    return labels;
  }

  #labelOfAll(readings: readonly Reading[]): Label {
    const { label, hits } = this.#closure(readings);
    return [...hits].some((hit) => this.#labelsItself(hit)) ? this.#context.around.fallback : label;
  }

  /** The labels of fields and of what these depend on, and all rules on them. */
  #closure(readings: readonly Reading[]): Closure {
    const pending = new Set(readings);
    const hits = new Set<Hit>();
    const labels: Label[] = [];
    const add = (node: DocumentNode): void => {
      for (const path of upward(node.path, this.#context.index)) {
        const bound = this.#bound(path);
        labels.push(path === node.path ? labelOf(this.#compiler, bound, node) : bound.shape);
        for (const hit of this.#context.hits.get(path) ?? []) {
          if (hit.rule.endorsed !== undefined) continue;
          hits.add(hit);
          for (const each of [...hit.conditions, ...hit.readers]) pending.add(each);
        }
      }
    };
    // A set that grows while it is walked visits each reading once, so cycles of conditions end.
    for (const { nodes, containers } of pending) {
      // What is absent could have stood there under any label that the rules give.
      if (nodes.length === 0) labels.push(this.#context.around.fallback);
      containers.forEach(add);
      for (const node of nodes.flatMap(withParts)) add(node);
    }
    return { label: joinAll(this.#compiler.space, labels), hits };
  }

  /** What a value carries at most, the labels of fields that its rules read left out. */
  #bound(path: string): Pair {
    const known = this.#bounds.get(path);
    if (known !== undefined) return known;
    const { space } = this.#compiler;
    const parent = this.#context.index.get(path)?.parent;
    const outer = parent === undefined ? this.#context.around : this.#bound(parent);
    const around = this.#context.structure.has(path) ? outer : { ...outer, shape: outer.label };
    const hits = (this.#context.hits.get(path) ?? []).filter(
      (hit) => hit.holds !== 'false' || !isCertain(hit),
    );
    const replaced = hits.some((hit) => hit.holds === 'true' && isCertain(hit));
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

interface Closure {
  readonly label: Label;
  readonly hits: ReadonlySet<Hit>;
}

/** Whether the rule's holding may decide a label without telling what it read. */
function isCertain({ rule }: Hit): boolean {
  return rule.when.length === 0 || rule.endorsed !== undefined;
}

function withParts(node: DocumentNode): readonly DocumentNode[] {
  return [node, ...node.children.flatMap(withParts)];
}

/** A path and those of the containers around it. */
function* upward(path: string, index: NodeIndex): Generator<string> {
  for (let at: string | undefined = path; at !== undefined; at = index.get(at)?.parent) yield at;
}
