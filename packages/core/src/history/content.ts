import { SluiceError } from '../errors.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import { limits } from '../limits.ts';

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

let open: (content: Content) => string;

const regions: Omit<Outline<Region, undefined>, 'root'> = {
  partsOf: ({ parts }) => parts,
  overOf: () => undefined,
  labelOf: ({ label }) => label,
};

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

/** A region without its label and what is inside. */
type Extent = Omit<Region, 'label' | 'parts'>;

/** Pieces of a text, one inside the other, and a label for each: regions are made of them. */
export interface Outline<Piece extends Extent, Over> {
  readonly root: Piece;
  readonly partsOf: (piece: Piece) => readonly Piece[];
  /** The basis of its label, from that of the piece around it and its place in there. */
  readonly overOf: (piece: Piece, outer: Over | undefined, place: number) => Over;
  readonly labelOf: (piece: Piece, over: Over) => Label;
  /** The key before a piece, where it may have another label than what is around it. */
  readonly keyOf?: (piece: Piece, over: Over, outer: Over) => Key | undefined;
}

/** The key of a mapping's member. */
interface Key {
  readonly start: number;
  readonly end: number;
  readonly label: Label;
}

/** The label around a region, and its joins with the labels of what lies inside. */
interface Joins {
  readonly around: Label;
  readonly known: Map<Label, Label>;
}

const noParts: readonly Region[] = Object.freeze([]);

/** Makes the regions of one content, and joins their labels. */
class Cover {
  readonly #space: LabelSpace;
  /** Documents have few labels, so few joins are made. */
  readonly #joins = new Map<Label, Joins>();
  readonly #labels = new Set<Label>();

  constructor(space: LabelSpace) {
    this.#space = space;
  }

  /** The join of the labels of all regions made. */
  get label(): Label {
    return joinAll(this.#space, this.#labels);
  }

  /** Regions that are frozen, so that nobody can move one or lower its label afterwards. */
  made<Piece extends Extent, Over>(outline: Outline<Piece, Over>): Region {
    let depth = 0;
    const make = (piece: Piece, over: Over, joins: Joins | undefined): Region => {
      const { start, end, form, path } = piece;
      if (!Number.isInteger(start) || !Number.isInteger(end)) throw misplaced('a region');
      const own = outline.labelOf(piece, over);
      const label = this.#joined(own, joins ?? this.#joinsWith(own));
      const pieces = outline.partsOf(piece);
      if (pieces.length === 0) {
        return Object.freeze({ start, end, label, form, path, parts: noParts });
      }
      depth += 1;
      if (depth > limits.structuredDepthMax) throw misplaced('a region nested too deeply');
      const inside = this.#joinsWith(label);
      const parts: Region[] = [];
      let place = 0;
      for (const part of pieces) {
        const inner = outline.overOf(part, over, place);
        const key = outline.keyOf?.(part, inner, over);
        if (key !== undefined) parts.push(this.#keyRegion(key, part.path, inside));
        parts.push(make(part, inner, inside));
        place += 1;
      }
      depth -= 1;
      const region = { start, end, label, form, path, parts: Object.freeze(parts) };
      checkParts(region);
      return Object.freeze(region);
    };
    const { root } = outline;
    return make(root, outline.overOf(root, undefined, 0), undefined);
  }

  #keyRegion({ start, end, label: own }: Key, path: string, inside: Joins): Region {
    const label = this.#joined(own, inside);
    return Object.freeze({ start, end, label, form: 'key', path: `${path}~`, parts: noParts });
  }

  /** Shares what does not change: most labels of a document are above their parent's already. */
  raised(region: Region, around: Label): Region {
    const label = this.#joined(region.label, this.#joinsWith(around));
    const parts = region.parts.map((part) => this.raised(part, label));
    const isSame = label === region.label && parts.every((part, at) => part === region.parts[at]);
    return isSame ? region : Object.freeze({ ...region, label, parts: Object.freeze(parts) });
  }

  #joinsWith(around: Label): Joins {
    const found = this.#joins.get(around);
    if (found !== undefined) return found;
    const joins = { around, known: new Map<Label, Label>() };
    this.#joins.set(around, joins);
    return joins;
  }

  #joined(own: Label, { around, known }: Joins): Label {
    const joined = known.get(own);
    if (joined !== undefined) return joined;
    if (!this.#space.owns(own)) throw foreignLabel();
    const label = this.#space.join(own, around);
    known.set(own, label);
    this.#labels.add(label);
    return label;
  }
}

/** Parts come in order, without overlap, inside their region, and of a form that it may hold. */
function checkParts({ start, end, form, parts }: Region): void {
  let at = start;
  for (const part of parts) {
    if (part.start < at || part.end < part.start || part.end > end) throw misplaced('a region');
    const isHeld =
      form !== 'scalar' && form !== 'key' && (form === 'text') === (part.form === 'text');
    if (!isHeld) throw misplaced(`a \`${part.form}\` in a \`${form}\``);
    at = part.end;
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
