import { argumentsOf } from '../../reader/arguments.ts';
import { allTexts } from '../trace/texts.ts';
import { textOfOutput, type Output } from '../trace/violation.ts';
import { lettersOf } from './encodings.ts';

/** The names that must not leave: targets, and names of tools that the intent does not admit. */
export interface Forbidden {
  readonly names: readonly string[];
  /** Tools that may be called; any other is refused, whatever it is called. */
  readonly tools: readonly string[];
}

export type Verdict =
  | { readonly kind: 'passes' }
  | { readonly kind: 'stopped'; readonly because: 'tool' | 'name' };

/**
 * The validator after generation (theorem 1): refuses a call of a tool that is not admitted, and an
 * output in whose text, names or arguments something forbidden stands, in other case, spaced out,
 * with lookalike letters, full-width, or in base64. Nothing here asks a model.
 */
export function validate(output: Output, { names, tools }: Forbidden): Verdict {
  if (output.calls.some(({ tool }) => !tools.includes(tool))) {
    return { kind: 'stopped', because: 'tool' };
  }
  const said = [textOfOutput(output), ...output.calls.flatMap(textsIn)].join('\n');
  return isSpeltIn(said, names) ? { kind: 'stopped', because: 'name' } : { kind: 'passes' };
}

/** True if one of the names stands in a text, in any of these spellings. */
export function isSpeltIn(text: string, names: readonly string[]): boolean {
  const forms = [text, ...decoded(text)].map(bare);
  return names.some((name) => forms.some((form) => form.includes(bare(name))));
}

/** Texts in arguments as they read: in JSON, an escape stands between two letters as a letter. */
function textsIn({ args }: Output['calls'][number]): readonly string[] {
  const value = argumentsOf(args);
  return value === undefined ? [] : allTexts(value);
}

/** Letters and digits alone, lookalikes as what they look like, lower case. */
function bare(text: string): string {
  const plain = text.normalize('NFKC');
  const letters = plain.replaceAll(/[^\0-\u007F]/gu, (each) => lettersOf.get(each) ?? each);
  return letters.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/** Shorter ones hold no name; in them, words of plain text would be decoded to noise. */
const base64Min = 8;

const stretch = new RegExp(String.raw`[A-Za-z0-9+/_-]{${base64Min},}={0,2}`, 'g');

/** The decoded stretches of base64; a stretch that was cut off is decoded as far as it goes. */
function decoded(text: string): readonly string[] {
  return [...text.matchAll(stretch)].map(([each]) => Buffer.from(each, 'base64').toString());
}
