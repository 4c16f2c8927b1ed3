import type { Label, LabelSpace } from '../label/label.ts';
import { Cover, foreignLabel, misplaced, type Outline, type Extent } from './cover.ts';

/** How a region's text reads, which decides what its placeholder looks like. */
export type RegionForm =
  /** Running text: the placeholder stands as it is. Its parts are text. */
  | 'text'
  /** A JSON or YAML value without parts: the placeholder is a quoted string. */
  | 'scalar'
  /** The key of a mapping's member, where it has a label of its own: a quoted string, as above. */
  | 'key'
  /**
   * A JSON or YAML mapping or sequence; its own characters (keys, order, length) are its shape. Its
   * parts are keys, scalars and containers. The placeholder is a quoted string.
   */
  | 'container';

/**
 * A span of text with one label. The characters of a region that lie in none of its parts are its
 * own; so the own characters of all regions cover the text without overlap.
 * INVARIANT (shape): a region's label flows to the label of each of its parts, for whoever may add
 * an element may change the length. `Content.of` joins it into the parts where that does not hold.
 */
export interface Region {
  /** First UTF-16 code unit. */
  readonly start: number;
  /** One past the last UTF-16 code unit. */
  readonly end: number;
  readonly label: Label;
  readonly form: RegionForm;
  /**
   * Where it stands in its document: a normalized JSONPath (`$[0]['amount']`), with a `~` for a key
   * (`$[0]['amount']~`), or `$` for text.
   */
  readonly path: string;
  /** In order, without overlap, inside `start..end`. */
  readonly parts: readonly Region[];
}

const regions: Omit<Outline<Region, undefined>, 'root'> = {
  partsOf: ({ parts }) => parts,
  overOf: () => undefined,
  labelOf: ({ label }) => label,
};

let open: (content: Content) => string;

/** Text covered by labelled regions. Printing it shows its label, never the text or its keys. */
export class Content {
  static {
    open = (content) => content.#text;
    // Node's console would otherwise show the keys, which stand in the paths of regions.
    Object.defineProperty(Content.prototype, Symbol.for('nodejs.util.inspect.custom'), {
      value: (): string => '<content>',
    });
  }

  /** The join of the labels of all regions. */
  readonly label: Label;
  readonly #root: Region;
  readonly #text: string;

  private constructor(text: string, root: Region, label: Label) {
    this.#text = text;
    this.#root = root;
    this.label = label;
    Object.freeze(this);
  }

  /**
   * Covers `text` by `root`, which is copied; labels of parts are raised to that of the region
   * around them. Throws `history-invalid` unless `root` spans the whole text, parts are in order
   * without overlap inside their region and of a form that it may hold, and labels are of `space`.
   */
  static of(space: LabelSpace, text: string, root: Region): Content {
    return Content.from(space, text, { ...regions, root });
  }

  /** The same of anything that has the shape of regions. */
  static from<Piece extends Extent, Over>(
    space: LabelSpace,
    text: string,
    outline: Outline<Piece, Over>,
  ): Content {
    const cover = new Cover(space);
    const root = cover.made(outline);
    if (root.start !== 0 || root.end !== text.length) throw misplaced('the root region');
    return new Content(text, root, cover.label);
  }

  /** One region for the whole text. */
  static whole(space: LabelSpace, text: string, label: Label): Content {
    const root: Region = { start: 0, end: text.length, label, form: 'text', path: '$', parts: [] };
    return Content.of(space, text, root);
  }

  /** The region of the whole text. Paths hold keys: show them only to who is cleared for them. */
  get root(): Region {
    return this.#root;
  }

  /** The same text with every region's label joined with `label`. */
  raisedTo(space: LabelSpace, label: Label): Content {
    if (!space.owns(label)) throw foreignLabel();
    if (space.flowsTo(label, this.#root.label)) return this;
    const cover = new Cover(space);
    return new Content(this.#text, cover.raised(this.#root, label), cover.label);
  }

  /** True if both read alike at one label: a run that is restored holds its contents anew. */
  isLike(other: Content): boolean {
    return this === other || (this.#text === other.#text && this.label === other.label);
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
