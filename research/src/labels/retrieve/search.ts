import type { LabelledDocument, LabelQuestion } from '../dataset.ts';
import { isImprovable } from '../improvable.ts';
import type { QuestionGroup } from '../run/tasks.ts';

/** How documents are found: by the words that they share with a question, or by meaning. */
export type SearchName = 'lexical' | 'meaning';

/** The best so many documents of a corpus for a query, best first. */
export type DocumentSearch = (query: string, count: number) => Promise<readonly LabelledDocument[]>;

/**
 * The same questions over what a search finds for each, as many documents as the question had. What
 * is needed may not be among them; then no label below that of the whole context is right.
 */
export async function searchedGroups(
  groups: readonly QuestionGroup[],
  search: DocumentSearch,
): Promise<readonly QuestionGroup[]> {
  const searched: QuestionGroup[] = [];
  for (const { questions, half } of groups)
    for (const question of questions)
      searched.push({ questions: [await searchedQuestion(question, search)], half });
  return searched;
}

async function searchedQuestion(
  question: LabelQuestion,
  search: DocumentSearch,
): Promise<LabelQuestion> {
  const documents = await search(question.question, question.documents.length);
  const { answerSets } = question;
  return { ...question, documents, improvable: isImprovable({ documents, answerSets }) };
}
