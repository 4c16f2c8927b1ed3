import { SluiceError } from '../errors.ts';
import { checkLattice } from '../label/check-lattice.ts';
import type { Dimension, Lattice } from '../label/lattice.ts';

/**
 * Throws `lattice-invalid`, naming every law that the samples violate: one line in a test of any
 * framework. It shows how many values witness a violation, not which; `checkLattice` has them.
 */
export function assertLattice<Value>(
  lattice: Lattice<Value> | Dimension<Value>,
  samples: readonly Value[],
): void {
  const violations = checkLattice(lattice, samples);
  if (violations.length === 0) return;
  const laws = violations.map(({ law }) => law).join(', ');
  throw new SluiceError('lattice-invalid', `the lattice violates: ${laws}`, {
    hint: 'call `checkLattice` with the same samples: it returns the values that show it',
  });
}
