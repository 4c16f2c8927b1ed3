import { fullLabel, type Embedder } from '@sluice/local';
import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { powersetOfDocuments, product, twoLevel } from '../lattices.ts';
import { retrievalOf } from '../measure/retrieval.ts';
import { newsArticles, newsGroups } from '../news-contexts.ts';
import { contextOf, newsForm } from '../prompt/prompts.ts';
import { Memory } from '../remember.ts';
import { searchByMeaning } from './by-meaning.ts';
import { lexicalSearch } from './lexical.ts';
import { trueLabels } from '../truth.ts';
import { searchedGroups } from './search.ts';

const { signal } = new AbortController();
const groups = newsGroups(1);

describe('questions over what a search found', () => {
  test('have as many documents as before, by words mostly those that are needed', async () => {
    const search = lexicalSearch(newsArticles());
    const searched = await searchedGroups(groups, async (query, count) => {
      return search(query).slice(0, count);
    });
    const questions = searched.flatMap((group) => group.questions);
    expect(questions.map(({ id }) => id)).toEqual(
      groups.flatMap((group) => group.questions.map(({ id }) => id)),
    );
    const { k, recall, whole } = retrievalOf(questions);
    expect(k).toBe(4);
    expect(whole).toBeGreaterThan(0.8);
    expect(recall).toBeGreaterThanOrEqual(whole ?? 1);
  });

  proves('label-bench/search-misses', async () => {
    for (const integrity of ['trusted', 'untrusted'] as const) {
      const some = newsArticles().filter((article) => article.integrity === integrity);
      const searched = await searchedGroups(groups, async (_, count) => some.slice(0, count));
      const missing = searched
        .flatMap(({ questions }) => questions)
        .filter((question) => retrievalOf([question]).whole === 0);
      expect(missing.length).toBeGreaterThan(400);
      for (const question of missing) {
        expect(question.improvable).toBe(false);
        for (const lattice of [twoLevel(), product(), powersetOfDocuments()]) {
          const full = fullLabel(contextOf(newsForm, lattice, question));
          expect(trueLabels(lattice, question)).toEqual([full]);
        }
      }
    }
  });
});

const corpus = ['ant', 'bee', 'cow', 'dog'].map((text) => {
  return { id: text, text, integrity: 'trusted' as const };
});

/** Texts are near to those that share their letters. */
function letters(model = 'letters'): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  const embed: Embedder['embed'] = (text) => {
    asked.push(text);
    const counts = Array.from('abcdeognt', (letter) => text.split(letter).length - 1);
    return Promise.resolve(Float32Array.from(counts, (count) => count / Math.hypot(...counts)));
  };
  return { model, asked, embed };
}

describe('a search by meaning', () => {
  test('finds the nearest, and asks no model for what is remembered', async () => {
    const memory = new Memory();
    const embedder = letters();
    const search = searchByMeaning(corpus, { embedder, memory, signal });
    const found = await search('bees', 2);
    expect(found[0]).toBe(corpus[1]);
    expect(found).toHaveLength(2);
    expect(embedder.asked).toHaveLength(corpus.length + 1);
    const again = letters();
    const remembering = searchByMeaning(corpus, { embedder: again, memory, signal });
    expect(await remembering('bees', 2)).toEqual(found);
    expect(again.asked).toEqual([]);
  });

  test.each([
    ['another model', { model: 'other' }],
    ['another query', { query: 'dogs' }],
    ['another number', { count: 3 }],
    ['other documents', { documents: corpus.map((each) => ({ ...each, text: `${each.text}s` })) }],
  ])('remembers nothing for %s', async (_, change) => {
    const memory = new Memory();
    const base = { model: 'letters', query: 'bees', count: 2, documents: corpus };
    const run = async ({ model, query, count, documents }: typeof base): Promise<number> => {
      const embedder = letters(model);
      await searchByMeaning(documents, { embedder, memory, signal })(query, count);
      return embedder.asked.length;
    };
    expect(await run(base)).toBeGreaterThan(0);
    expect(await run(base)).toBe(0);
    expect(await run({ ...base, ...change })).toBeGreaterThan(0);
  });
});
