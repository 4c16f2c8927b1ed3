import type { History } from '../history/history.ts';
import { ownPieces, regionsOf, type RegionEntry } from '../history/regions.ts';
import { RegionIndex } from './region-index.ts';
import { unescape } from './unescape.ts';

/** A region that has text, with what lineage compares of it. */
export interface IndexedRegion {
  readonly entry: RegionEntry;
  readonly index: RegionIndex;
}

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
    for (const [at, entry] of regionsOf(history).entries()) {
      const key = keyOf(entry, history, at);
      if (key === undefined) continue;
      const list = entry.source.kind === 'tool' ? declarations : others;
      list.push({ entry, index: this.#indexOf(key, entry) });
    }
    return [...others, ...declarations];
  }

  #indexOf(key: object, entry: RegionEntry): RegionIndex {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const index = new RegionIndex(textOf(entry));
    this.#known.set(key, index);
    this.#indexed += 1;
    return index;
  }
}

/** What stays the same object as long as the text does; tools come first in `regionsOf`. */
function keyOf(entry: RegionEntry, history: History, at: number): object | undefined {
  switch (entry.source.kind) {
    case 'text':
      return entry.source.region;
    case 'tool':
      return history.tools[at]?.tool;
    case 'opaque':
    case 'shape':
      return undefined;
  }
}

/** Pieces stay apart: what stands on two sides of a part is not one phrase. */
function textOf(entry: RegionEntry): string {
  const text = ownPieces(entry).join('\n');
  const { source } = entry;
  return unescape(text, source.kind === 'text' ? source.region.form : 'text');
}
