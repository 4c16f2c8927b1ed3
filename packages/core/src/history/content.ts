import { SluiceError } from '../errors.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';
import { limits } from '../limits.ts';

/** How a region's text reads, which decides what its placeholder looks like. */
export type RegionForm =
  /** Running text: the placeholder stands as it is. Its parts are text. */
  | 'text'
  /** A JSON or YAML value without parts: the placeholder is a quoted string. */
  | 'scalar'
  /**
   * A JSON or YAML mapping or sequence; its own characters (keys, order, length) are its shape. Its
   * parts are scalars and containers. The placeholder is a quoted string.
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
  /** Where it stands in its document: a normalized JSONPath (`$[0]['amount']`), or `$` for text. */
  readonly path: string;
  /** In order, without overlap, inside `start..end`. */
  readonly parts: readonly Region[];
}

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
    if (root.start !== 0 || root.end !== text.length) throw misplaced('the root region');
    const cover = new Cover(space);
    return new Content(text, cover.copied(root, root.label, 0), cover.label);
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

const mayHold: Readonly<Record<RegionForm, readonly RegionForm[]>> = {
  text: ['text'],
  scalar: [],
  container: ['scalar', 'container'],
};

const noParts: readonly Region[] = Object.freeze([]);

/** Makes the regions of one content, and joins their labels. */
class Cover {
  readonly #space: LabelSpace;
  /** By the label of the region around, then by a region's own: documents have few labels. */
  readonly #joins = new Map<Label, Map<Label, Label>>();
  readonly #labels = new Set<Label>();

  constructor(space: LabelSpace) {
    this.#space = space;
  }

  /** The join of the labels of all regions made. */
  get label(): Label {
    return joinAll(this.#space, this.#labels);
  }

  /** A frozen copy, so that nobody can move a region or lower its label afterwards. */
  copied(region: Region, around: Label, depth: number): Region {
    if (depth > limits.structuredDepthMax) throw misplaced('a region nested too deeply');
    const { start, end, form, path } = region;
    if (!Number.isInteger(start) || !Number.isInteger(end)) throw misplaced('a region');
    const label = this.#joined(region, around);
    const parts: Region[] = [];
    let at = start;
    for (const part of region.parts) {
      if (part.start < at || part.end < part.start || part.end > end) throw misplaced('a region');
      if (!mayHold[form].includes(part.form))
        throw misplaced(`a \`${part.form}\` in a \`${form}\``);
      at = part.end;
      parts.push(this.copied(part, label, depth + 1));
    }
    const inside = parts.length === 0 ? noParts : Object.freeze(parts);
    return Object.freeze({ start, end, label, form, path, parts: inside });
  }

  /** Shares what does not change: most labels of a document are above their parent's already. */
  raised(region: Region, around: Label): Region {
    const label = this.#joined(region, around);
    const parts = region.parts.map((part) => this.raised(part, label));
    const isSame = label === region.label && parts.every((part, at) => part === region.parts[at]);
    return isSame ? region : Object.freeze({ ...region, label, parts: Object.freeze(parts) });
  }

  #joined(region: Region, around: Label): Label {
    const known = this.#joins.get(around) ?? new Map<Label, Label>();
    const joined = known.get(region.label);
    if (joined !== undefined) return joined;
    if (!this.#space.owns(region.label)) throw foreignLabel();
    const label = this.#space.join(region.label, around);
    this.#joins.set(around, known.set(region.label, label));
    this.#labels.add(label);
    return label;
  }
}

function misplaced(what: string): SluiceError {
  return new SluiceError('history-invalid', `${what} does not lie where it may`, {
    hint: 'the root spans the text; parts come in order, without overlap, inside their region',
  });
}

function foreignLabel(): SluiceError {
  return new SluiceError('history-invalid', 'a label is not of the label space of this history', {
    hint: 'make every label with the policy’s own `space`',
  });
}
