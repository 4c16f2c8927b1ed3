import { SluiceError } from '../../errors.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll, meetAll } from '../../label/lattice.ts';
import { Content, type Region } from '../content.ts';

/** A stretch of plain text with a label of its own. UTF-16 code units, end exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly label: Label;
}

/** How a plain text is covered. */
export interface SpanLabels {
  readonly spans: readonly Span[];
  /** The label of every character that lies in no span. A span may have a lower one. */
  readonly rest: Label;
}

/**
 * Regions of plain text by span. Where spans overlap, the join of their labels holds; neighbours of
 * one label are one region. Throws `history-invalid` for a span outside the text.
 */
export function regionsBySpans(
  space: LabelSpace,
  text: string,
  { spans, rest }: SpanLabels,
): Content {
  for (const span of spans) checkSpan(text, span);
  const pieces = merged(sweep(space, text, { spans, rest }));
  if (pieces.length < 2) return Content.whole(space, text, pieces[0]?.label ?? rest);
  const parts = pieces.map((piece): Region => ({ ...piece, form: 'text', path: '$', parts: [] }));
  // The whole has no characters of its own, so its label is only what all pieces have in common.
  const label = meetAll(
    space,
    pieces.map((piece) => piece.label),
  );
  const root: Region = { start: 0, end: text.length, label, form: 'text', path: '$', parts };
  return Content.of(space, text, root);
}

/** Every match of a pattern is a span; a match of no characters labels nothing. */
export function spansOf(text: string, pattern: RegExp, label: Label): readonly Span[] {
  const flags = pattern.flags.includes('g') ? pattern.flags : `${pattern.flags}g`;
  return [...text.matchAll(new RegExp(pattern.source, flags))]
    .filter((match) => match[0].length > 0)
    .map((match) => ({ start: match.index, end: match.index + match[0].length, label }));
}

function checkSpan(text: string, { start, end }: Span): void {
  const whole = Number.isInteger(start) && Number.isInteger(end);
  if (whole && start >= 0 && start <= end && end <= text.length) return;
  throw new SluiceError('history-invalid', 'a span does not lie in its text', {
    hint: 'give UTF-16 offsets with 0 <= start <= end <= length',
  });
}

/** Goes from border to border with the spans that are open between them. */
function* sweep(space: LabelSpace, text: string, { spans, rest }: SpanLabels): Generator<Span> {
  const starting = spans.toSorted((a, b) => a.start - b.start);
  const borders = new Set([0, text.length, ...spans.flatMap(({ start, end }) => [start, end])]);
  const sorted = [...borders].toSorted((a, b) => a - b);
  let open: readonly Span[] = [];
  let next = 0;
  for (const [at, start] of sorted.entries()) {
    const first = next;
    while (starting[next]?.start === start) next += 1;
    open = [...open, ...starting.slice(first, next)].filter((span) => span.end > start);
    const end = sorted[at + 1];
    if (end === undefined) return;
    const labels = open.map((span) => span.label);
    yield { start, end, label: labels.length === 0 ? rest : joinAll(space, labels) };
  }
}

function merged(pieces: Iterable<Span>): readonly Span[] {
  const found: Span[] = [];
  for (const piece of pieces) {
    const last = found.at(-1);
    if (last?.label === piece.label) found[found.length - 1] = { ...last, end: piece.end };
    else found.push(piece);
  }
  return found;
}
