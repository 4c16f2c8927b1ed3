import type { RegionForm } from '../../history/content.ts';
import type { History } from '../../history/history.ts';
import { ownPieces, regionsOf, type RegionEntry } from '../../history/regions.ts';
import { limits } from '../../limits.ts';
import { RegionIndex } from './region-index.ts';
import { segmentCharactersMax } from './text/segments.ts';
import { unescape, unescapeLong } from './text/unescape.ts';
import type { Slices } from '../../history/slices.ts';
import { TooMuchWork, type Work } from './work.ts';

/** A region that has text, with what lineage compares of it. */
export interface IndexedRegion {
  readonly entry: RegionEntry;
  readonly index: RegionIndex;
}

/** Longer texts are hardly the same twice. */
const alikeCharactersMax = 128;

/** The indexes of the regions of one content, in their order, as far as they were read. */
type Known = (RegionIndex | undefined)[];

/**
 * Remembers what it made of each region, as long as somebody holds its content: from step to step
 * only new regions are read. One index may serve any number of runs.
 */
export class LineageIndex {
  /** By contents, not by regions: documents have thousands, of which each key would cost. */
  readonly #known = new WeakMap<object, Known>();
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
    let known: Known = [];
    let at = 0;
    for (const entry of regionsOf(history)) {
      // Tools come first in `regionsOf`, in their order.
      const isTool = entry.source.kind === 'tool';
      const key = isTool ? history.tools[declarations.length]?.tool : rootOf(entry);
      if (key !== undefined) {
        known = this.#knownOf(key);
        at = 0;
      }
      if (!isTool && entry.source.kind !== 'text') continue;
      const index = (known[at] ??= this.#short(entry, alike) ?? (yield* this.#long(entry, work)));
      at += 1;
      // Charged whether or not it is remembered: what was asked before must not change an answer.
      work.spend(regionUnits + index.cost);
      (isTool ? declarations : others).push({ entry, index });
      if (work.isDue) yield;
    }
    return [...others, ...declarations];
  }

  #knownOf(key: object): Known {
    const known = this.#known.get(key) ?? [];
    this.#known.set(key, known);
    return known;
  }

  /** The objects of a list have the same keys again and again, and many values come twice. */
  #short(entry: RegionEntry, alike: Map<string, RegionIndex>): RegionIndex | undefined {
    const written = textOf(entry);
    if (written.length > segmentCharactersMax) return undefined;
    this.#read += 1;
    const text = unescape(written, formOf(entry));
    if (text.length > alikeCharactersMax) return RegionIndex.of(text);
    const known = alike.get(text);
    if (known !== undefined) return known;
    const index = RegionIndex.of(text);
    alike.set(text, index);
    return index;
  }

  *#long(entry: RegionEntry, work: Work): Slices<RegionIndex> {
    this.#read += 1;
    const text = yield* unescapeLong(textOf(entry), formOf(entry));
    return yield* RegionIndex.ofLong(text, work.left - regionUnits);
  }
}

/** The cost of a region besides its characters. */
const regionUnits = 10;

/** The content of which a region is the first: `regionsOf` gives one content after another. */
function rootOf({ source }: RegionEntry): object | undefined {
  if (source.kind !== 'text' || source.region !== source.content.root) return undefined;
  return source.content;
}

function formOf({ source }: RegionEntry): RegionForm {
  return source.kind === 'text' ? source.region.form : 'text';
}

/** Pieces stay apart: what stands on two sides of a part is not one phrase. */
function textOf(entry: RegionEntry): string {
  const { source } = entry;
  const length = source.kind === 'text' ? source.region.end - source.region.start : 0;
  if (length > limits.contentCharactersMax) throw new TooMuchWork();
  return ownPieces(entry).join('\n');
}
