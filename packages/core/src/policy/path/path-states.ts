import type { DocumentNode } from '../../history/structured.ts';
import { limits } from '../../limits.ts';
import type { Path } from './path.ts';
import { selects, type Selector, type Step } from './selectors.ts';

/** A path, and what is to be known where it ends. */
export interface PathEnd<Item> {
  readonly path: Path;
  readonly item: Item;
}

/**
 * Finds all values of many paths in one walk: a finite automaton whose states are made when a
 * document first needs them, and kept for the documents that follow.
 */
export class PathStates<Item, Value> {
  /** Path after path: its steps, then its end. */
  readonly #positions: readonly (Step | PathEnd<Item>)[];
  readonly #valueOf: (items: readonly Item[]) => Value;
  readonly #kept = new Map<string, PathState<Value>>();
  /** Where each path begins. */
  readonly #first: readonly number[];

  /** `valueOf` is given the items of the paths that find one value, in no order that matters. */
  constructor(ends: readonly PathEnd<Item>[], valueOf: (items: readonly Item[]) => Value) {
    this.#positions = ends.flatMap((end) => [...end.path.steps, end]);
    this.#valueOf = valueOf;
    let next = 0;
    this.#first = ends.map(({ path }) => {
      const position = next;
      next += path.steps.length + 1;
      return position;
    });
  }

  /** The state at the root of any document. */
  get start(): PathState<Value> {
    return this.#stateAt(this.#first);
  }

  /** Past `limits.pathStatesMax`, which strangers' documents may reach, states are not kept. */
  #stateAt(positions: readonly number[]): PathState<Value> {
    const name = positions.join();
    const known = this.#kept.get(name);
    if (known !== undefined) return known;
    const steps = new Map<number, Step>();
    const items: Item[] = [];
    for (const position of positions) {
      const found = this.#positions[position];
      if (found === undefined) continue;
      if ('path' in found) items.push(found.item);
      else steps.set(position, found);
    }
    const isKept = this.#kept.size < limits.pathStatesMax;
    const state = new PathState(this.#valueOf(items), {
      selectors: [...steps.values()].flatMap(({ selectors }) => selectors),
      isKept,
      below: (container, place) => this.#stateAt(below(steps, container, place)),
    });
    if (isKept) this.#kept.set(name, state);
    return state;
  }
}

/** The positions at a child, ascending, each once. */
function below(
  steps: ReadonlyMap<number, Step>,
  container: DocumentNode,
  place: number,
): readonly number[] {
  const positions = new Set<number>();
  for (const [position, { descends, selectors }] of steps) {
    if (descends) positions.add(position);
    const isFound = selectors.some((selector) => selects(selector, container, place));
    if (isFound) positions.add(position + 1);
  }
  return [...positions];
}

interface Moves<Value> {
  /** The selectors of all steps that come next. */
  readonly selectors: readonly Selector[];
  readonly isKept: boolean;
  readonly below: (container: DocumentNode, place: number) => PathState<Value>;
}

/** Where a walk down a document stands in all paths. */
export class PathState<Value> {
  /** The value made of the items of the paths that end here. */
  readonly value: Value;
  readonly #moves: Moves<Value>;
  readonly #names: ReadonlySet<unknown>;
  readonly #named = new Map<unknown, PathState<Value>>();
  /** The state at a member that no selector names. */
  #other: PathState<Value> | undefined;
  /** The state at an element, where its place in the list makes no difference. */
  #element: PathState<Value> | undefined;
  readonly #isCounted: boolean;
  readonly #isKept: boolean;

  constructor(value: Value, moves: Moves<Value>) {
    this.value = value;
    this.#moves = moves;
    this.#isKept = moves.isKept;
    const { selectors } = moves;
    this.#names = new Set(selectors.flatMap((one) => (one.kind === 'name' ? [one.name] : [])));
    this.#isCounted = selectors.some(({ kind }) => kind === 'index' || kind === 'slice');
  }

  /** True if a path that goes on from here names a member of this key. */
  names(key: unknown): boolean {
    return this.#names.has(key);
  }

  /** True if a path that goes on from here names any member. */
  get namesAny(): boolean {
    return this.#names.size > 0;
  }

  /** The state at the child at a place of a container that stands here. */
  down(container: DocumentNode, place: number): PathState<Value> {
    if (container.kind === 'mapping') return this.#downMember(container, place);
    const state = this.#element ?? this.#moves.below(container, place);
    if (state.#isKept && !this.#isCounted) this.#element = state;
    return state;
  }

  #downMember(mapping: DocumentNode, place: number): PathState<Value> {
    const key = mapping.children[place]?.key;
    const known = this.#named.get(key);
    if (known !== undefined) return known;
    const isNamed = this.#names.has(key);
    if (!isNamed && this.#other !== undefined) return this.#other;
    const state = this.#moves.below(mapping, place);
    if (!state.#isKept) return state;
    if (isNamed) this.#named.set(key, state);
    else this.#other = state;
    return state;
  }
}
