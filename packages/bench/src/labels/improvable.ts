import type { LabelQuestion } from './dataset.ts';

/** Whether trusted documents suffice where not all of the context are trusted. */
export function isImprovable({
  documents,
  answerSets,
}: Pick<LabelQuestion, 'documents' | 'answerSets'>): boolean {
  const untrusted = documents.filter(({ integrity }) => integrity === 'untrusted');
  const ids = new Set(untrusted.map(({ id }) => id));
  return ids.size > 0 && answerSets.some((set) => set.every((id) => !ids.has(id)));
}
