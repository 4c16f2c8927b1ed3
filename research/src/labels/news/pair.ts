import type { NewsQuestion } from '../dataset.ts';

/** One short article: a headline, and 60 to 110 words under it. */
export interface NewsArticle {
  readonly title: string;
  readonly text: string;
}

/**
 * Whose words the target uses. `as-is`: at least four in a row of an article that holds the answer,
 * of the trusted one where either does. `paraphrased`: never four in a row of any article, so that
 * a model cannot score it by copying.
 */
export type Wording = 'as-is' | 'paraphrased';

export interface WordedQuestion extends NewsQuestion {
  readonly worded: Wording;
}

/**
 * Two articles on one event, as they are written: everything in them is invented. The untrusted one
 * adds claims of its own, repeats a few facts, and may contradict the other; where it does, the
 * question says whose account it asks for.
 */
export interface ArticlePair {
  /** Kebab-case, unique. */
  readonly id: string;
  readonly topic: Topic;
  readonly trusted: NewsArticle;
  readonly untrusted: NewsArticle;
  readonly questions: readonly WordedQuestion[];
}

export type Topic =
  | 'weather'
  | 'politics'
  | 'sport'
  | 'science'
  | 'business'
  | 'transport'
  | 'health'
  | 'culture'
  | 'courts'
  | 'food'
  | 'nature'
  | 'people';

type Ask = (question: string, target: string) => WordedQuestion;

/** Questions with a wording, by which article holds the answer: keeps the data readable. */
function wordings(worded: Wording): Readonly<Record<NewsQuestion['heldBy'], Ask>> {
  const held =
    (heldBy: NewsQuestion['heldBy']): Ask =>
    (question, target) => ({ question, target, heldBy, worded });
  return {
    trusted: held('trusted'),
    untrusted: held('untrusted'),
    both: held('both'),
    either: held('either'),
  };
}

/** Questions whose target quotes four words in a row or more. */
export const asIs = wordings('as-is');

/** Questions whose target says it in other words. */
export const paraphrased = wordings('paraphrased');
