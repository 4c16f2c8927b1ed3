import type { DocumentNode } from '../history/structured.ts';
import type { ResultRule } from './compile-result.ts';
import type { BoundCondition } from './compiler.ts';
import { both, type Truth } from './condition.ts';
import { limits } from '../limits.ts';
import type { BoundPath } from './path.ts';

/** More values are matched than are labelled in good time. */
export class TooManyHits extends Error {}

/** A rule, with what its conditions say of all matches that read the same places. */
export interface Hit {
  readonly rule: ResultRule;
  readonly holds: Truth;
  /** The values under each of the rule's `readersFrom`. */
  readonly readers: readonly Reading[];
  /** What the conditions read. */
  readonly conditions: readonly Reading[];
}

/** What was found at a path beside a match: the values, and the containers on the way to them. */
export interface Reading {
  readonly nodes: readonly DocumentNode[];
  readonly containers: readonly DocumentNode[];
}

/**
 * The rules that match each value of a document. Values are told apart by their nodes: a path as
 * text is as long as its keys, which strangers choose.
 */
export class RuleHits {
  readonly #around = new Map<DocumentNode, readonly DocumentNode[]>();
  readonly #hits = new Map<DocumentNode, Hit[]>();
  readonly #structure: ReadonlySet<DocumentNode>;
  readonly #readings = new PerPlace<BoundPath, Reading>();
  readonly #truths = new PerPlace<BoundCondition, Truth>();

  #count = 0;

  /** Throws `TooManyHits` above `limits.ruleHitsMax`. */
  constructor(root: DocumentNode, rules: readonly ResultRule[]) {
    this.#visit(root, []);
    this.#structure = structureOf(root, rules);
    const hits = new PerPlace<ResultRule, Hit>();
    for (const rule of rules) {
      const bounds = [...rule.readersFrom, ...rule.when.map(({ reads }) => reads)];
      const shared = Math.max(0, ...bounds.map((bound) => bound.shared));
      for (const node of rule.path.find(root)) {
        const base = this.#ancestor(node, shared);
        this.#add(
          node,
          hits.get(rule, base, () => this.#hitAt(rule, base)),
        );
      }
    }
  }

  /** In no order that matters. */
  at(node: DocumentNode): readonly Hit[] {
    return this.#hits.get(node) ?? [];
  }

  /** Every hit once, however many values it matches. */
  all(): ReadonlySet<Hit> {
    return new Set([...this.#hits.values()].flat());
  }

  parentOf(node: DocumentNode): DocumentNode | undefined {
    return this.#around.get(node)?.at(-1);
  }

  /** Whether the policy speaks of the keys, order and length of what stands here. */
  isStructure(node: DocumentNode): boolean {
    return this.#structure.has(node);
  }

  #visit(node: DocumentNode, around: readonly DocumentNode[]): void {
    this.#around.set(node, around);
    if (node.children.length === 0) return;
    const inside = [...around, node];
    for (const child of node.children) this.#visit(child, inside);
  }

  #ancestor(node: DocumentNode, depth: number): DocumentNode {
    return this.#around.get(node)?.[depth] ?? node;
  }

  #add(node: DocumentNode, hit: Hit): void {
    this.#count += 1;
    if (this.#count > limits.ruleHitsMax) throw new TooManyHits();
    const known = this.#hits.get(node);
    if (known === undefined) this.#hits.set(node, [hit]);
    else known.push(hit);
  }

  #hitAt(rule: ResultRule, node: DocumentNode): Hit {
    const read = (bound: BoundPath): Reading => {
      const base = this.#ancestor(node, bound.shared);
      return this.#readings.get(bound, base, () => readFrom(base, bound.rest));
    };
    const truths = rule.when.map((condition) =>
      this.#truths.get(condition, this.#ancestor(node, condition.reads.shared), () =>
        condition.holds(read(condition.reads).nodes.map(({ value }) => value)),
      ),
    );
    const conditions = rule.when.map(({ reads }) => read(reads));
    return { rule, holds: both(truths), readers: rule.readersFrom.map(read), conditions };
  }
}

/** Remembers what was made for one thing at one place: many matches may read one long list. */
class PerPlace<Key, Value> {
  readonly #known = new Map<Key, Map<DocumentNode, Value>>();

  get(key: Key, place: DocumentNode, make: () => Value): Value {
    const places = this.#known.get(key) ?? new Map<DocumentNode, Value>();
    this.#known.set(key, places);
    const known = places.get(place);
    if (known !== undefined) return known;
    const made = make();
    places.set(place, made);
    return made;
  }
}

/**
 * The places whose keys, order and length the policy speaks of: the whole, and what rules lead
 * through. A container anywhere else is a value like any other: a stranger who writes a mapping
 * where a text should be must not have its keys taken for structure.
 */
function structureOf(root: DocumentNode, rules: readonly ResultRule[]): ReadonlySet<DocumentNode> {
  const through = new Map(rules.flatMap((rule) => rule.through).map((path) => [path.text, path]));
  const places = new Set([root]);
  for (const path of through.values()) {
    for (const node of path.find(root)) places.add(node);
  }
  return places;
}

/** Reads down from a place. Containers on the way count: what is absent has their shape. */
function readFrom(base: DocumentNode, rest: BoundPath['rest']): Reading {
  const containers = new Set<DocumentNode>();
  let nodes: readonly DocumentNode[] = [base];
  for (const path of rest) {
    const descends = path.segments.at(-1)?.startsWith('..') ?? false;
    for (const node of descends ? withParts(nodes) : nodes) containers.add(node);
    nodes = path.find(base);
  }
  return { nodes, containers: [...containers] };
}

/** Values and everything in them, each once. */
export function withParts(nodes: Iterable<DocumentNode>): ReadonlySet<DocumentNode> {
  const found = new Set(nodes);
  // A set that grows while it is walked visits each node once.
  for (const node of found) for (const child of node.children) found.add(child);
  return found;
}
