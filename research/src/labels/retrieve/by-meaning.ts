import { createHash } from 'node:crypto';
import { nearestSearch, type Embedder, type NearestSearch } from '@sluice/local';
import { z } from 'zod';
import type { LabelledDocument } from '../dataset.ts';
import type { Memory } from '../remember.ts';
import type { DocumentSearch } from './search.ts';
import { jsonOf } from '../../json.ts';

export interface MeaningOptions {
  readonly embedder: Embedder;
  /** The memory of earlier results: ids of documents, by a hash. */
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

const idsSchema = z.array(z.string()).readonly();

/** Search by the cosine of embeddings; the embedder is asked for what is not remembered. */
export function searchByMeaning(
  corpus: readonly LabelledDocument[],
  { embedder, memory, signal }: MeaningOptions,
): DocumentSearch {
  const hash = hashOf([embedder.model, ...corpus.flatMap(({ id, text }) => [id, text])]);
  const byId = new Map(corpus.map((document) => [document.id, document]));
  let opened: Promise<NearestSearch<LabelledDocument>> | undefined;
  return async (query, count) => {
    const key = hashOf([hash, 'nearest', String(count), query]);
    const known = rememberedIds(memory.text(key)).flatMap((id) => byId.get(id) ?? []);
    if (known.length === count) return known;
    const search = await (opened ??= nearestSearch(corpus, embedder, { signal }));
    const found = (await search(query, { signal })).slice(0, count);
    memory.keepText(key, JSON.stringify(found.map(({ id }) => id)));
    return found;
  };
}

function hashOf(texts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(texts)).digest('hex');
}

/** A line that holds no ids counts as none. */
function rememberedIds(text = ''): readonly string[] {
  return idsSchema.safeParse(jsonOf(text)).data ?? [];
}
