import { Content, type Region } from '../../history/content.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll, meetAll } from '../../label/lattice.ts';
import type { CompiledSpan } from '../compile/compile-turn.ts';
import type { RulesByRegion } from './label-document.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { Match } from '../pattern/pattern-run.ts';

/** How plain text is labelled. */
export interface SpanRules {
  readonly label: Label;
  readonly spans: readonly CompiledSpan[];
  readonly fallback: Label;
}

/** A labelled text, with the spans that decided. */
export interface LabelledText {
  readonly content: Content;
  readonly why: RulesByRegion;
}

/** A stretch of a text that one span covers. */
export interface SpanMatch extends Match {
  readonly span: CompiledSpan;
}

/** A stretch of a text over which the same spans lie. */
export interface Piece extends Match {
  readonly over: readonly CompiledSpan[];
}

/**
 * Cuts a text where spans begin and end. A piece carries the labels of all spans over it, joined;
 * none of them: the label of the text. A span that is not endorsed was found by reading the text,
 * so it carries the text's label too. Text that is too much for the patterns is one region with
 * the fallback.
 */
export function labelSpans(space: LabelSpace, text: string, rules: SpanRules): LabelledText {
  const whole = (label: Label): LabelledText => ({
    content: Content.whole(space, text, label),
    why: [[]],
  });
  const found = findSpans(text, rules.spans, new PatternBudget());
  if (found === undefined) return whole(rules.fallback);
  if (found.length === 0) return whole(rules.label);
  const pieces = piecesOf(text.length, found);
  const parts = pieces.map(({ start, end, over }): Region => {
    const label =
      over.length === 0
        ? rules.label
        : joinAll(
            space,
            over.map((span) => labelOf(space, span, rules.label)),
          );
    return { start, end, label, form: 'text', path: '$', parts: [] };
  });
  // The whole has no characters of its own, so its label is only what all pieces have in common; one
  // that spans cover to its end is still a text of its source.
  const label = meetAll(space, [rules.label, ...parts.map((part) => part.label)]);
  const root: Region = { start: 0, end: text.length, label, form: 'text', path: '$', parts };
  const why = [[], ...pieces.map(({ over }) => namesOf(over))];
  return { content: Content.of(space, text, root), why };
}

function labelOf(space: LabelSpace, span: CompiledSpan, around: Label): Label {
  return span.endorsed === undefined ? space.join(span.label, around) : span.label;
}

export function namesOf(spans: readonly CompiledSpan[]): readonly string[] {
  return [...new Set(spans.map((span) => span.name))].toSorted();
}

/** Where the spans lie; `undefined` where the text is too much for a pattern. */
export function findSpans(
  text: string,
  spans: readonly CompiledSpan[],
  patterns: PatternBudget,
): readonly SpanMatch[] | undefined {
  const found: SpanMatch[] = [];
  for (const span of spans) {
    const matches = findAll(text, span, patterns);
    if (matches === undefined) return undefined;
    for (const { start, end } of matches) found.push({ start, end, span });
  }
  return found;
}

function findAll(
  text: string,
  { find }: CompiledSpan,
  patterns: PatternBudget,
): readonly Match[] | undefined {
  if ('pattern' in find) return find.pattern.findAll(text, patterns);
  if ('from' in find) {
    const start = text.indexOf(find.from);
    return start === -1 ? [] : [{ start, end: text.length }];
  }
  // From the first opening mark to the last closing one: pasted text that holds a closing mark
  // cannot end its own span early.
  const [open, close] = find.between;
  const start = text.indexOf(open);
  if (start === -1) return [];
  const last = text.lastIndexOf(close);
  const end = last >= start + open.length ? last + close.length : text.length;
  return [{ start, end }];
}

/** Goes once over the places where spans begin and end, with the spans open between them. */
export function piecesOf(length: number, found: readonly SpanMatch[]): readonly Piece[] {
  const borders = found
    .flatMap(({ start, end, span }) => [
      { at: start, change: 1, span },
      { at: end, change: -1, span },
    ])
    .toSorted((a, b) => a.at - b.at);
  const open = new Map<CompiledSpan, number>();
  const pieces: Piece[] = [];
  let start = 0;
  const cut = (end: number): void => {
    if (end > start) pieces.push({ start, end, over: [...open.keys()] });
    start = Math.max(start, end);
  };
  for (const { at, change, span } of borders) {
    cut(at);
    const count = (open.get(span) ?? 0) + change;
    if (count === 0) open.delete(span);
    else open.set(span, count);
  }
  cut(length);
  return pieces;
}
