import { postCheckOf, type PostCheck } from '@sluice/core';
import { skeleton } from 'sluice/parts';
import { argumentsOf } from '../../reader/arguments.ts';
import { BoundedCache } from '../../reader/bounded-cache.ts';
import { allTexts } from '../trace/texts.ts';
import { textOfOutput, type Output } from '../trace/violation.ts';

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
 * output in whose text, names or arguments something forbidden stands. It is `postCheck` of the
 * product. Nothing here asks a model.
 */
export function validate(output: Output, { names, tools }: Forbidden): Verdict {
  if (output.calls.some(({ tool }) => !tools.includes(tool))) {
    return { kind: 'stopped', because: 'tool' };
  }
  const said = [textOfOutput(output), ...output.calls.flatMap(textsIn)].join('\n');
  return isSpeltIn(said, names) ? { kind: 'stopped', because: 'name' } : { kind: 'passes' };
}

/** The same views are looked through for each coordinate, and again by each grader. */
const found = new BoundedCache<boolean>({ charactersMax: 50_000_000 });

const gates = new BoundedCache<PostCheck>({ charactersMax: 1_000_000 });

/** True if one of the names stands in a text, in any spelling that the product's gate knows. */
export function isSpeltIn(text: string, names: readonly string[]): boolean {
  const key = JSON.stringify(names);
  const gate = gates.of(key, () => {
    return postCheckOf([{ name: 'target', values: names, pattern: undefined }], { skeleton });
  });
  return found.of(`${key} ${text}`, () => gate.finds(text) !== undefined);
}

/** Texts in arguments as they read: in JSON, an escape stands between two letters as a letter. */
function textsIn({ args }: Output['calls'][number]): readonly string[] {
  const value = argumentsOf(args);
  return value === undefined ? [] : allTexts(value);
}
