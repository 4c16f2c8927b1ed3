import { Content } from '../history/content.ts';
import { ownSpans } from '../history/known/known-text.ts';
import type { Span } from '../history/known/spans.ts';
import type { LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';

interface PlaceInTurn {
  /** The part's own. */
  readonly text: string;
  /** All parts of the turn as one text. */
  readonly turn: Content;
  /** Where the part begins in it. */
  readonly start: number;
}

/**
 * A part of a turn with the labels that stand over it in the turn as one text: a span may open in
 * one part and close in another. The part alone knows what begins and ends in it; whatever else is
 * over some of it is over all of it, as a span of it: a step depends on it where something comes from
 * it.
 */
export function raisedByTurn(
  space: LabelSpace,
  part: Content,
  { text, turn, start }: PlaceInTurn,
): Content {
  const own = ownSpans(part.root);
  const length = part.root.end;
  const over = ownSpans(turn.root)
    .filter((span) => span.end > start && span.start < start + length)
    .map((span) => ({ ...span, start: span.start - start, end: span.end - start }));
  const above = joinAll(space, labelsAbove(space, own, over));
  if (space.flowsTo(above, part.root.label)) return part;
  const raised = part.raisedTo(space, above);
  if (part.root.form !== 'text') return raised;
  return Content.of(space, text, { ...part.root, parts: [raised.root] });
}

/** Labels of spans that stand over lower ones. Both lists are in order, without overlap. */
function* labelsAbove(
  space: LabelSpace,
  own: readonly Span[],
  over: readonly Span[],
): Generator<Span['label']> {
  let first = 0;
  for (const { start, end, label } of over) {
    while ((own[first]?.end ?? end) <= start) first += 1;
    for (let at = first; (own[at]?.start ?? end) < end; at += 1) {
      const lower = own[at];
      if (lower !== undefined && !space.flowsTo(label, lower.label)) yield label;
    }
  }
}
