import type { Step } from '../path/selectors.ts';
import { isRecord } from '../../history/document.ts';
import { readPath, unmarked } from '../path/path.ts';
import { stranger, type Choice } from './cells.ts';

/** Holds the document while it grows. */
type Root = { value: unknown; [key: string]: unknown };

type Tree = { [key: string]: unknown } | unknown[];

/** A key that no policy names: what stands there has the label of the rest. */
export const otherKey = 'sluiceOther';

/** The same as a mapping, for arguments of a call. A list with its own choice may be missing. */
export function argumentsWith(
  paths: readonly string[],
  choice: Choice,
): Readonly<Record<string, unknown>> {
  const isGiven = (path: string): boolean =>
    !path.endsWith('[*]') || choice.get(path) !== undefined || !choice.has(path.slice(0, -3));
  const document = grown(paths.filter(isGiven), choice);
  return isRecord(document) ? document : {};
}

/**
 * A document in which each of these paths finds a value: the chosen one where there is a choice,
 * otherwise `leaf`. Each mapping has a member besides that no path names.
 */
export function documentWith(
  paths: readonly string[],
  choice: Choice,
  leaf: unknown = stranger,
): unknown {
  const document = grown(paths, choice, leaf);
  addOther(document, leaf);
  return document;
}

function isOfKey(path: string): boolean {
  return unmarked(path).ofKey;
}

function grown(paths: readonly string[], choice: Choice, leaf: unknown = stranger): unknown {
  const root: Root = { value: undefined };
  // A member under a chosen key first: what else is asked of a member is put into that.
  const ordered = [...paths].toSorted(
    (a, b) => Number(isOfKey(b)) - Number(isOfKey(a)) || b.length - a.length,
  );
  for (const path of ordered) {
    const { text, ofKey } = unmarked(path);
    const read = readPath(text);
    if (read.kind !== 'path') continue;
    const chosen = choice.has(path) ? [choice.get(path)] : [];
    if (!ofKey) put(root, read.path.steps, { leaf, chosen });
    else if (typeof chosen[0] === 'string') putKey(root, read.path.steps, chosen[0]);
  }
  return root.value ?? {};
}

/** A map with a member of this key, where any member is asked for. */
function putKey(root: Root, steps: readonly Step[], key: string): void {
  const isAny = steps.at(-1)?.selectors[0]?.kind === 'wildcard';
  if (isAny && key !== '__proto__')
    put(root, steps.slice(0, -1), { leaf: {}, chosen: [{ [key]: {} }] });
}

interface Leaf {
  /** The value where none is chosen. */
  readonly leaf: unknown;
  /** The value that is, if there is one; `undefined` in it stands for a value that is missing. */
  readonly chosen: readonly unknown[];
}

function put(root: Root, steps: readonly Step[], { leaf, chosen }: Leaf): void {
  let holder: Tree = root;
  let key = 'value';
  for (const { selectors } of steps) {
    const [selector] = selectors;
    const isName = selector?.kind === 'name';
    const old: unknown = Reflect.get(holder, key);
    const next: Tree = isTree(old) ? old : isName ? {} : [];
    Reflect.set(holder, key, next);
    holder = next;
    key = isName ? selector.name : indexOf(selector, next);
  }
  if (chosen.length > 0 && chosen[0] === undefined) return;
  const old: unknown = Reflect.get(holder, key);
  // An item of a list has a shape and parts, which say all that a text in its place says.
  const plain = steps.at(-1)?.selectors[0]?.kind === 'name' ? structuredClone(leaf) : {};
  if (chosen.length > 0) Reflect.set(holder, key, structuredClone(chosen[0]));
  else if (old === undefined) Reflect.set(holder, key, plain);
}

/** Where a list is asked for and a mapping stands, a member of it will do. */
function indexOf(selector: Step['selectors'][number] | undefined, next: Tree): string {
  if (!Array.isArray(next)) return Object.keys(next)[0] ?? otherKey;
  const index = selector?.kind === 'index' ? Math.max(selector.index, 0) : 0;
  while (next.length < index) next.push(stranger);
  return String(index);
}

function addOther(value: unknown, leaf: unknown): void {
  if (!isTree(value)) return;
  for (const part of Object.values(value)) addOther(part, leaf);
  if (!Array.isArray(value)) value[otherKey] ??= structuredClone(leaf);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null;
}
