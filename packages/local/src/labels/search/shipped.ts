import { descendMinimal } from './descend.ts';
import { enumerateMinimal } from './enumerate.ts';
import { generatorsOf } from './generators.ts';
import { aloneImportance } from './importance.ts';
import type { Search } from './search.ts';

/** Up to so many labels algorithm 1 itself is run: it scores at most 2^5 contexts. */
export const descendedLabelsMax = 5;

const enumerated = enumerateMinimal(aloneImportance);

/**
 * The search that is taken where none is named: algorithm 1 of permissive propagation up to
 * `descendedLabelsMax` labels that are no joins of others, and shrinking above, where algorithm 1
 * scores ever more contexts: up to 64 for 6 labels, 16,384 for 14. On real scores of 6 documents
 * and more they agree (docs/labels.md says how often).
 */
export const searchMinimal: Search = (search) =>
  generatorsOf(search).all.length <= descendedLabelsMax
    ? descendMinimal(search)
    : enumerated(search);
