import { ownText } from '../history/regions.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import type { DraftValue } from './draft-values.ts';
import type { IndexedRegion } from './lineage-index.ts';
import type { How, Match } from './probe.ts';
import type { Evidence } from './propagator.ts';

/** A region that a value may come from. */
export interface Candidate extends Match {
  readonly region: IndexedRegion;
}

/**
 * Of all candidates, one for each label: which of two equally labelled ones is taken changes
 * nothing.
 */
export class Candidates {
  readonly #byLabel = new Map<Label, Candidate>();
  readonly #weak = new Map<Label, Candidate>();

  add(candidate: Candidate): void {
    const map = candidate.isWeak ? this.#weak : this.#byLabel;
    const { label } = candidate.region.entry;
    if (!map.has(label)) map.set(label, candidate);
  }

  /** How many labels the choice is between. */
  get size(): number {
    return this.#byLabel.size;
  }

  get strong(): Iterable<Candidate> {
    return this.#byLabel.values();
  }

  get all(): Iterable<Candidate> {
    return [...this.#byLabel.values(), ...this.#weak.values()];
  }
}

/** The sources chosen so far, and the join of their labels: what the next view will show. */
export class Sources {
  readonly #space: LabelSpace;
  readonly #regions: Set<string>;
  readonly #evidence = new Map<string, Evidence>();
  readonly #sourced = new Map<DraftValue, IndexedRegion[]>();
  /** Which labels flow to `#label`: many regions have one of few. */
  readonly #free = new Map<Label, boolean>();
  #label: Label;

  constructor(space: LabelSpace, task: { readonly ids: Iterable<string>; readonly label: Label }) {
    this.#space = space;
    this.#regions = new Set(task.ids);
    this.#label = task.label;
  }

  get regions(): readonly string[] {
    return [...this.#regions];
  }

  get evidence(): readonly Evidence[] {
    return [...this.#evidence.values()];
  }

  isSourced(value: DraftValue): boolean {
    return this.#sourced.has(value);
  }

  /** What was taken for a value. */
  sourcesOf(value: DraftValue): readonly IndexedRegion[] {
    return this.#sourced.get(value) ?? [];
  }

  /** Whether a region is shown whatever else is chosen: as a source it costs nothing. */
  isFree({ entry }: IndexedRegion): boolean {
    const known = this.#free.get(entry.label);
    if (known !== undefined) return known;
    const isFree = this.#space.flowsTo(entry.label, this.#label);
    this.#free.set(entry.label, isFree);
    return isFree;
  }

  /** Whether the first region would raise the label strictly less than the second. */
  isLess(a: IndexedRegion, b: IndexedRegion): boolean {
    const withA = this.#space.join(this.#label, a.entry.label);
    const withB = this.#space.join(this.#label, b.entry.label);
    return withA !== withB && this.#space.flowsTo(withA, withB);
  }

  /** Takes a candidate that costs nothing, weak ones included. */
  takeFree(value: DraftValue, candidates: Candidates): boolean {
    for (const { region, how } of candidates.all) {
      if (!this.isFree(region)) continue;
      this.take(value, region, how);
      return true;
    }
    return false;
  }

  /**
   * Takes the candidate that raises the label least: where a value stands twice, the narrow view
   * still shows it at the lower place. Of incomparable ones it takes the first in the history.
   */
  takeLeast(value: DraftValue, candidates: Candidates): boolean {
    if (this.takeFree(value, candidates)) return true;
    let least: Candidate | undefined;
    for (const candidate of candidates.strong) {
      if (least === undefined || this.isLess(candidate.region, least.region)) least = candidate;
    }
    if (least !== undefined) this.take(value, least.region, least.how);
    return least !== undefined;
  }

  take(value: DraftValue, region: IndexedRegion, how: How): void {
    const { entry } = region;
    const { call, argument, text } = value;
    const isExact = text !== undefined && isFound(how) && ownText(entry).includes(text);
    const evidence = { call, argument, region: entry.id, how: isExact ? 'exact' : how };
    this.#evidence.set([call, argument, entry.id, evidence.how].join('\n'), evidence);
    this.#regions.add(entry.id);
    const known = this.#sourced.get(value);
    if (known === undefined) this.#sourced.set(value, [region]);
    else known.push(region);
    const label = this.#space.join(this.#label, entry.label);
    if (label !== this.#label) this.#free.clear();
    this.#label = label;
  }
}

/** How a value is found otherwise than by its own text. */
const notByText: ReadonlySet<How> = new Set([
  'default',
  'declaration',
  'field',
  'sum',
  'day',
  'mention',
]);

function isFound(how: How): boolean {
  return !notByText.has(how);
}
