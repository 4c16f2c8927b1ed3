import { z } from 'zod';

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
export const articlePairSchema = z
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

export type NewsArticle = z.output<typeof articleSchema>;
export type WordedQuestion = z.output<typeof questionSchema>;
export type ArticlePair = z.output<typeof articlePairSchema>;
