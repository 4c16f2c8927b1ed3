import { formsOf, lettersAndDigits, placesOf, wordsIn } from './letters.ts';
import { longWordMin, longWords, needlesOf, type Seen } from './seen.ts';
import type { Prompt } from './stated.ts';

/** How much a reader must see before it acts. All are bounds, none is a model of reasoning. */
export type ReaderVariant = 'lax' | 'selecting' | 'strict';

/** The texts that a reader must have seen before it can write a call's arguments, or an answer. */
export interface Evidence {
  readonly values: readonly ValueEvidence[];
  /** Telling words of the prompt that the outputs hold: who chooses from them must see these. */
  readonly selectors: readonly string[];
  /** The words of all the outputs before. */
  readonly words: readonly string[];
}

/** It is enough to see a value whole, or each of its parts. */
interface ValueEvidence {
  readonly whole: string | undefined;
  /** For each part, needles of which one must be seen. */
  readonly parts: readonly (readonly string[])[];
  /** A number that stands nowhere: it was computed from what the outputs hold. */
  readonly derived: boolean;
}

/** The sources of a task: the user's words, and the outputs of the calls before. */
export interface Sources {
  readonly prompt: Prompt;
  readonly outputs: readonly string[];
}

export function evidenceOf(value: unknown, sources: Sources): Evidence {
  const all = sources.outputs.join('\n');
  const letters = lettersAndDigits(all);
  const sought = { ...sources, all, letters };
  return {
    values: leavesOf(value).flatMap((leaf) => evidenceOfLeaf(leaf, sought) ?? []),
    selectors: sources.prompt.words.filter((word) => letters.includes(word)),
    words: [...longWords(all)],
  };
}

/** The share of the words of a whole that must be seen before it counts as seen. */
const shareMin = 0.8;

/** True if the seen texts are enough. Seeing less never makes it so. */
export function suffices(
  { values, selectors, words }: Evidence,
  seen: Seen,
  variant: ReaderVariant,
): boolean {
  const pieced = values.filter(({ whole }) => whole === undefined || !seen.holds(whole));
  const needles = pieced.flatMap(({ parts }) => parts);
  if (!needles.every((any) => any.some((needle) => seen.holds(needle)))) return false;
  const needsAll = variant === 'strict' || pieced.some(({ derived }) => derived);
  if (needsAll && seen.share(words) < shareMin) return false;
  if (variant !== 'selecting') return true;
  const chooses = values.some(({ parts, derived }) => parts.length > 0 || derived);
  return !chooses || seen.share(selectors) >= shareMin;
}

interface Sought extends Sources {
  readonly all: string;
  readonly letters: string;
}

/** `undefined`: the prompt says it. */
function evidenceOfLeaf(leaf: string | number, sought: Sought): ValueEvidence | undefined {
  if (typeof leaf === 'number') return evidenceOfNumber(leaf, sought);
  const { prompt } = sought;
  const letters = lettersAndDigits(leaf);
  if (letters === '' || prompt.states(leaf)) return undefined;
  const words = wordsIn(leaf).filter((word) => !prompt.states(word) && !prompt.statesTime(word));
  const found = words.filter((word) => isIn(sought, word));
  const own = words.filter((word) => !found.includes(word));
  return {
    whole: letters.length >= longWordMin ? letters : undefined,
    parts: found.map((word) => needlesOf(word, sought.outputs)),
    derived: own.some((word) => /^[£$€]?[\d.,:%-]+$/.test(word)),
  };
}

function evidenceOfNumber(
  number: number,
  { prompt, all, outputs }: Sought,
): ValueEvidence | undefined {
  if (prompt.statesNumber(number)) return undefined;
  const forms = formsOf(number).filter((form) => placesOf(form, all).length > 0);
  if (forms.length === 0) return { whole: undefined, parts: [], derived: true };
  const needles = forms.flatMap((form) => needlesOf(form, outputs));
  return { whole: undefined, parts: [needles], derived: false };
}

/** Words that stand in no output are the model's own. */
function isIn({ letters, all }: Sought, word: string): boolean {
  const needle = lettersAndDigits(word);
  return needle.length >= longWordMin ? letters.includes(needle) : placesOf(word, all).length > 0;
}

function leavesOf(value: unknown): readonly (string | number)[] {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(leavesOf);
}
