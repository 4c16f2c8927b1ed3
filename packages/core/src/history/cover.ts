import { SluiceError } from '../errors.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import { limits } from '../limits.ts';
import type { Region } from './content.ts';

/** A region without its label and what is inside. */
export type Extent = Omit<Region, 'label' | 'parts'>;

/** What regions are made of: pieces of a text, one inside the other, and a label for each. */
export interface Outline<Piece extends Extent, Over> {
  readonly root: Piece;
  readonly partsOf: (piece: Piece) => readonly Piece[];
  /** What its label follows from: from what is over the piece around, and its place in there. */
  readonly overOf: (piece: Piece, outer: Over | undefined, place: number) => Over;
  readonly labelOf: (piece: Piece, over: Over) => Label;
  /** The key before a piece, where it may have another label than what is around it. */
  readonly keyOf?: (piece: Piece, over: Over, outer: Over) => Key | undefined;
}

/** The key of a mapping's member. */
export interface Key {
  readonly start: number;
  readonly end: number;
  readonly label: Label;
}

const noParts: readonly Region[] = Object.freeze([]);

/** The label around a region, and its joins with the labels of what lies inside. */
interface Joins {
  readonly around: Label;
  readonly known: Map<Label, Label>;
}

/** Makes the regions of one content, and joins their labels. */
export class Cover {
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

export function misplaced(what: string): SluiceError {
  return new SluiceError('history-invalid', `${what} does not lie where it may`, {
    hint: 'the root spans the text; parts come in order, without overlap, inside their region',
  });
}

export function foreignLabel(): SluiceError {
  return new SluiceError('history-invalid', 'a label is not of the label space of this history', {
    hint: 'make every label with the policy’s own `space`',
  });
}
