import { JSONPathEnvironment, jsonpath, type JSONPathQuery, type JSONValue } from 'json-p3';
import { pathOf } from '../history/document.ts';
import type { DocumentNode } from '../history/structured.ts';
import { limits } from '../limits.ts';

/** An RFC 9535 path without filters: which values it finds does not depend on any value. */
export interface Path {
  /** The canonical text: equal paths print equally. */
  readonly text: string;
  /** The canonical text of each segment, in order. */
  readonly segments: readonly string[];
  /** The canonical selectors of each segment: `[1, 'x']` has two. */
  readonly selectors: readonly (readonly string[])[];
  /** How many leading segments go down exactly one level each. */
  readonly singleLevels: number;
  /** The values found in a document, without duplicates. Throws where the library gives up. */
  readonly find: (root: DocumentNode) => readonly DocumentNode[];
}

export type PathReading =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'mistake'; readonly message: string; readonly hint: string };

const environment = new JSONPathEnvironment({
  maxRecursionDepth: limits.structuredNodesMax,
});

/** Reads `$[*].amount`, and no bare name. */
export function readFullPath(text: string): PathReading {
  if (text.startsWith('$')) return readPath(text);
  const joint = text.startsWith('[') || text.startsWith('.') ? '' : '.';
  const dotted = `$${joint}${text}`;
  const typed = readPath(dotted).kind === 'path' ? dotted : pathOf('$', text);
  const ofItems = `, or \`$[*]${typed.slice(1)}\` for each item of a list`;
  const hint = `write \`${typed}\`${text.startsWith('[') ? '' : ofItems}`;
  return { kind: 'mistake', message: `the path \`${text}\` does not begin with \`$\``, hint };
}

/** Reads `$[*].amount`; a bare name such as `amount` stands for `$['amount']`. */
export function readPath(text: string): PathReading {
  const full = text.startsWith('$') ? text : pathOf('$', text);
  let query: JSONPathQuery;
  try {
    query = environment.compile(full);
  } catch {
    const hint = 'write an RFC 9535 path, such as `$[*].amount` or `$.items[*]["due date"]`';
    return { kind: 'mistake', message: `\`${text}\` is not a JSONPath`, hint };
  }
  if (query.segments.some(({ selectors }) => selectors.some(isFilter))) {
    const hint = 'leave out `[?...]` and write the condition under `when`';
    return { kind: 'mistake', message: `the path \`${text}\` reads values`, hint };
  }
  return { kind: 'path', path: pathFrom(query) };
}

function isFilter(selector: unknown): boolean {
  return selector instanceof jsonpath.selectors.FilterSelector;
}

function pathFrom(query: JSONPathQuery): Path {
  const segments = query.segments.map((segment) => segment.toString({ form: 'canonical' }));
  const descends = segments.findIndex((segment) => segment.startsWith('..'));
  return {
    text: `$${segments.join('')}`,
    segments,
    selectors: query.segments.map((segment) =>
      segment.selectors.map((selector) => selector.toString({ form: 'canonical' })),
    ),
    singleLevels: descends === -1 ? segments.length : descends,
    find: (root) => {
      const found = new Set<DocumentNode>();
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- parsed JSON or YAML is this
      for (const { location } of query.query(root.value as JSONValue)) {
        const node = nodeAt(root, location);
        if (node !== undefined) found.add(node);
      }
      return [...found];
    },
  };
}

/** The whole document. */
export const rootPath: Path = pathFrom(environment.compile('$'));

/**
 * Goes down by keys. The text of a location is not compared: it is as long as its keys, so many
 * values below one long key would take time quadratic in the text.
 */
function nodeAt(
  root: DocumentNode,
  location: readonly (string | number)[],
): DocumentNode | undefined {
  let node: DocumentNode | undefined = root;
  for (const step of location) {
    if (node === undefined) return undefined;
    node = typeof step === 'number' ? node.children[step] : membersOf(node).get(step);
  }
  return node;
}

const members = new WeakMap<DocumentNode, ReadonlyMap<unknown, DocumentNode>>();

function membersOf(mapping: DocumentNode): ReadonlyMap<unknown, DocumentNode> {
  const known = members.get(mapping);
  if (known !== undefined) return known;
  const made = new Map(mapping.children.map((child) => [child.key, child] as const));
  members.set(mapping, made);
  return made;
}

/**
 * The paths of the containers that a path leads through, its own end left out. Below a `..` every
 * container could be one, so there are none.
 */
export function pathsThrough(path: Path): readonly Path[] {
  const { length } = path.segments;
  const through = path.singleLevels < length ? path.singleLevels + 1 : length;
  return Array.from({ length: through }, (_, levels) =>
    pathFrom(environment.compile(`$${path.segments.slice(0, levels).join('')}`)),
  );
}

/** A path that is read beside another one: what both begin with stands for the same place. */
export interface BoundPath {
  readonly path: Path;
  /** How many leading levels of the other path's location are the same place. */
  readonly shared: number;
  /** `rest[i]` goes from that place down the first i + 1 segments that are not shared. */
  readonly rest: readonly Path[];
}

/** Binds `path` to `to`: in `$[*].sender` beside `$[*].subject`, both are of the same item. */
export function bindPath(path: Path, to: Path): BoundPath {
  const most = Math.min(path.singleLevels, to.singleLevels);
  let shared = 0;
  while (shared < most && path.segments[shared] === to.segments[shared]) shared += 1;
  const after = path.segments.slice(shared);
  const rest = after.map((_, index) =>
    pathFrom(environment.compile(`$${after.slice(0, index + 1).join('')}`)),
  );
  return { path, shared, rest };
}

/** Whether each value that `path` finds is found by `wide` too. Says no where it cannot tell. */
export function covers(wide: Path, path: Path): boolean {
  return wide.segments.length === path.segments.length && coversStart(wide, path);
}

/** Whether nothing that one path finds can be, or lie around, what the other finds. */
export function isApart(a: Path, b: Path): boolean {
  const levels = Math.min(a.singleLevels, b.singleLevels);
  return a.selectors
    .slice(0, levels)
    .some((selectors, level) => !meets(selectors, b.selectors[level] ?? []));
}

/** Whether one step down can be of both. Only two names, or two indices from the start, differ. */
function meets(a: readonly string[], b: readonly string[]): boolean {
  return a.some((one) =>
    b.some((other) => one === other || !exact.test(one) || !exact.test(other)),
  );
}

/** A name or an index from the start, canonical. */
const exact = /^(?:'.*'|\d+)$/s;

/** The same for the containers around what `path` finds, or for the values themselves. */
export function coversStart(wide: Path, path: Path): boolean {
  const { length } = wide.segments;
  if (length > path.singleLevels || wide.singleLevels < length) return wide.text === path.text;
  return wide.selectors.every((selectors, level) =>
    (path.selectors[level] ?? []).every(
      (selector) => selectors.includes(selector) || selectors.includes('*'),
    ),
  );
}
