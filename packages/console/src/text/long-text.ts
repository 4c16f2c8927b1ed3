import { holdsLinks } from '@sluice/core';
import { piecesOf, written } from './pieces.ts';

/** Texts up to this are shown whole. */
export const wholeMax = 400;
const headMax = 120;
const tailMax = 80;

/** How much is shown around a place that came from a source. */
const aroundMax = 80;
const placesMax = 3;

/** Shorter pieces than this have any number of sources. */
const pieceMin = 12;

/** Limits for places with links: how many are shown, how long each is, and what two share. */
const linksMax = 12;
const linkMax = 160;
const linkShared = 40;

/** A long text as far as it is shown: by ranges, with nothing between them but what is folded. */
export interface Folds {
  readonly ranges: readonly Range[];
  /** No place with a link is folded. */
  readonly isAll: boolean;
}

/**
 * What is shown of a text: all of a short one; of a long one its beginning, its end, the places in
 * it that were found in its sources, and those that hold links.
 */
export function foldsOf(text: string, sources: readonly string[]): Folds {
  const { length } = text;
  if (length <= wholeMax) return { ranges: [[0, length]], isAll: true };
  const links = linksIn(text);
  const places = [...placesOf(text, sources), ...links.places].filter(
    ([from, to]) => to > headMax && from < length - tailMax,
  );
  const ranges = joined([[0, headMax], ...places, [length - tailMax, length]]);
  return { ranges, isAll: links.isAll };
}

/** The same in one line, with its length. */
export function longText(
  text: string,
  sources: readonly string[],
  write: (text: string) => string = (part) => written(piecesOf(part)),
): string {
  if (text.length <= wholeMax) return write(text);
  const { ranges, isAll } = foldsOf(text, sources);
  const shown = ranges.map(([from, to]) => write(text.slice(from, to)));
  const more = isAll ? '' : ', more links than these';
  return `(${text.length} characters, folded${more}) ${shown.join(' ... ')}`;
}

/** In order; those that overlap are one. */
function joined(ranges: readonly Range[]): readonly Range[] {
  const all: [number, number][] = [];
  for (const [from, to] of ranges.toSorted(([a], [b]) => a - b)) {
    const last = all.at(-1);
    if (last !== undefined && from <= last[1]) last[1] = Math.max(last[1], to);
    else all.push([from, to]);
  }
  return all;
}

interface Links {
  readonly places: Range[];
  /** No other place holds one. */
  isAll: boolean;
}

/** A person who is asked about a link has to see it, wherever it stands. */
function linksIn(text: string): Links {
  const links: Links = { places: [], isAll: true };
  // In JSON, what `:` and a line break would be is no address.
  addLinks(text.replaceAll(/\\[nrt]/g, '  '), [0, text.length], links);
  return links;
}

/** By halves; gives whether this range holds a link. */
function addLinks(text: string, [from, to]: Range, links: Links): boolean {
  if (!holdsLinks(text.slice(from, to))) return false;
  if (links.places.length === linksMax) links.isAll = false;
  else if (to - from <= linkMax) links.places.push([from, Math.min(to + aroundMax, text.length)]);
  else {
    const middle = (from + to) >> 1;
    const isLeft = addLinks(text, [from, middle + linkShared], links);
    const isRight = addLinks(text, [middle - linkShared, to], links);
    // Spread so far that no short place holds it.
    if (!isLeft && !isRight) links.isAll = false;
  }
  return true;
}

export type Range = readonly [from: number, to: number];

/** The longest pieces that stand in a source, too, with what is around them; in order. */
function placesOf(text: string, sources: readonly string[]): readonly Range[] {
  const pieces = new Set(sources.flatMap((source) => windowsOf(source)));
  const found: [number, number][] = [];
  for (let at = 0; at + pieceMin <= text.length; at++) {
    if (!pieces.has(text.slice(at, at + pieceMin))) continue;
    const last = found.at(-1);
    if (last !== undefined && at <= last[1]) last[1] = at + pieceMin;
    else found.push([at, at + pieceMin]);
  }
  return found
    .toSorted(([a, b], [c, d]) => d - c - (b - a))
    .slice(0, placesMax)
    .toSorted(([a], [b]) => a - b)
    .map(([from, to]) => [
      Math.max(0, from - aroundMax / 2),
      Math.min(to, from + aroundMax) + aroundMax / 2,
    ]);
}

function windowsOf(source: string): readonly string[] {
  const count = Math.max(0, source.length - pieceMin + 1);
  return Array.from({ length: count }, (_, at) => source.slice(at, at + pieceMin));
}
