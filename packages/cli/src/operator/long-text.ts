import { visible } from './visible.ts';

/** Texts up to this are shown whole. */
export const wholeMax = 400;
const headMax = 120;
const tailMax = 80;

/** How much is shown around a place that came from a source. */
const aroundMax = 80;
const placesMax = 3;

/** Shorter pieces than this have any number of sources. */
const pieceMin = 12;

/**
 * A text that a person can take in: a long one by its length, its beginning, its end, and the
 * places in it that were found in its sources.
 */
export function longText(
  text: string,
  sources: readonly string[],
  write: (text: string) => string = visible,
): string {
  const { length } = text;
  if (length <= wholeMax) return write(text);
  const places = placesOf(text, sources).filter(
    ([from, to]) => to > headMax && from < length - tailMax,
  );
  const ranges = [[0, headMax], ...places, [length - tailMax, length]] as const;
  const shown = ranges.map(([from, to]) => write(text.slice(from, to)));
  return `(${length} characters, folded) ${shown.join(' ... ')}`;
}

type Range = readonly [from: number, to: number];

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
