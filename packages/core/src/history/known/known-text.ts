import type { Label, LabelSpace } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import { reveal, type Content, type Region } from '../content.ts';
import { endOfPiece, normalCodes, normalText, type NormalText } from './normal-text.ts';
import { BlockIndex, RepeatedStretches, type Stretch } from './repeated-stretches.ts';
import type { Slices } from '../slices.ts';
import { regionsBySpans, type Span } from './spans.ts';

/**
 * The same text, in which each stretch of 32 characters or more that stands in a known text carries
 * the label that it was first known with. `known` comes in the order in which it became known: what
 * was known earlier at a lower label raises nothing, so that a stranger who repeats a user's words
 * makes them no stranger's. It is a net, not the mechanism: a paraphrase passes it. Over the budget
 * of work all of the text carries the label of all that is known.
 */
export function* raisedByKnown(
  space: LabelSpace,
  content: Content,
  known: readonly Content[],
): Slices<Content> {
  const isAbove = ({ label }: { readonly label: Label }): boolean =>
    !space.flowsTo(label, content.root.label);
  const above = known.filter(isAbove);
  const text = reveal(content);
  if (above.length === 0 || text.length < limits.knownAgainCharactersMin) return content;
  const where = yield* readFor(text);
  // Most turns repeat nothing: what is below is read only where something above was found.
  const alone = yield* repeatedIn(where, above);
  const isAll = alone === undefined || alone.length === 0 || above.length === known.length;
  const spans = isAll ? alone : yield* repeatedIn(where, known);
  if (spans === undefined)
    return known.reduce((all, each) => all.raisedTo(space, each.label), content);
  const raising = spans.filter(isAbove);
  if (raising.length === 0) return content;
  return regionsBySpans(space, text, {
    spans: [...ownSpans(content.root), ...raising],
    rest: space.bottom,
  });
}

/** A text, read so that what it repeats can be found. */
export function* readFor(text: string): Slices<Where> {
  const normal = yield* normalText(text);
  return { text, ...normal, index: yield* BlockIndex.of(normal.codes) };
}

/**
 * Stretches of a text that are known, each with the label that it was first known with, and none
 * over another; `undefined`: too much.
 */
export function* repeatedIn(
  where: Where,
  known: readonly Content[],
): Slices<readonly Span[] | undefined> {
  const stretches = new RepeatedStretches(where.index);
  const spans: Span[] = [];
  for (const each of known) {
    if (!stretches.isOpen) break;
    const found = yield* stretches.in(yield* normalCodes(reveal(each)));
    if (found === undefined) return undefined;
    for (const span of yield* labelledAs(each, found, where)) spans.push(span);
  }
  return spans;
}

export interface Where extends NormalText {
  readonly text: string;
  readonly index: BlockIndex;
}

/** A stretch of the text for each label that the same characters had where they were known. */
function* labelledAs(
  known: Content,
  found: readonly Stretch[],
  where: Where,
): Slices<readonly Span[]> {
  const { root } = known;
  if (found.length === 0 || root.parts.length === 0) {
    return found.flatMap(({ at, length }) =>
      spanOf(where, { from: at, to: at + length }, root.label),
    );
  }
  const places = (yield* normalText(reveal(known))).starts;
  const own = ownSpans(root);
  const ends = Uint32Array.from(own, ({ end }) => end);
  return found.flatMap(({ at, length, from }) => {
    const first = places[from] ?? 0;
    const last = places[from + length - 1] ?? first;
    const spans: Span[] = [];
    for (let next = firstAtOrAfter(ends, first + 1); next < own.length; next += 1) {
      const span = own[next];
      if (span === undefined || span.start > last) break;
      const begin = firstAtOrAfter(places, Math.max(span.start, first)) - from;
      const stop = firstAtOrAfter(places, Math.min(span.end, last + 1)) - from;
      spans.push(...spanOf(where, { from: at + begin, to: at + stop }, span.label));
    }
    return spans;
  });
}

const space = 0x20;

/** Where a stretch stands in the text, without the gaps around it; nothing where it is a gap. */
function spanOf(
  { text, codes, starts }: Where,
  { from, to }: { readonly from: number; readonly to: number },
  label: Label,
): readonly Span[] {
  let [first, last] = [from, to - 1];
  while (first <= last && codes[first] === space) first += 1;
  while (first <= last && codes[last] === space) last -= 1;
  if (first > last) return [];
  return [{ start: starts[first] ?? 0, end: endOfPiece(text, starts[last] ?? 0), label }];
}

/** The first index at which a sorted list holds at least that value. */
export function firstAtOrAfter(sorted: Uint32Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The characters of each region that lie in none of its parts. */
export function ownSpans(root: Region): readonly Span[] {
  const spans: Span[] = [];
  const visit = ({ start, end, label, parts }: Region): void => {
    let at = start;
    for (const part of parts) {
      if (part.start > at) spans.push({ start: at, end: part.start, label });
      visit(part);
      at = part.end;
    }
    if (end > at) spans.push({ start: at, end, label });
  };
  visit(root);
  return spans;
}
