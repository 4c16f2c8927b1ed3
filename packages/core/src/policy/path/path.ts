import { JSONPathEnvironment, type JSONPathQuery } from 'json-p3';
import { pathOf } from '../../history/document.ts';
import type { DocumentNode } from '../../history/structured.ts';
import { printSelector, selectorFrom, selects, type Step } from './selectors.ts';

/** An RFC 9535 path without filters: which values it finds does not depend on any value. */
export interface Path {
  /** The canonical text: equal paths print equally. */
  readonly text: string;
  readonly steps: readonly Step[];
  /** The canonical text of each segment, in order. */
  readonly segments: readonly string[];
  /** The canonical selectors of each segment: `[1, 'x']` has two. */
  readonly selectors: readonly (readonly string[])[];
  /** How many leading segments go down exactly one level each. */
  readonly singleLevels: number;
  /** The values found in a document, without duplicates, in no order that matters. */
  readonly find: (root: DocumentNode) => readonly DocumentNode[];
  /** Says if some value on the way has no part where the path goes on; never below a `..`. */
  readonly lack: (root: DocumentNode, how?: LackOptions) => Lack;
}

/**
 * A part that is left out, or null, may be so on purpose; where another form stands (a text for a
 * list), a reader may find in it what the path was meant to find.
 */
export type Lack = 'nothing' | 'left-out' | 'other-form';

interface LackOptions {
  /**
   * A map in the place of a list is another form: its keys are text that the path does not read.
   * The keys of the document itself are no such text.
   */
  readonly ofItems?: boolean | undefined;
}

export type PathReading =
  | { readonly kind: 'path'; readonly path: Path }
  | { readonly kind: 'mistake'; readonly message: string; readonly hint: string };

/** The library reads paths; values are found by the steps that it read. */
const environment = new JSONPathEnvironment();

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
    const { text: ofValue, ofKey } = unmarked(text);
    if (ofKey && readPath(ofValue).kind === 'path') {
      const hint = 'write `keys: ...` in a rule on the map, or read the key under `when`';
      return { kind: 'mistake', message: `\`${text}\` is the path of a key`, hint };
    }
    const hint = 'write an RFC 9535 path, such as `$[*].amount` or `$.items[*]["due date"]`';
    return { kind: 'mistake', message: `\`${text}\` is not a JSONPath`, hint };
  }
  const steps = stepsOf(query);
  if (steps === undefined) {
    const hint = 'leave out `[?...]` and write the condition under `when`';
    return { kind: 'mistake', message: `the path \`${text}\` reads values`, hint };
  }
  return { kind: 'path', path: pathFrom(steps) };
}

/** `undefined` where a filter reads values. */
function stepsOf(query: JSONPathQuery): readonly Step[] | undefined {
  const steps = query.segments.map((segment) => {
    const selectors = segment.selectors.flatMap((selector) => selectorFrom(selector) ?? []);
    const isPlain = selectors.length === segment.selectors.length;
    return { descends: segment.toString().startsWith('..'), selectors, isPlain };
  });
  return steps.every(({ isPlain }) => isPlain) ? steps : undefined;
}

function pathFrom(steps: readonly Step[]): Path {
  const selectors = steps.map((step) => step.selectors.map(printSelector));
  const segments = steps.map(({ descends }, at) => {
    return `${descends ? '..' : ''}[${(selectors[at] ?? []).join(', ')}]`;
  });
  const descends = steps.findIndex((step) => step.descends);
  return {
    text: `$${segments.join('')}`,
    steps,
    segments,
    selectors,
    singleLevels: descends === -1 ? segments.length : descends,
    find: (root) => {
      let found: ReadonlySet<DocumentNode> = new Set([root]);
      for (const step of steps) found = down(found, step);
      return [...found];
    },
    lack: (root, { ofItems = false } = {}) => {
      const lacks = new Set<Lack>();
      let found: ReadonlySet<DocumentNode> = new Set([root]);
      for (const step of steps) {
        for (const node of step.descends ? [] : found) {
          lacks.add(lackOf(node, step, { ofItems: ofItems && node !== root }));
        }
        found = down(found, step);
      }
      if (lacks.has('other-form')) return 'other-form';
      return lacks.has('left-out') ? 'left-out' : 'nothing';
    },
  };
}

