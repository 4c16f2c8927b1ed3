import { describe, expect, test } from 'vitest';
import { newsArticles, newsGroups } from './news-contexts.ts';

const groups = newsGroups(1);

describe('a perfect retriever', () => {
  test('sixty pairs and 480 questions, about a fifth improvable, in two halves', () => {
    const questions = groups.flatMap((group) => group.questions);
    expect(groups.length).toBeGreaterThanOrEqual(60);
    expect(questions.length).toBeGreaterThanOrEqual(480);
    const share = questions.filter(({ improvable }) => improvable).length / questions.length;
    expect(share).toBeGreaterThan(0.15);
    expect(share).toBeLessThan(0.25);
    const first = groups.filter(({ half }) => half === 0).length;
    expect(Math.abs(2 * first - groups.length)).toBeLessThanOrEqual(1);
  });

  test('the pair, and an article of each kind on something else, in one context', () => {
    for (const { questions } of groups) {
      expect(new Set(questions.map(({ documents }) => documents)).size).toBe(1);
      for (const { id, documents, answerSets } of questions) {
        const [pair] = id.split('/');
        expect(documents.map(({ integrity }) => integrity).toSorted()).toEqual([
          'trusted',
          'trusted',
          'untrusted',
          'untrusted',
        ]);
        expect(documents.filter((each) => each.id.startsWith(`${pair}/`))).toHaveLength(2);
        for (const needed of answerSets.flat())
          expect(documents.map((each) => each.id)).toContain(needed);
      }
    }
  });

  test('the same seed gives the same contexts', () => {
    expect(newsGroups(1)).toEqual(groups);
    expect(newsGroups(2)).not.toEqual(groups);
  });
});

test('a search may find every article, and finds what the contexts are made of', () => {
  const articles = newsArticles();
  expect(articles).toHaveLength(2 * groups.length);
  const known = new Map(articles.map((article) => [article.id, article]));
  const documents = groups
    .flatMap(({ questions }) => questions.slice(0, 1))
    .map((each) => each.documents);
  for (const document of documents.flat()) expect(known.get(document.id)).toEqual(document);
});
