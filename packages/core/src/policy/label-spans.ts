import { Content, type Region } from '../history/content.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll, meetAll } from '../lattice/lattice.ts';
import { limits } from '../limits.ts';
import type { CompiledSpan } from './compile-turn.ts';

/** How plain text is labelled. */
export interface SpanRules {
  readonly label: Label;
  readonly spans: readonly CompiledSpan[];
  readonly fallback: Label;
}

interface Found {
  readonly start: number;
  readonly end: number;
  readonly label: Label;
}

/**
 * Cuts a text where spans begin and end. A piece carries the labels of all spans over it, joined;
 * none of them: the label of the text. A span that is not endorsed was found by reading the text,
 * so it carries the text's label too. Text too long for patterns is one region with the fallback.
 */
export function labelSpans(space: LabelSpace, text: string, rules: SpanRules): Content {
  if (rules.spans.length === 0) return Content.whole(space, text, rules.label);
  if (text.length > limits.patternCharactersMax) return Content.whole(space, text, rules.fallback);
  const found = rules.spans.flatMap((span) => findAll(space, text, { span, around: rules.label }));
  if (found.length === 0) return Content.whole(space, text, rules.label);
  const parts = piecesOf(text, found).map(([start, end]): Region => {
    const over = found.filter((each) => each.start <= start && end <= each.end);
    const label =
      over.length === 0
        ? rules.label
        : joinAll(
            space,
            over.map((each) => each.label),
          );
    return { start, end, label, form: 'text', path: '$', parts: [] };
  });
  // The whole has no characters of its own, so its label is only what all pieces have in common.
  const label = meetAll(
    space,
    parts.map((part) => part.label),
  );
  const root: Region = { start: 0, end: text.length, label, form: 'text', path: '$', parts };
  return Content.of(space, text, root);
}

/** The names of the spans over a piece of a text. */
export function spansOver(
  space: LabelSpace,
  text: string,
  { rules, piece }: { readonly rules: SpanRules; readonly piece: Pick<Region, 'start' | 'end'> },
): readonly string[] {
  if (text.length > limits.patternCharactersMax) return [];
  const over = rules.spans.filter((span) =>
    findAll(space, text, { span, around: rules.label }).some(
      ({ start, end }) => start <= piece.start && piece.end <= end,
    ),
  );
  return over.map((span) => span.name).toSorted();
}

function piecesOf(text: string, found: readonly Found[]): readonly (readonly [number, number])[] {
  const cuts = new Set([0, text.length, ...found.flatMap(({ start, end }) => [start, end])]);
  const sorted = [...cuts].toSorted((a, b) => a - b);
  return sorted.slice(1).map((end, index) => [sorted[index] ?? 0, end] as const);
}

function findAll(
  space: LabelSpace,
  text: string,
  { span, around }: { readonly span: CompiledSpan; readonly around: Label },
): readonly Found[] {
  const label = span.endorsed === undefined ? space.join(span.label, around) : span.label;
  const { find } = span;
  if ('pattern' in find) {
    return [...text.matchAll(find.pattern)].flatMap(({ 0: match, index }) =>
      match === '' ? [] : [{ start: index, end: index + match.length, label }],
    );
  }
  // From the first opening mark to the last closing one: pasted text that holds a closing mark
  // cannot end its own span early.
  const [open, close] = find.between;
  const start = text.indexOf(open);
  if (start === -1) return [];
  const last = text.lastIndexOf(close);
  const end = last >= start + open.length ? last + close.length : text.length;
  return [{ start, end, label }];
}