/** The kind of gap that a value has for a step down. An empty list has all of its items. */
function lackOf(node: DocumentNode, { selectors }: Step, { ofItems }: LackOptions): Lack {
  if (node.value === null) return 'left-out';
  if (node.kind === 'scalar') return 'other-form';
  const ofMap = ofItems === true ? ['name'] : ['wildcard', 'name'];
  const kinds = node.kind === 'mapping' ? ofMap : ['wildcard', 'index', 'slice'];
  const fitting = selectors.filter(({ kind }) => kinds.includes(kind));
  if (fitting.length === 0) return 'other-form';
  const hasAny =
    fitting.some(({ kind }) => kind === 'wildcard' || kind === 'slice') ||
    node.children.some((_, place) => fitting.some((selector) => selects(selector, node, place)));
  return hasAny ? 'nothing' : 'left-out';
}

function down(nodes: ReadonlySet<DocumentNode>, step: Step): ReadonlySet<DocumentNode> {
  const found = new Set<DocumentNode>();
  for (const node of step.descends ? withParts(nodes) : nodes) {
    let place = 0;
    for (const child of node.children) {
      const at = place;
      if (step.selectors.some((selector) => selects(selector, node, at))) found.add(child);
      place += 1;
    }
  }
  return found;
}

/** Values and everything in them, each once. */
export function withParts(nodes: Iterable<DocumentNode>): ReadonlySet<DocumentNode> {
  const found = new Set(nodes);
  // A set that grows while it is walked visits each node once.
  for (const node of found) for (const child of node.children) found.add(child);
  return found;
}

/** The whole document. */
export const rootPath: Path = pathFrom([]);

/**
 * The paths of the containers that a path leads through, its own end left out. Below a `..` every
 * container could be one, so there are none.
 */
export function pathsThrough(path: Path): readonly Path[] {
  const { length } = path.segments;
  const through = path.singleLevels < length ? path.singleLevels + 1 : length;
  return Array.from({ length: through }, (_, levels) => pathFrom(path.steps.slice(0, levels)));
}

/** The path of the map, or list, in which stands what a path finds. */
export function mapOf(path: Path): Path {
  return pathFrom(path.steps.slice(0, -1));
}

/** A path that is read beside another one: what both begin with stands for the same place. */
export interface BoundPath {
  readonly path: Path;
  /** Reads the keys of what the path finds, and not the values. */
  readonly ofKey: boolean;
  /** How many leading levels of the other path's location are the same place. */
  readonly shared: number;
  /** `rest[i]` goes from that place down the first i + 1 segments that are not shared. */
  readonly rest: readonly Path[];
}

/** The text of what a bound path reads, canonical. */
export function printBound({ path, ofKey }: Pick<BoundPath, 'path' | 'ofKey'>): string {
  return `${path.text}${ofKey ? keyMark : ''}`;
}

/** Stands behind the path of a value to mean its key. */
const keyMark = '~';

/** Splits off the mark of a key. The name of an argument may end with one. */
export function unmarked(text: string): { readonly text: string; readonly ofKey: boolean } {
  const ofKey = text.startsWith('$') && text.endsWith(keyMark);
  return { text: ofKey ? text.slice(0, -keyMark.length) : text, ofKey };
}

/** Equal places have equal texts, however they are written. */
export function canonicalPath(written: string): string {
  const { text, ofKey } = unmarked(written);
  const read = readPath(text);
  return read.kind === 'path' ? printBound({ path: read.path, ofKey }) : written;
}

/** Binds `path` to `to`: in `$[*].sender` beside `$[*].subject`, both are of the same item. */
export function bindPath(
  path: Path,
  to: Path,
  { ofKey = false }: { readonly ofKey?: boolean } = {},
): BoundPath {
  const most = Math.min(path.singleLevels, to.singleLevels);
  let shared = 0;
  while (shared < most && path.segments[shared] === to.segments[shared]) shared += 1;
  const after = path.steps.slice(shared);
  const rest = after.map((_, index) => pathFrom(after.slice(0, index + 1)));
  return { path, ofKey, shared, rest };
}

/** True if `wide` finds each value that `path` finds too. False where it cannot tell. */
export function covers(wide: Path, path: Path): boolean {
  return wide.segments.length === path.segments.length && coversStart(wide, path);
}

/** True if nothing that one path finds can be, or lie around, what the other finds. */
export function isApart(a: Path, b: Path): boolean {
  const levels = Math.min(a.singleLevels, b.singleLevels);
  return a.selectors
    .slice(0, levels)
    .some((selectors, level) => !meets(selectors, b.selectors[level] ?? []));
}

/** True if one step down can be of both. Only two names, or two indices from the start, differ. */
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
