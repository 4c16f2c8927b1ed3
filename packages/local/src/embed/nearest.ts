import type { Embedder, EmbedOptions } from '../port/embedder.ts';
import { dot } from './unit-vector.ts';

/** Texts that were embedded, ready to be searched. */
export type NearestSearch<Item> = (
  query: string,
  options: EmbedOptions,
) => Promise<readonly Item[]>;

/**
 * Search by meaning: all items, those nearest to the query by cosine first, of equally near ones
 * the one given first. Each item is embedded once. Throws what `embed` throws.
 */
export async function nearestSearch<Item extends { readonly text: string }>(
  items: readonly Item[],
  embedder: Embedder,
  options: EmbedOptions,
): Promise<NearestSearch<Item>> {
  const placed: { readonly item: Item; readonly vector: Float32Array }[] = [];
  for (const item of items) placed.push({ item, vector: await embedder.embed(item.text, options) });
  return async (query, { signal }) => {
    const wanted = await embedder.embed(query, { signal });
    const scored = placed.map(({ item, vector }) => ({ item, cosine: dot(vector, wanted) }));
    return scored.toSorted((a, b) => b.cosine - a.cosine).map(({ item }) => item);
  };
}
