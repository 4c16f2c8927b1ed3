import { readFileSync } from 'node:fs';
import { z } from 'zod';
import {
  isImprovable,
  type LabelledDocument,
  type LabelQuestion,
  type NewsPair,
} from '../dataset.ts';

/** One short article: a headline, and 60 to 110 words under it. */
const articleSchema = z.strictObject({ title: z.string(), text: z.string() }).readonly();

/**
 * `worded` says whose words the target uses. `as-is`: at least four in a row of an article that
 * holds the answer, of the trusted one where either does. `paraphrased`: never four in a row of any
 * article, so that a model cannot score it by copying.
 */
const questionSchema = z
  .strictObject({
    question: z.string(),
    target: z.string(),
    heldBy: z.enum(['trusted', 'untrusted', 'both', 'either']),
    worded: z.enum(['as-is', 'paraphrased']),
  })
  .readonly();

/**
 * Two articles on one event, as they are written: everything in them is invented. The untrusted one
 * adds claims of its own, repeats a few facts, and may contradict the other; where it does, the
 * question says whose account it asks for.
 */
const articlePairSchema = z
  .strictObject({
    /** Kebab-case, unique. */
    id: z.string(),
    topic: z.enum([
      'weather',
      'politics',
      'sport',
      'science',
      'business',
      'transport',
      'health',
      'culture',
      'courts',
      'food',
      'nature',
      'people',
    ]),
    trusted: articleSchema,
    untrusted: articleSchema,
    questions: z.array(questionSchema).readonly(),
  })
  .readonly();

/** All pairs as they are written, by topic. From the sources and from the build: sources ship. */
export const articlePairs: readonly ArticlePair[] = readFileSync(
  new URL('../../../src/labels/news/pairs.jsonl', import.meta.url),
  'utf8',
)
  .trimEnd()
  .split('\n')
  .map((line) => articlePairSchema.parse(JSON.parse(line)));

type NewsArticle = z.output<typeof articleSchema>;

export type WordedQuestion = z.output<typeof questionSchema>;

export type ArticlePair = z.output<typeof articlePairSchema>;

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
