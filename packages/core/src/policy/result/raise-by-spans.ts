import type { DocumentNode } from '../../history/structured.ts';
import type { LabelSpace } from '../../label/label.ts';
import { joinAll } from '../../label/lattice.ts';
import { Around } from './around.ts';
import type { CompiledSpan } from '../compile/compile-turn.ts';
import { findSpans, namesOf, piecesOf, type SpanMatch, type Piece } from './label-spans.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { Match } from '../pattern/pattern-run.ts';

/** Raises the labels over a value of a document by the spans that touch its own characters. */
export type Raise = (node: DocumentNode, around: Around) => Around;

const unraised: Raise = (_, around) => around;

/**
 * Joins the labels of spans into those of the values of a document that they touch: a text may read
 * as JSON or YAML by chance, or because a stranger made it so, and what a span raises stays raised.
 * Nothing is lowered, endorsed or not. Spans are looked for in the text as it stands, and in every
 * key and text as it reads, for escapes hide a match. `undefined` where the text is too much for
 * a pattern.
 */
export function raiseBySpans(
  space: LabelSpace,
  document: DocumentText,
  spans: readonly CompiledSpan[],
): Raise | undefined {
  if (spans.length === 0) return unraised;
  const patterns = new PatternBudget();
  const direct = findSpans(document.text, spans, patterns);
  const decoded = direct && findDecoded(document, spans, patterns);
  if (direct === undefined || decoded === undefined) return undefined;
  const found = [...direct, ...decoded];
  if (found.length === 0) return unraised;
  const cover = new Cover(piecesOf(document.text.length, found));
  return (node, around) => {
    const over = ownRanges(node).flatMap(([start, end]) => cover.over(start, end));
    if (over.length === 0) return around;
    const labels = [around.labelOf(space, node), ...over.map((span) => span.label)];
    const label = joinAll(space, labels);
    const rules = new Set([...around.rules, ...namesOf(over)]);
    return new Around({ label, shape: label }, [...rules].toSorted());
  };
}

interface DocumentText {
  readonly text: string;
  readonly root: DocumentNode;
}

/**
 * A span found in a key covers its mapping. An opening mark that only reading shows covers all that
 * follows; one that stands in the text was found there, with its closing mark.
 */
function findDecoded(
  { text, root }: DocumentText,
  spans: readonly CompiledSpan[],
  patterns: PatternBudget,
): readonly SpanMatch[] | undefined {
  const found: SpanMatch[] = [];
  const add = (read: unknown, node: DocumentNode, written: Match): boolean => {
    if (typeof read !== 'string') return true;
    const matches = findSpans(read, spans, patterns);
    for (const span of new Set(matches?.map((match) => match.span))) {
      const isHidden =
        'between' in span.find &&
        !text.slice(written.start, written.end).includes(span.find.between[0]);
      found.push({ start: node.start, end: isHidden ? root.end : node.end, span });
    }
    return matches !== undefined;
  };
  const visit = (node: DocumentNode): boolean => {
    let start = node.start;
    return (
      add(node.value, node, node) &&
      node.children.every((child) => {
        const written = { start, end: child.start };
        start = child.end;
        return add(child.key, node, written) && visit(child);
      })
    );
  };
  return visit(root) ? found : undefined;
}

/** The stretches of a value that lie in none of its parts. */
function ownRanges({ start, end, children }: DocumentNode): readonly (readonly [number, number])[] {
  const starts = [start, ...children.map((child) => child.end)];
  return starts.map((from, at) => [from, children[at]?.start ?? end] as const);
}

/** Pieces in order, looked up by a search that halves them. */
class Cover {
  readonly #pieces: readonly Piece[];

  constructor(pieces: readonly Piece[]) {
    this.#pieces = pieces;
  }

  /** The spans over any character of a stretch. */
  over(start: number, end: number): readonly CompiledSpan[] {
    const found = new Set<CompiledSpan>();
    for (let at = this.#firstAfter(start); ; at += 1) {
      const piece = this.#pieces[at];
      if (piece === undefined || piece.start >= end) return [...found];
      for (const span of piece.over) found.add(span);
    }
  }

  /** The first piece that ends after a place. */
  #firstAfter(place: number): number {
    let [low, high] = [0, this.#pieces.length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.#pieces[middle]?.end ?? 0) <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
