import type { Label } from '../label/label.ts';
import type { Propagator } from './propagator.ts';

/**
 * The label wanted is known up front: what flows to it is shown, and nothing is searched
 * (permissive propagation 6.1). It chooses without looking, so the choice leaks nothing.
 */
export function target(label: Label): Propagator {
  return {
    name: `target:${label.text}`,
    needs: 'nothing',
    relevant: () => ({ kind: 'label', label }),
  };
}
