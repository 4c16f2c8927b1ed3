import { createHash } from 'node:crypto';

/**
 * Compares items by a hash of seed and name, the same on every machine: neither the order in which
 * they come nor what other items there are decides which of two is first.
 */
export function byTurn<Item>(
  seed: number,
  nameOf: (item: Item) => string,
): (a: Item, b: Item) => number {
  const turnOf = (item: Item): string =>
    createHash('sha256')
      .update(`${seed} ${nameOf(item)}`)
      .digest('hex');
  return (a, b) => (turnOf(a) < turnOf(b) ? -1 : 1);
}
