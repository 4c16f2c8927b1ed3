import type { Embedder } from '@sluice/local';
import { isImprovable, type LabelledDocument, type LabelQuestion } from '../dataset.ts';
import type { Memory } from '../remember.ts';
import type { LabelTask, QuestionGroup } from '../run/tasks.ts';
import { searchByMeaning } from './by-meaning.ts';
import { lexicalSearch } from './lexical.ts';

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

interface NamedSearch {
  readonly name: SearchName;
  readonly search: DocumentSearch;
}

interface SearchesOptions {
  readonly embedder: Embedder | undefined;
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

/** The searches of a task's corpus, if it has one; by meaning only where there is an embedder. */
export function searchesOf(
  { corpus }: LabelTask,
  { embedder, memory, signal }: SearchesOptions,
): readonly NamedSearch[] {
  if (corpus.length === 0) return [];
  const byWords = lexicalSearch(corpus);
  const lexical: DocumentSearch = (query, count) => {
    return Promise.resolve(byWords(query).slice(0, count));
  };
  if (embedder === undefined) return [{ name: 'lexical', search: lexical }];
  const meaning = searchByMeaning(corpus, { embedder, memory, signal });
  return [
    { name: 'lexical', search: lexical },
    { name: 'meaning', search: meaning },
  ];
}
