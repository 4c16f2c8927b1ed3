/** A text that can be found. */
export interface Findable {
  readonly id: string;
  readonly text: string;
}

/** How the score of a word flattens with its count, and how much long texts are held back. */
const settings = { k1: 1.2, b: 0.75 } as const;

/**
 * Search by words with the BM25 score (Robertson and Zaragoza 2009), best first; of equally good
 * documents the one given first. By hand: the packages that have it bring an index, a stemmer and
 * a query language for what are some hundred short texts.
 */
export function lexicalSearch<Item extends Findable>(
  items: readonly Item[],
): (query: string) => readonly Item[] {
  const texts = items.map(({ text }) => wordsOf(text));
  const average = texts.reduce((sum, words) => sum + words.length, 0) / texts.length;
  const counts = texts.map((words) => Map.groupBy(words, (word) => word));
  const rarity = (word: string): number => {
    const having = counts.filter((count) => count.has(word)).length;
    return Math.log(1 + (items.length - having + 0.5) / (having + 0.5));
  };
  return (query) => {
    const wanted = [...new Set(wordsOf(query))].map((word) => ({ word, weight: rarity(word) }));
    const scored = items.map((item, at) => {
      const length = settings.k1 * (1 - settings.b + settings.b * ratioAt(texts, at, average));
      let score = 0;
      for (const { word, weight } of wanted) {
        const count = counts[at]?.get(word)?.length ?? 0;
        score += (weight * count * (settings.k1 + 1)) / (count + length);
      }
      return { item, score };
    });
    return scored.toSorted((a, b) => b.score - a.score).map(({ item }) => item);
  };
}

function ratioAt(texts: readonly (readonly string[])[], at: number, average: number): number {
  return (texts[at]?.length ?? 0) / average;
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
}
