import type { History } from '../history/history.ts';
import { ownPieces, regionsOf, type RegionEntry } from '../history/regions.ts';
import { limits } from '../limits.ts';
import { RegionIndex } from './region-index.ts';
import { segmentCharactersMax } from './segments.ts';
import { unescape, unescapeLong } from './unescape.ts';
import { TooMuchWork, type Slices, type Work } from './work.ts';

/** A region that has text, with what lineage compares of it. */
export interface IndexedRegion {
  readonly entry: RegionEntry;
  readonly index: RegionIndex;
}

/** Longer texts are hardly the same twice. */
const alikeCharactersMax = 128;

/**
 * Remembers what it made of each region, as long as somebody holds the region: from step to step
 * only new regions are read. One index may serve any number of runs.
 */
export class LineageIndex {
  readonly #known = new WeakMap<object, RegionIndex>();
  #read = 0;

  /** How many regions were read so far; an unchanged region is read once. */
  get indexed(): number {
    return this.#read;
  }

  /** The regions of a history that have text, declarations of tools last. */
  *regionsOf(history: History, work: Work): Slices<readonly IndexedRegion[]> {
    const declarations: IndexedRegion[] = [];
    const others: IndexedRegion[] = [];
    const alike = new Map<string, RegionIndex>();
    for (const entry of regionsOf(history)) {
      // Tools come first in `regionsOf`, in their order.
      const isTool = entry.source.kind === 'tool';
      const key = isTool ? history.tools[declarations.length]?.tool : keyOf(entry);
      if (key === undefined) continue;
      const index = this.#known.get(key) ?? (yield* this.#indexed(key, entry, alike));
      // Charged whether or not it is remembered: what was asked before must not change an answer.
      work.spend(regionUnits + index.size);
      (isTool ? declarations : others).push({ entry, index });
    }
    return [...others, ...declarations];
  }

  /** The objects of a list have the same keys again and again, and many values come twice. */
  *#indexed(key: object, entry: RegionEntry, alike: Map<string, RegionIndex>): Slices<RegionIndex> {
    const written = textOf(entry);
    const form = entry.source.kind === 'text' ? entry.source.region.form : 'text';
    const isShort = written.length <= segmentCharactersMax;
    const text = isShort ? unescape(written, form) : yield* unescapeLong(written, form);
    const known = alike.get(text);
    const index = known ?? (isShort ? RegionIndex.of(text) : yield* RegionIndex.ofLong(text));
    if (text.length <= alikeCharactersMax) alike.set(text, index);
    this.#known.set(key, index);
    this.#read += 1;
    return index;
  }
}

/** What a region costs besides its characters. */
const regionUnits = 10;

/** What stays the same object as long as the text does. */
function keyOf({ source }: RegionEntry): object | undefined {
  return source.kind === 'text' ? source.region : undefined;
}

/** Pieces stay apart: what stands on two sides of a part is not one phrase. */
function textOf(entry: RegionEntry): string {
  const { source } = entry;
  const length = source.kind === 'text' ? source.region.end - source.region.start : 0;
  if (length > limits.contentCharactersMax) throw new TooMuchWork();
  return ownPieces(entry).join('\n');
}
