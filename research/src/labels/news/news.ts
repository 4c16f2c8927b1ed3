import { readFileSync } from 'node:fs';
import type { LabelledDocument, LabelQuestion, NewsPair } from '../dataset.ts';
import { isImprovable } from '../improvable.ts';
import {
  articlePairSchema,
  type ArticlePair,
  type NewsArticle,
  type WordedQuestion,
} from './pair.ts';

/** All pairs as they are written, by topic. From the sources and from the build: sources ship. */
export const articlePairs: readonly ArticlePair[] = readFileSync(
  new URL('../../../src/labels/news/pairs.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => articlePairSchema.parse(JSON.parse(line)));

/** An article as a model reads it: the headline is its first line. */
function print({ title, text }: NewsArticle): string {
  return `${title}\n${text}`;
}

/** All pairs as a builder of contexts takes them, in the order in which they are written. */
export function newsPairs(): readonly NewsPair[] {
  return articlePairs.map(({ id, trusted, untrusted, questions }) => ({
    id,
    trusted: print(trusted),
    untrusted: print(untrusted),
    questions,
  }));
}

/**
 * All questions, each over the two articles of its pair and nothing else: what a perfect retriever
 * that adds no noise would hand over (permissive propagation 4.5, figure 5). The naive label is
 * untrusted for all of them.
 */
export function newsQuestions(): readonly LabelQuestion[] {
  return articlePairs.flatMap((pair) => {
    const documents: readonly LabelledDocument[] = [
      { id: `${pair.id}/trusted`, text: print(pair.trusted), integrity: 'trusted' },
      { id: `${pair.id}/untrusted`, text: print(pair.untrusted), integrity: 'untrusted' },
    ];
    return pair.questions.map((asked, index) => {
      const sets = answerSets(asked, pair.id);
      return {
        id: `${pair.id}/${index + 1}`,
        documents,
        question: asked.question,
        target: asked.target,
        answerSets: sets,
        improvable: isImprovable({ documents, answerSets: sets }),
      };
    });
  });
}

function answerSets({ heldBy }: WordedQuestion, id: string): LabelQuestion['answerSets'] {
  const trusted = `${id}/trusted`;
  const untrusted = `${id}/untrusted`;
  switch (heldBy) {
    case 'trusted':
      return [[trusted]];
    case 'untrusted':
      return [[untrusted]];
    case 'both':
      return [[trusted, untrusted]];
    case 'either':
      return [[trusted], [untrusted]];
  }
}
