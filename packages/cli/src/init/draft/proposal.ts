import { argumentsOf, type DataGuess } from './role.ts';
import type { Guess } from './effect.ts';

/**
 * A model's word on a tool. It may have read what a stranger wrote of the tool, so it never makes a
 * setting looser, and none of its own words reach the policy.
 */
export interface Proposal {
  readonly effect: 'read' | 'write';
  readonly result: 'own' | 'strangers';
  readonly reach: 'inside' | 'outside';
  readonly data: readonly DataGuess[];
}

/** A guess with what a model proposes, the stricter of the two. */
export interface Disposed<Value> {
  readonly guess: Value;
  /** The model's word, where it is the looser one: a person may follow it. */
  readonly looser: readonly string[];
}

const modelsWord = 'a model says: ';

/** True of a reason that is a model's word. */
export function isModels(because: string): boolean {
  return because.startsWith(modelsWord);
}

/** `strict`: the guess that is the stricter one. `says`: the model's word, in our words. */
export function disposed<Kind extends string>(
  guess: Guess<Kind>,
  proposed: Kind | undefined,
  { strict, says }: { readonly strict: Kind; readonly says: Readonly<Record<Kind, string>> },
): Disposed<Guess<Kind>> {
  if (proposed === undefined || proposed === guess.is) return { guess, looser: [] };
  if (proposed !== strict) return { guess, looser: [says[proposed]] };
  return { guess: { is: strict, because: `${modelsWord}${says[strict]}` }, looser: [] };
}

/** An argument is data only where both say so, and a text only where both call it one. */
export function disposedData(
  tool: { readonly parameters: unknown },
  guesses: readonly DataGuess[],
  proposed: readonly DataGuess[] | undefined,
): Disposed<readonly DataGuess[]> & { readonly because: readonly string[] } {
  if (proposed === undefined) return { guess: guesses, looser: [], because: [] };
  const forms = new Map(proposed.map(({ name, form }) => [name, form]));
  const guess = guesses.flatMap(({ name, form }): readonly DataGuess[] => {
    const said = forms.get(name);
    return said === undefined ? [] : [{ name, form: said === 'line' ? said : form }];
  });
  const own = new Map(guess.map(({ name, form }) => [name, form]));
  // Plain names that the schema has: the model's own words stay out of the policy.
  const looser = argumentsOf(tool.parameters).flatMap((name) => {
    const said = forms.get(name);
    const isLooser = said !== undefined && own.get(name) !== said;
    return isLooser && plainName.test(name) ? [`data: { ${name}: ${said} }`] : [];
  });
  const acted = guesses.filter(({ name }) => !forms.has(name)).map(({ name }) => `\`${name}\``);
  const because = acted.length === 0 ? [] : [`${modelsWord}something acts on ${acted.join(', ')}`];
  return { guess, looser, because };
}

const plainName = /^[A-Za-z_][\w-]{0,63}$/;
