import type { DocumentNode } from '../../history/structured.ts';
import type { ResultRule } from '../compile/compile-result.ts';
import type { BoundCondition } from '../compile/compiler.ts';
import { withMissing } from '../compile/condition.ts';
import { both, type Truth } from '../operators/truth.ts';
import { limits } from '../../limits.ts';
import { withParts, type BoundPath, type Lack } from '../path/path.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { Places, PlaceState } from './places.ts';

/** More values are matched than are labelled in good time. */
export class TooManyHits extends Error {}

/** Counts matches against `limits.ruleHitsMax`. */
export class HitBudget {
  #left: number = limits.ruleHitsMax;

  /** Throws `TooManyHits`. */
  take(count: number): void {
    this.#left -= count;
    if (this.#left < 0) throw new TooManyHits();
  }
}

/** A rule, with what its conditions say of all matches that read the same places. */
export interface Hit {
  readonly rule: ResultRule;
  readonly holds: Truth;
  /** The values under each of the rule's `readersFrom`. */
  readonly readers: readonly Reading[];
  /** The readings of the conditions. */
  readonly conditions: readonly Reading[];
}

/** The values found at a path beside a match, or their keys, and the containers on the way. */
export interface Reading {
  readonly values: readonly unknown[];
  /** The values that are read; none where their keys are. */
  readonly nodes: readonly DocumentNode[];
  readonly containers: readonly DocumentNode[];
  /** The values whose keys are read. */
  readonly members: readonly DocumentNode[];
  /** Maps of which a path names a key on the way. */
  readonly named: readonly DocumentNode[];
  /** Says if the path ended early somewhere. */
  readonly lack: Lack;
}

/** A value of a document, with what is said of it. */
interface Known {
  readonly state: PlaceState;
  readonly parent: DocumentNode | undefined;
  readonly hits: readonly Hit[];
}

const noHits: readonly Hit[] = [];

/**
 * The rules that match each value of a document. Values are told apart by their nodes: a path as
 * text is as long as its keys, which strangers choose.
 */
export class RuleHits {
  /** Every hit once, however many values it matches. */
  readonly all: Set<Hit> = new Set();
  readonly #known = new Map<DocumentNode, Known>();
  readonly #hits = new PerPlace<ResultRule, Hit>();
  readonly #readings = new PerPlace<BoundPath, Reading>();
  readonly #truths = new PerPlace<BoundCondition, Truth>();
  readonly #budget = new HitBudget();
  readonly #patterns = new PatternBudget();
  /** The containers around the value that is visited, the whole first. */
  readonly #around: DocumentNode[] = [];

  /** Throws `TooManyHits` above `limits.ruleHitsMax`. */
  constructor(root: DocumentNode, places: Places) {
    this.#visit(root, places.start);
  }

  /** In no order that matters. */
  at(node: DocumentNode): readonly Hit[] {
    return this.#known.get(node)?.hits ?? noHits;
  }

  parentOf(node: DocumentNode): DocumentNode | undefined {
    return this.#known.get(node)?.parent;
  }

  isStructure(node: DocumentNode): boolean {
    return this.#known.get(node)?.state.value.isStructure ?? false;
  }

  /** True if a path names a member of a map: then the keys say which rules are whose. */
  namesAny(node: DocumentNode): boolean {
    return this.#known.get(node)?.state.namesAny ?? false;
  }

  #visit(node: DocumentNode, state: PlaceState): void {
    const { rules } = state.value;
    this.#budget.take(nodeCost);
    for (const rule of rules) this.#budget.take(costOf(rule));
    const hits = rules.length === 0 ? noHits : rules.map((rule) => this.#hitOf(rule, node));
    this.#known.set(node, { state, parent: this.#around.at(-1), hits });
    this.#around.push(node);
    let place = 0;
    for (const child of node.children) {
      this.#visit(child, state.down(node, place));
      place += 1;
    }
    this.#around.pop();
  }

  /** The value around `node` so many levels below the whole, or `node` itself. */
  #ancestor(node: DocumentNode, depth: number): DocumentNode {
    return this.#around[depth] ?? node;
  }

  /** The container around the place where a path leaves the one that it is read beside. */
  #holderOf({ shared }: BoundPath, node: DocumentNode): DocumentNode | undefined {
    return shared === 0 ? undefined : this.#ancestor(node, shared - 1);
  }

  #hitOf(rule: ResultRule, node: DocumentNode): Hit {
    const bounds = [...rule.readersFrom, ...rule.when.map(({ reads }) => reads)];
    const shared = Math.max(0, ...bounds.map((bound) => bound.shared));
    return this.#hits.get(rule, this.#ancestor(node, shared), () => this.#newHit(rule, node));
  }

  #newHit(rule: ResultRule, node: DocumentNode): Hit {
    const read = (bound: BoundPath): Reading => {
      const base = this.#ancestor(node, bound.shared);
      const holder = this.#holderOf(bound, node);
      return this.#readings.get(bound, base, () => readFrom(base, bound, holder));
    };
    const truths = rule.when.map((condition) =>
      this.#truths.get(condition, this.#ancestor(node, condition.reads.shared), () =>
        condition.holds(valuesOf(read(condition.reads)), this.#patterns),
      ),
    );
    const conditions = rule.when.map(({ reads }) => read(reads));
    const hit = {
      rule,
      holds: both([rule.byCall, ...truths]),
      readers: rule.readersFrom.map(read),
      conditions,
    };
    this.all.add(hit);
    return hit;
  }
}

/** A rule that reads values costs more than one that only matches them, computed readers most. */
function costOf({ when, readersFrom }: ResultRule): number {
  return 1 + when.length * conditionCost + readersFrom.length * readersCost;
}

/** Where any rule reads values, every value of the document is looked at. */
const nodeCost = 8;
const conditionCost = 50;
const readersCost = 100;

function valuesOf({ values, lack }: Reading): readonly unknown[] {
  return withMissing(values, lack);
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

/** Reads down from a place. Containers on the way count: what is absent has their shape. */
function readFrom(
  base: DocumentNode,
  { rest, ofKey }: BoundPath,
  holder: DocumentNode | undefined,
): Reading {
  const containers = new Set<DocumentNode>();
  const named = new Set<DocumentNode>();
  let holders: ReadonlySet<DocumentNode> = new Set(holder === undefined ? [] : [holder]);
  let nodes: readonly DocumentNode[] = [base];
  for (const path of rest) {
    const step = path.steps.at(-1);
    holders = step?.descends === true ? withParts(nodes) : new Set(nodes);
    const isNamed = step?.selectors.some(({ kind }) => kind === 'name') ?? false;
    for (const node of holders) {
      containers.add(node);
      if (isNamed) named.add(node);
    }
    nodes = path.find(base);
  }
  const lack = rest.at(-1)?.lack(base) ?? 'nothing';
  if (ofKey) for (const node of holders) containers.add(node);
  const way = { containers: [...containers], named: [...named], lack };
  if (!ofKey) return { ...way, values: nodes.map(({ value }) => value), nodes, members: [] };
  // An item of a list has no key, and its place in the list says nothing.
  return { ...way, values: nodes.map((node) => keyIn(node)), nodes: [], members: nodes };
}

function keyIn({ key, keyStart }: DocumentNode): unknown {
  return keyStart === -1 ? undefined : key;
}
