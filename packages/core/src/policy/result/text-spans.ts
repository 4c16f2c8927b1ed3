import type { DocumentNode } from '../../history/structured.ts';
import type { Label, LabelSpace } from '../../label/label.ts';
import { joinAll, meetAll } from '../../label/lattice.ts';
import type { CompiledSpan } from '../compile/compile-turn.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { Standing, ResultDocument } from './label-document.ts';
import { findSpans, labelOf, namesOf, piecesOf, type SpanMatch } from './label-spans.ts';
import { writtenText } from './written-text.ts';

/** The patterns take more steps than one result may cost. */
export class TooMuchToSearch extends Error {}

/** The label of a region's own characters, and the names of what gave it. */
export interface OwnLabel {
  readonly label: Label;
  readonly rules: readonly string[];
}

/** What stands over a text without its spans. */
interface TextPlace extends OwnLabel {
  /** No piece is lower: the shape around, and what only ever raises. */
  readonly least: Label;
}

/**
 * Cuts texts of a document by the spans of its fields, as plain text is cut. A text that cannot be
 * cut, a key and a number are raised as a whole by what is found in them, and never lowered.
 */
export class TextSpans {
  readonly #space: LabelSpace;
  readonly #document: ResultDocument;
  readonly #patterns = new PatternBudget();
  readonly #labels = new Map<DocumentNode, OwnLabel>();
  readonly #pieces = new Map<DocumentNode, readonly DocumentNode[]>();

  constructor(space: LabelSpace, document: ResultDocument) {
    this.#space = space;
    this.#document = document;
  }

  /** `undefined` where no span says anything of it. */
  labelOf(node: DocumentNode): OwnLabel | undefined {
    return this.#labels.get(node);
  }

  /** The pieces of a text that is cut. */
  piecesOf(node: DocumentNode): readonly DocumentNode[] | undefined {
    return this.#pieces.get(node);
  }

  /** True for a container that is written in brackets. */
  isFlow({ start }: DocumentNode): boolean {
    const bracket = /\s*[[{]/y;
    bracket.lastIndex = start;
    return bracket.test(this.#document.text);
  }

  /** Looks for the spans in a value. Throws `TooMuchToSearch`. */
  read(standing: Standing): void {
    const { node, spans } = standing;
    if (spans.length === 0) return;
    const { value } = node;
    const isText = node.kind === 'scalar';
    const texts = isText
      ? [typeof value === 'string' ? value : this.#written(node).trim()]
      : node.children.flatMap(({ key }) => (typeof key === 'string' ? [key] : []));
    const found = texts.flatMap((text) => this.#find(text, spans));
    if (found.length === 0) return;
    const place = this.#placeOf(standing);
    if (isText && this.#cut(standing, found, place)) return;
    const over = [...new Set(found.map(({ span }) => span))];
    const label = joinAll(this.#space, [place.label, ...over.map((span) => span.label)]);
    const rules = [...new Set([...place.rules, ...namesOf(over)])].toSorted();
    this.#labels.set(node, { label, rules });
  }

  /** False where a part of the text could not be replaced by a placeholder. */
  #cut({ node, inFlow }: Standing, found: readonly SpanMatch[], place: TextPlace): boolean {
    const space = this.#space;
    const written = writtenText(node, this.#document.text, { inFlow });
    if (written === undefined) return false;
    const pieces = piecesOf(written.value.length, found).map(({ start, end, over }) => {
      const own = over.map((span) => labelOf(space, span, place.label));
      const label = joinAll(space, [place.least, ...(own.length === 0 ? [place.label] : own)]);
      const rules = over.length === 0 ? place.rules : namesOf(over);
      const at = { start: written.offsets[start] ?? 0, end: written.offsets[end] ?? 0 };
      return { node: pieceOf(node, at), label, rules };
    });
    // What holds the pieces carries only what all have in common, as in plain text.
    const label = meetAll(
      space,
      pieces.map((piece) => piece.label),
    );
    const [first] = pieces;
    if (first === undefined || (written.isBare && first.label !== label)) return false;
    for (const piece of pieces) this.#labels.set(piece.node, piece);
    this.#labels.set(node, { label, rules: [] });
    this.#pieces.set(
      node,
      pieces.map((piece) => piece.node),
    );
    return true;
  }

  #placeOf({ node, around }: Standing): TextPlace {
    const raised = this.#document.raise(node, around);
    const label = raised.labelOf(this.#space, node);
    const least = raised === around ? around.shape : label;
    return { label, rules: raised.rules, least };
  }

  #find(text: string, spans: readonly CompiledSpan[]): readonly SpanMatch[] {
    const found = findSpans(text, spans, this.#patterns);
    if (found === undefined) throw new TooMuchToSearch();
    return found;
  }

  #written({ start, end }: DocumentNode): string {
    return this.#document.text.slice(start, end);
  }
}

/** A part of a text, as a node of the document. */
function pieceOf(
  { kind, value, path }: DocumentNode,
  { start, end }: { readonly start: number; readonly end: number },
): DocumentNode {
  const noKey = { key: undefined, keyStart: -1, keyEnd: -1 };
  return { kind, value, path, start, end, form: 'text', children: [], ...noKey };
}
