import type { Region } from '../history/content.ts';
import type { DocumentNode } from '../history/structured.ts';
import type { LabelSpace } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';
import type { CompiledSpan } from './compile-turn.ts';
import type { RulesByRegion } from './label-document.ts';
import { findSpans, namesOf, piecesOf, type Found, type Piece } from './label-spans.ts';
import type { Match } from './pattern-run.ts';

export interface RaisedDocument {
  readonly region: Region;
  readonly why: RulesByRegion;
}

/**
 * Joins the labels of spans into the regions of a document that they touch: a text may read as JSON
 * or YAML by chance, or because a stranger made it so, and what a span raises stays raised. Nothing
 * is lowered, endorsed or not. Spans are looked for in the text as it stands, and in every key and
 * text as it reads, for escapes hide a match. `undefined` where the text is too much for a pattern.
 */
export function raiseBySpans(
  space: LabelSpace,
  { text, root, labelled }: DocumentText,
  spans: readonly CompiledSpan[],
): RaisedDocument | undefined {
  const direct = findSpans(text, spans);
  const decoded = findDecoded({ text, root }, spans);
  if (direct === undefined || decoded === undefined) return undefined;
  const found = [...direct, ...decoded];
  if (found.length === 0) return labelled;
  const cover = new Cover(piecesOf(text.length, found));
  const why: (readonly string[])[] = [];
  const visit = (region: Region): Region => {
    const over = ownRanges(region).flatMap(([start, end]) => cover.over(start, end));
    const before = labelled.why[why.length] ?? [];
    why.push(over.length === 0 ? before : [...new Set([...before, ...namesOf(over)])].toSorted());
    const label = joinAll(space, [region.label, ...over.map((span) => span.label)]);
    return { ...region, label, parts: region.parts.map(visit) };
  };
  return { region: visit(labelled.region), why };
}

interface DocumentText {
  readonly text: string;
  readonly root: DocumentNode;
  readonly labelled: RaisedDocument;
}

/**
 * A span found in a key covers its mapping. An opening mark that only reading shows covers all that
 * follows; one that stands in the text was found there, with its closing mark.
 */
function findDecoded(
  { text, root }: Pick<DocumentText, 'text' | 'root'>,
  spans: readonly CompiledSpan[],
): readonly Found[] | undefined {
  const found: Found[] = [];
  const add = (read: unknown, node: DocumentNode, written: Match): boolean => {
    if (typeof read !== 'string') return true;
    const matches = findSpans(read, spans);
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

/** The stretches of a region that lie in none of its parts. */
function ownRanges({ start, end, parts }: Region): readonly (readonly [number, number])[] {
  const starts = [start, ...parts.map((part) => part.end)];
  return starts.map((from, at) => [from, parts[at]?.start ?? end] as const);
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
