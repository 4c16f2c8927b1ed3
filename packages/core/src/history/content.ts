import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';

/** How a region's text reads, which decides what its placeholder looks like. */
export type RegionForm =
  /** Running text: the placeholder stands as it is. */
  | 'text'
  /** A JSON value or YAML flow or plain scalar: the placeholder is a quoted string. */
  | 'scalar'
  /** A YAML block scalar (`|` or `>`), from its indicator to its last line break, exclusive. */
  | 'block-scalar'
  /** A JSON or YAML mapping or sequence; its own characters (keys, order, length) are its shape. */
  | 'container';

/**
 * A span of text with one label. The characters of a region that lie in none of its parts are its
 * own; so the own characters of all regions cover the text without overlap.
 * INVARIANT (shape): a region's label flows to the label of each of its parts, for whoever may add
 * an element may change the length. `content()` joins it into the parts where that does not hold.
 */
export interface Region {
  /** First UTF-16 code unit. */
  readonly start: number;
  /** One past the last UTF-16 code unit. */
  readonly end: number;
  readonly label: Label;
  readonly form: RegionForm;
  /** Where it stands in its document: a normalized JSONPath (`$[0]['amount']`), or `$` for text. */
  readonly path: string;
  /** In order, without overlap, inside `start..end`. */
  readonly parts: readonly Region[];
}

let open: (content: Content) => string;

/** Text covered by labelled regions. Printing it shows its label, never the text. */
export class Content {
  static {
    open = (content) => content.#text;
  }

  readonly root: Region;
  /** The join of the labels of all regions. */
  readonly label: Label;
  readonly #text: string;

  private constructor(text: string, root: Region, label: Label) {
    this.#text = text;
    this.root = root;
    this.label = label;
  }

  /** Covers `text` by `root`; labels of parts are raised to that of the region around them. */
  static of(space: LabelSpace, text: string, root: Region): Content {
    const raised = raise(space, root, space.bottom);
    return new Content(text, raised, joinAll(space, labelsOf(raised)));
  }

  /** One region for the whole text. */
  static whole(space: LabelSpace, text: string, label: Label): Content {
    const root: Region = { start: 0, end: text.length, label, form: 'text', path: '$', parts: [] };
    return Content.of(space, text, root);
  }

  /** The same text with every region's label joined with `label`. */
  raisedTo(space: LabelSpace, label: Label): Content {
    if (space.flowsTo(label, this.root.label)) return this;
    return Content.of(space, this.#text, {
      ...this.root,
      label: space.join(this.root.label, label),
    });
  }

  toString(): string {
    return `<content ${this.label.text}>`;
  }

  toJSON(): string {
    return this.toString();
  }
}

/**
 * The one door out of a `Content`. Who calls it decides what the text may reach: grep for it when
 * you review.
 */
export function reveal(content: Content): string {
  return open(content);
}

function raise(space: LabelSpace, region: Region, around: Label): Region {
  const label = space.join(region.label, around);
  return { ...region, label, parts: region.parts.map((part) => raise(space, part, label)) };
}

function* labelsOf(region: Region): Generator<Label> {
  yield region.label;
  for (const part of region.parts) yield* labelsOf(part);
}
