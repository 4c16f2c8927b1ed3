import type { DocumentNode } from '../history/structured.ts';
import type { ResultRule } from './compile-result.ts';
import { both, type Truth } from './condition.ts';
import { normalized, type BoundPath } from './path.ts';

/** A rule that matches a value, with what its conditions say of this very place. */
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

/** The nodes of a document by normalized path, each with the path of the container around it. */
export type NodeIndex = ReadonlyMap<
  string,
  { readonly node: DocumentNode; readonly parent: string | undefined }
>;

export function indexNodes(root: DocumentNode): NodeIndex {
  const nodes = new Map<string, { node: DocumentNode; parent: string | undefined }>();
  const visit = (node: DocumentNode, parent: string | undefined): void => {
    nodes.set(node.path, { node, parent });
    for (const child of node.children) visit(child, node.path);
  };
  visit(root, undefined);
  return nodes;
}

/** All hits by the normalized path of what is matched, in no order that matters. */
export function findHits(
  root: DocumentNode,
  index: NodeIndex,
  rules: readonly ResultRule[],
): ReadonlyMap<string, readonly Hit[]> {
  const hits = new Map<string, Hit[]>();
  for (const rule of rules) {
    for (const location of rule.path.locate(root.value)) {
      const path = normalized(location);
      const hit = hitAt(rule, location, index);
      const known = hits.get(path);
      if (known === undefined) hits.set(path, [hit]);
      else known.push(hit);
    }
  }
  return hits;
}

/**
 * The places whose keys, order and length the policy speaks of: the whole, and what rules lead
 * through. A container anywhere else is a value like any other: a stranger who writes a mapping
 * where a text should be must not have its keys taken for structure.
 */
export function findStructure(
  root: DocumentNode,
  rules: readonly ResultRule[],
): ReadonlySet<string> {
  const through = new Map(rules.flatMap((rule) => rule.through).map((path) => [path.text, path]));
  const places = [...through.values()].flatMap((path) => path.locate(root.value));
  return new Set(['$', ...places.map(normalized)]);
}

function hitAt(rule: ResultRule, location: readonly (string | number)[], index: NodeIndex): Hit {
  const read = (bound: BoundPath): Reading => readBeside(bound, location, index);
  const conditions = rule.when.map(({ reads, holds }) => {
    const reading = read(reads);
    return { reading, holds: holds(reading.nodes.map((node) => node.value)) };
  });
  return {
    rule,
    holds: both(conditions.map((condition) => condition.holds)),
    readers: rule.readersFrom.map(read),
    conditions: conditions.map((condition) => condition.reading),
  };
}

/**
 * Reads a bound path for one match. Containers on the way count: what is absent has their shape.
 */
function readBeside(
  { shared, rest }: BoundPath,
  location: readonly (string | number)[],
  index: NodeIndex,
): Reading {
  const baseLocation = location.slice(0, shared);
  const base = index.get(normalized(baseLocation))?.node;
  if (base === undefined) return { nodes: [], containers: [] };
  const containers: DocumentNode[] = [];
  let nodes: readonly DocumentNode[] = [base];
  for (const path of rest) {
    const descends = path.segments.at(-1)?.startsWith('..') ?? false;
    containers.push(...(descends ? nodes.flatMap(containersIn) : nodes));
    nodes = path.locate(base.value).flatMap((below) => {
      const node = index.get(normalized([...baseLocation, ...below]))?.node;
      return node === undefined ? [] : [node];
    });
  }
  return { nodes, containers };
}

function containersIn(node: DocumentNode): readonly DocumentNode[] {
  return node.kind === 'scalar' ? [node] : [node, ...node.children.flatMap(containersIn)];
}
