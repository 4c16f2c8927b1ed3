import type { History } from '../history/history.ts';
import { ownPieces, regionsOf, type RegionEntry } from '../history/regions.ts';
import { RegionIndex } from './region-index.ts';
import { unescape } from './unescape.ts';

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
  #indexed = 0;

  /** How many regions were read so far; an unchanged region is read once. */
  get indexed(): number {
    return this.#indexed;
  }

  /** The regions of a history that have text, declarations of tools last. */
  regionsOf(history: History): readonly IndexedRegion[] {
    const declarations: IndexedRegion[] = [];
    const others: IndexedRegion[] = [];
    const alike = new Map<string, RegionIndex>();
    for (const entry of regionsOf(history)) {
      // Tools come first in `regionsOf`, in their order.
      const isTool = entry.source.kind === 'tool';
      const key = isTool ? history.tools[declarations.length]?.tool : keyOf(entry);
      if (key === undefined) continue;
      const list = isTool ? declarations : others;
      list.push({ entry, index: this.#indexOf(key, entry, alike) });
    }
    return [...others, ...declarations];
  }

  /** The objects of a list have the same keys again and again, and many values come twice. */
  #indexOf(key: object, entry: RegionEntry, alike: Map<string, RegionIndex>): RegionIndex {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const text = textOf(entry);
    const index = alike.get(text) ?? new RegionIndex(text);
    if (text.length <= alikeCharactersMax) alike.set(text, index);
    this.#known.set(key, index);
    this.#indexed += 1;
    return index;
  }
}

/** What stays the same object as long as the text does. */
function keyOf({ source }: RegionEntry): object | undefined {
  return source.kind === 'text' ? source.region : undefined;
}

/** Pieces stay apart: what stands on two sides of a part is not one phrase. */
function textOf(entry: RegionEntry): string {
  const text = ownPieces(entry).join('\n');
  const { source } = entry;
  return unescape(text, source.kind === 'text' ? source.region.form : 'text');
}
