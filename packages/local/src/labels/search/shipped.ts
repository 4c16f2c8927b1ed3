import { descendMinimal } from './descend.ts';
import { enumerateMinimal } from './enumerate.ts';
import { generatorsOf } from './generators.ts';
import { aloneImportance } from './importance.ts';
import type { Search } from './search.ts';

/** Up to so many labels algorithm 1 itself is run: it scores at most 2^8 contexts. */
export const descendedLabelsMax = 8;

const enumerated = enumerateMinimal(aloneImportance);

/**
 * The search that is taken where none is named: algorithm 1 of permissive propagation up to
 * `descendedLabelsMax` labels that are no joins of others, and shrinking above, where algorithm 1
 * would score thousands of contexts (docs/labels.md: how often they agree).
 */
export const searchMinimal: Search = (search) =>
  generatorsOf(search).all.length <= descendedLabelsMax
    ? descendMinimal(search)
    : enumerated(search);
