import type { LabelQuestion } from '../dataset.ts';
import { meanOf } from '../../statistics/sums.ts';

/** How much of what questions need a search found, each a share. */
export interface RetrievalMetrics {
  readonly questions: number;
  /** How many documents it found for each question. */
  readonly k: number;
  /** The mean over questions of the share of needed documents found, by the best answer set. */
  readonly recall: number | undefined;
  /** Questions with a whole answer set among the documents found. */
  readonly whole: number | undefined;
}

/** Recall at k of the documents that questions need; the questions hold what was found. */
export function retrievalOf(questions: readonly LabelQuestion[]): RetrievalMetrics {
  return {
    questions: questions.length,
    k: Math.max(0, ...questions.map(({ documents }) => documents.length)),
    recall: meanOf(questions, shareFound),
    whole: meanOf(questions, (question) => Number(shareFound(question) === 1)),
  };
}

/** The greatest share of an answer set that was found. */
function shareFound({ documents, answerSets }: LabelQuestion): number {
  const found = new Set(documents.map(({ id }) => id));
  const shares = answerSets.map((set) => set.filter((id) => found.has(id)).length / set.length);
  return Math.max(0, ...shares);
}
