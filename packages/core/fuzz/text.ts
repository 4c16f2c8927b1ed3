import type { Region as EngineRegion } from '../src/history/content.ts';
import type { Label, LabelSpace } from '../src/label/label.ts';
import type { Mask } from './lattices.ts';
import type { Rng } from './rng.ts';

/**
 * Labelled texts that say their own labels, so that a policy can be a pure function of a text:
 * `{Bq...}` is a region with the second label of the pool, quoted where it is hidden.
 */
export interface Leaf {
  /** Index into the pool. */
  readonly label: number;
  readonly quoted: boolean;
  readonly body: readonly (string | Leaf)[];
}

/** A character that stands in every region above the observer, and in whatever was read from it. */
export const secretMark = '\u00a7';

export function print({ label, quoted, body }: Leaf): string {
  const inner = body.map((piece) => (typeof piece === 'string' ? piece : print(piece))).join('');
  return `{${String.fromCodePoint(65 + label)}${quoted ? 'q' : 't'}${inner}}`;
}

interface Parsed {
  readonly start: number;
  readonly end: number;
  readonly label: number;
  readonly quoted: boolean;
  readonly parts: readonly Parsed[];
}

/** Reads what `print` wrote, once or several times in a row; `undefined` for any other text. */
function parse(text: string, pool: number): readonly Parsed[] | undefined {
  let at = 0;
  const region = (): Parsed | undefined => {
    const start = at;
    const label = text.codePointAt(at + 1) ?? 0;
    const kind = text[at + 2];
    if (text[at] !== '{' || label < 65 || label >= 65 + pool || !/[qt]/.test(kind ?? '')) {
      return undefined;
    }
    const parts: Parsed[] = [];
    for (at += 3; at < text.length && text[at] !== '}';) {
      const part = text[at] === '{' ? region() : undefined;
      if (part !== undefined) parts.push(part);
      else if (text[at] === '{') return undefined;
      else at += 1;
    }
    if (at >= text.length) return undefined;
    at += 1;
    return { start, end: at, label: label - 65, quoted: kind === 'q', parts };
  };
  const roots: Parsed[] = [];
  do {
    const root = region();
    if (root === undefined) return undefined;
    roots.push(root);
  } while (at < text.length);
  return roots;
}

/**
 * The regions of a text as the engine takes them; one region at the top where unreadable. The parts
 * of a turn, read as one text, stand side by side.
 */
export function engineRegion(
  text: string,
  pool: readonly Label[],
  { top, bottom }: Pick<LabelSpace, 'top' | 'bottom'>,
): EngineRegion {
  const roots = parse(text, pool.length);
  const whole = { start: 0, end: text.length, form: 'text', path: '$' } as const;
  if (roots === undefined) return { ...whole, label: top, parts: [] };
  const [root, ...more] = roots;
  const isAlone = more.length === 0;
  const convert = ({ start, end, label, quoted, parts }: Parsed): EngineRegion => {
    const form = !quoted || !isAlone ? 'text' : parts.length === 0 ? 'scalar' : 'container';
    return { ...whole, start, end, label: pool[label] ?? top, form, parts: parts.map(convert) };
  };
  if (root !== undefined && isAlone) return convert(root);
  return { ...whole, label: bottom, parts: roots.map(convert) };
}

export interface Growth {
  readonly pool: readonly Mask[];
  readonly observer: Mask;
  /** Choices that both runs share, and those of this run alone. */
  readonly shared: Rng;
  readonly secret: Rng;
  /** Above the observer all labels inside are those around: two runs join them to one label. */
  readonly isPlain: boolean;
}

/** A random labelled text. Above the observer everything is this run's own, structure included. */
export function grow(growth: Growth, label: number): Leaf {
  return branch(growth, { label, around: 0, depth: 2, quoted: growth.shared.chance(30) });
}

interface Place {
  readonly label: number;
  readonly around: Mask;
  readonly depth: number;
  /** A document holds values, running text holds text. */
  readonly quoted: boolean;
}

function branch(growth: Growth, { label, around, depth, quoted }: Place): Leaf {
  const { pool, observer, shared } = growth;
  const own = around | (pool[label] ?? 0);
  const isHigh = (own & ~observer) !== 0;
  const rng = isHigh ? growth.secret : shared;
  const word = (): string => (isHigh ? secretWord(rng) : rng.word());
  const body: (string | Leaf)[] = [word()];
  const parts = depth === 0 ? 0 : rng.below(3);
  for (let part = 0; part < parts; part += 1) {
    const inner = isHigh ? { ...growth, shared: rng } : growth;
    const inside = isHigh && growth.isPlain ? label : rng.below(pool.length);
    const place = { label: inside, around: own, depth: depth - 1, quoted };
    body.push(branch(inner, place));
    if (rng.chance(60)) body.push(word());
  }
  return { label, quoted, body };
}

/** A word with the mark, and at times a value that calls below the observer hold too. */
export function secretWord(rng: Rng): string {
  return `${secretMark}${rng.word()}${rng.chance(40) ? ` v${rng.below(3)} ` : ''}`;
}
