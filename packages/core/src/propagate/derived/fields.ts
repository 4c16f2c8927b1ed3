import type { DraftValue } from '../draft-values.ts';
import { fold, phraseIn } from '../fold.ts';
import { Candidates, type Sources } from '../sources.ts';
import type { Around } from './around.ts';
import { contentWords } from './content-words.ts';
import type { Effort } from './effort.ts';

/**
 * Takes the fields that stand as a whole inside a longer value, and not in what is shown anyway:
 * the name of a friend in a note. Numbers are none, for they stand anywhere. Of several places of
 * one field the least restrictive counts. `false`: it would be too much to compare.
 */
export function takeFields(
  sources: Sources,
  { value, text }: { readonly value: DraftValue; readonly text: string },
  { around, effort }: { readonly around: Around; readonly effort: Effort },
): boolean {
  const own = phraseIn(fold(text));
  const found = new Map<string, Candidates>();
  for (const region of around.guarded) {
    const { phrase } = region.index;
    if (phrase === own || !own.includes(phrase) || contentWords(phrase).size === 0) continue;
    const candidates = found.get(phrase) ?? new Candidates();
    candidates.add({ region, how: 'field', isWeak: false });
    found.set(phrase, candidates);
  }
  const shown = around.free.reduce((sum, { index }) => sum + index.phrase.length, 0);
  if (!effort.spend(found.size * shown)) return false;
  for (const [phrase, candidates] of found) {
    const isShown = around.free.some(({ index }) => index.phrase.includes(phrase));
    if (!isShown) sources.takeLeast(value, candidates);
  }
  return true;
}
