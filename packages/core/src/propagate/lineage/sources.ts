import { ownText, type RegionEntry } from '../../history/regions.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import type { DraftValue } from './draft-values.ts';
import type { IndexedRegion } from './lineage-index.ts';
import { holds } from './text/holds.ts';
import type { How, Match } from './probe.ts';
import type { Evidence } from '../propagator.ts';

/** A region that a value may come from. */
export interface Candidate extends Match {
  readonly region: IndexedRegion;
}

/**
 * Keeps one candidate for each label: it changes nothing which of two equally labelled ones
 * is taken.
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
  readonly #regions: Set<RegionEntry>;
  readonly #evidence = new Map<string, Evidence>();
  readonly #sourced = new Map<DraftValue, IndexedRegion[]>();
  /** Which labels flow to `#label`: many regions have one of few. */
  readonly #free = new Map<Label, boolean>();
  /** The label that `#label` would become with each: the same two are compared often. */
  readonly #joined = new Map<Label, Label>();
  /** The own text of regions that something was found in. */
  readonly #texts = new Map<IndexedRegion, string>();
  #exactLeft: number = limits.tracedExactCharactersMax;
  #label: Label;

  constructor(
    space: LabelSpace,
    task: { readonly entries: Iterable<RegionEntry>; readonly label: Label },
  ) {
    this.#space = space;
    this.#regions = new Set(task.entries);
    this.#label = task.label;
  }

  /** True if a region was chosen. */
  has(entry: RegionEntry): boolean {
    return this.#regions.has(entry);
  }

  get evidence(): readonly Evidence[] {
    return [...this.#evidence.values()];
  }

  isSourced(value: DraftValue): boolean {
    return this.#sourced.has(value);
  }

  /** The sources taken for a value. */
  sourcesOf(value: DraftValue): readonly IndexedRegion[] {
    return this.#sourced.get(value) ?? [];
  }

  /** True if a region is shown whatever else is chosen: as a source it costs nothing. */
  isFree({ entry }: IndexedRegion): boolean {
    const known = this.#free.get(entry.label);
    if (known !== undefined) return known;
    const isFree = this.#space.flowsTo(entry.label, this.#label);
    this.#free.set(entry.label, isFree);
    return isFree;
  }

  /** True if the first region would raise the label strictly less than the second. */
  isLess(a: IndexedRegion, b: IndexedRegion): boolean {
    const [withA, withB] = [this.#labelWith(a), this.#labelWith(b)];
    return withA !== withB && this.#space.flowsTo(withA, withB);
  }

  #labelWith({ entry: { label } }: IndexedRegion): Label {
    const known = this.#joined.get(label);
    if (known !== undefined) return known;
    const joined = this.#space.join(this.#label, label);
    this.#joined.set(label, joined);
    return joined;
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
  takeLowest(value: DraftValue, candidates: Candidates): boolean {
    if (this.takeFree(value, candidates)) return true;
    let lowest: Candidate | undefined;
    for (const candidate of candidates.strong) {
      if (lowest === undefined || this.isLess(candidate.region, lowest.region)) lowest = candidate;
    }
    if (lowest !== undefined) this.take(value, lowest.region, lowest.how);
    return lowest !== undefined;
  }

  take(value: DraftValue, region: IndexedRegion, how: How): void {
    const { entry } = region;
    const { call, argument } = value;
    const own = isFound(how) && this.#isExact(value, region) ? 'exact' : how;
    const evidence = { call, argument, region: entry.id, how: own };
    this.#evidence.set([call, argument, entry.id, own].join('\n'), evidence);
    this.#regions.add(entry);
    const known = this.#sourced.get(value);
    if (known === undefined) this.#sourced.set(value, [region]);
    else known.push(region);
    const label = this.#space.join(this.#label, entry.label);
    if (label !== this.#label) {
      this.#free.clear();
      this.#joined.clear();
    }
    this.#label = label;
  }

  /**
   * True if the region holds a value as it was written, which is told to people and decides
   * nothing: past the limit it is not looked for.
   */
  #isExact({ text }: DraftValue, region: IndexedRegion): boolean {
    if (text === undefined) return false;
    const own = this.#texts.get(region) ?? ownText(region.entry);
    this.#texts.set(region, own);
    this.#exactLeft -= own.length;
    return this.#exactLeft >= 0 && holds(own, text);
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
