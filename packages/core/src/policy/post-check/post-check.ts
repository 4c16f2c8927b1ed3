import { limits } from '../../limits.ts';
import { PatternBudget } from '../pattern/pattern-budget.ts';
import type { Pattern } from '../pattern/regex.ts';
import { layersOf } from './layers.ts';
import { bareForm, rot13, seenForm, withoutDigits, type Skeleton } from './spelling.ts';

/** One thing that must not leave, as the policy names it. */
export interface Forbidden {
  /** Shown in decisions. */
  readonly name: string;
  readonly values: readonly string[];
  readonly pattern: Pattern | undefined;
}

/**
 * The validator: looks for what must not leave in a text that is about to. Defence in depth and no
 * guarantee: it knows the spellings that somebody has thought of.
 */
export interface PostCheck {
  /** The name of the first entry that is in the text, or that could not be looked for. */
  readonly finds: (text: string) => string | undefined;
}

/** The time is that of the text, times the entries. */
export function postCheckOf(
  forbidden: readonly Forbidden[],
  { skeleton }: { readonly skeleton: Skeleton },
): PostCheck {
  const wanted = forbidden.map(({ name, values, pattern }) => {
    const both = values.flatMap((value) => [value, Array.from(value).toReversed().join('')]);
    const bare = both.map((value) => bareForm(value, skeleton));
    return { name, bare, loose: bare.map(withoutDigits), pattern };
  });
  return {
    finds: (text) => {
      const layers = layersOf(text);
      if (layers === undefined) return forbidden[0]?.name;
      const bare = layers.flatMap((each) => {
        return [bareForm(each, skeleton), bareForm(rot13(each), skeleton)];
      });
      const loose = bare.map(withoutDigits);
      const budget = new PatternBudget();
      return wanted.find((each) => {
        const isSaid = isIn(bare, each.bare) || isIn(loose, each.loose);
        return isSaid || (each.pattern !== undefined && holds(each.pattern, layers, budget));
      })?.name;
    },
  };
}

function isIn(forms: readonly string[], names: readonly string[]): boolean {
  return names.some((name) => forms.some((form) => form.includes(name)));
}

/** A pattern that cannot be looked for, in a text that is too long, may be there. */
function holds(pattern: Pattern, layers: readonly string[], budget: PatternBudget): boolean {
  return layers.some((layer) => pattern.findAll(seenForm(layer), budget)?.length !== 0);
}

/** The letters and digits of a value that are looked for; too few stand in any text by chance. */
export function isLongEnough(value: string, skeleton: Skeleton): boolean {
  return bareForm(value, skeleton).length >= limits.postCheckValueCharactersMin;
}
