import type { Embedder } from '@sluice/local';
import type { Memory } from '../remember.ts';
import { searchByMeaning } from '../retrieve/by-meaning.ts';
import { lexicalSearch } from '../retrieve/lexical.ts';
import type { DocumentSearch, SearchName } from '../retrieve/search.ts';
import type { LabelTask } from './tasks.ts';

interface NamedSearch {
  readonly name: SearchName;
  readonly search: DocumentSearch;
}

export interface SearchesOptions {
  readonly embedder: Embedder | undefined;
  readonly memory: Memory;
  readonly signal: AbortSignal;
}

/** The searches of a task's corpus, if it has one; by meaning only where there is an embedder. */
export function searchesOf(
  { corpus }: LabelTask,
  { embedder, memory, signal }: SearchesOptions,
): readonly NamedSearch[] {
  if (corpus.length === 0) return [];
  const byWords = lexicalSearch(corpus);
  const lexical: DocumentSearch = (query, count) => {
    return Promise.resolve(byWords(query).slice(0, count));
  };
  if (embedder === undefined) return [{ name: 'lexical', search: lexical }];
  const meaning = searchByMeaning(corpus, { embedder, memory, signal });
  return [
    { name: 'lexical', search: lexical },
    { name: 'meaning', search: meaning },
  ];
}
