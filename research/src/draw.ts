import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Choices that a seed decides. */
export interface Draw {
  /** A whole number of 0 to `below - 1`. */
  readonly below: (below: number) => number;
  readonly one: <Item>(items: readonly [Item, ...Item[]]) => Item;
  readonly shuffled: <Item>(items: readonly Item[]) => readonly Item[];
}

/** The same seed gives the same choices on every machine. */
export function drawOf(seed: number): Draw {
  const generator = xoroshiro128plus(seed);
  const below = (limit: number): number => uniformInt(generator, 0, limit - 1);
  return {
    below,
    one: (items) => items[below(items.length)] ?? items[0],
    shuffled: (items) => shuffled(items, below),
  };
}

/** Fisher and Yates, from the end. */
function shuffled<Item>(items: readonly Item[], below: (limit: number) => number): readonly Item[] {
  const rest = [...items];
  const drawn: Item[] = [];
  while (rest.length > 0) drawn.push(...rest.splice(below(rest.length), 1));
  return drawn;
}
