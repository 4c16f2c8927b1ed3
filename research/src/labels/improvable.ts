import type { LabelQuestion } from './dataset.ts';

/** Whether trusted documents suffice where not all of the context are trusted. */
export function isImprovable({
  documents,
  answerSets,
}: Pick<LabelQuestion, 'documents' | 'answerSets'>): boolean {
  const trusted = documents.filter(({ integrity }) => integrity === 'trusted');
  // Asked of those that are there: what was not retrieved cannot suffice.
  const ids = new Set(trusted.map(({ id }) => id));
  return (
    trusted.length < documents.length && answerSets.some((set) => set.every((id) => ids.has(id)))
  );
}
