import { piecesOf, written } from '@sluice/console/text';

/**
 * Text of strangers, written so that a person sees all of it. The forms are those of JSON, with
 * `\u{...}` for what JSON would leave as it is: no two texts are written alike, and no other text
 * looks like an escape.
 */

/** Characters that a terminal obeys, hides, or shows as a space that is none. */
const hidden = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\u2800]/gu;

/** In quotes, as JSON writes it. */
export function quoted(text: string): string {
  return visible(JSON.stringify(text));
}

/** A name as it is where it is plain, else in quotes. */
export function named(text: string): string {
  return /^[\w.:@/$-]+$/.test(text) ? text : quoted(text);
}

/** A label's own text is safe to print; that it is one is the gateway's word. */
export function labelText(label: string): string {
  const text = quoted(label).slice(1, -1);
  return text === '' ? 'no label' : text;
}

/** JSON text in which nothing is hidden. Line breaks are written out too. */
export function visible(json: string): string {
  return written(piecesOf(json));
}

/** Still JSON, and the same value: for programs, and for whoever looks over their shoulder. */
export function plainJson(value: unknown): string {
  return visibleUnits(JSON.stringify(value));
}

/** The same for JSON text: an escape means what stood in its place. */
export function visibleUnits(json: string): string {
  return json.replaceAll(hidden, (character) => (character === ' ' ? ' ' : unitsOf(character)));
}

function unitsOf(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`;
  }).join('');
}

/** One character that may pass for another, and how often it comes. */
export interface Lookalike {
  readonly character: string;
  readonly codePoint: string;
  readonly times: number;
}

/** Every letter, mark and digit beyond ASCII in a text, the most frequent first. */
export function beyondAscii(text: string): readonly Lookalike[] {
  const found = new Map<string, number>();
  for (const [character] of text.matchAll(/[^\p{ASCII}]/gu)) {
    found.set(character, (found.get(character) ?? 0) + 1);
  }
  return [...found]
    .map(([character, times]) => {
      const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      return { character, codePoint: `U+${hex}`, times };
    })
    .toSorted((a, b) => b.times - a.times);
}

/** True if a screen may show a text in another order than it is stored in. */
export function isTurned(text: string): boolean {
  return rightToLeft.test(text);
}

/** Alphabets that run so, by name, and the blocks that are kept for them. */
const rightToLeft = new RegExp(
  [
    ...['Hebrew', 'Arabic', 'Syriac', 'Thaana', 'Nko', 'Adlam'].map(
      (name) => `\\p{Script=${name}}`,
    ),
    String.raw`[\u0800-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFF]`,
    String.raw`[\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]`,
  ].join('|'),
  'u',
);
