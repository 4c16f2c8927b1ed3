import { byTurn } from '../../by-turn.ts';

/** Tasks to choose settings on, and tasks to measure on: no template makes both. */
export type Half = 'choosing' | 'measuring';

const seed = 18;

/**
 * The templates of a half, by their number: half of a world's templates, in the order of a seeded
 * hash, so that nobody has picked which.
 */
export function templatesOf(half: Half, world: string, count: number): readonly number[] {
  const order = Array.from({ length: count }, (_, at) => at).toSorted(
    byTurn(seed, (at) => `${world} ${at}`),
  );
  const middle = Math.floor(count / 2);
  return (half === 'choosing' ? order.slice(0, middle) : order.slice(middle)).toSorted(
    (a, b) => a - b,
  );
}
