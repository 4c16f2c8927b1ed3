import { setsOf } from './agent/conversation.ts';
import {
  isImprovable,
  type LabelledDocument,
  type LabelQuestion,
  type NewsPair,
  type NewsQuestion,
} from './dataset.ts';
import { drawOf } from '../draw.ts';
import { newsPairs } from './news/news.ts';
import type { QuestionGroup } from './run/tasks.ts';

/**
 * The news data set under a perfect retriever (permissive propagation 5.2): the pair that a
 * question is about, and one trusted and one untrusted article on something else. The questions of
 * a pair share one context; pairs of both halves take turns.
 */
export function newsGroups(seed: number): readonly QuestionGroup[] {
  const draw = drawOf(seed);
  const pairs = draw.shuffled(newsPairs());
  return pairs.map((pair, at) => {
    const others = draw.shuffled(pairs.filter((other) => other !== pair));
    const documents = [
      ...articlesOf(pair),
      ...others.slice(0, 1).flatMap((other) => articlesOf(other).slice(0, 1)),
      ...others.slice(1, 2).flatMap((other) => articlesOf(other).slice(1)),
    ];
    const questions = pair.questions.map((question, number) => {
      return newsQuestion(question, { id: `${pair.id}/${number}`, pair, documents });
    });
    return { questions, half: at % 2 === 0 ? 0 : 1 };
  });
}

/** All articles: what a search for a question may find. */
export function newsArticles(): readonly LabelledDocument[] {
  return newsPairs().flatMap(articlesOf);
}

/** The trusted article, then the untrusted one. */
function articlesOf({ id, trusted, untrusted }: NewsPair): readonly LabelledDocument[] {
  return [
    { id: `${id}/trusted`, text: trusted, integrity: 'trusted' },
    { id: `${id}/untrusted`, text: untrusted, integrity: 'untrusted' },
  ];
}

interface NewsContext {
  readonly id: string;
  readonly pair: NewsPair;
  readonly documents: readonly LabelledDocument[];
}

/** A question of a pair over whatever was retrieved for it. */
function newsQuestion(
  { question, target, heldBy }: NewsQuestion,
  { id, pair, documents }: NewsContext,
): LabelQuestion {
  const answerSets = setsOf(heldBy).map((names) => names.map((name) => `${pair.id}/${name}`));
  const improvable = isImprovable({ documents, answerSets });
  return { id, documents, question, target, answerSets, improvable };
}
