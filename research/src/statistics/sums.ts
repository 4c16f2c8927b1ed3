/** A sum; of nothing it is 0. */
export function sumOf<T>(items: readonly T[], value: (item: T) => number): number {
  return items.reduce((total, item) => total + value(item), 0);
}

/** A quotient; over nothing it is unknown, never 0. */
export function ratio(numerator: number, denominator: number): number | undefined {
  return denominator === 0 ? undefined : numerator / denominator;
}

/** A mean; of nothing it is unknown, never 0. */
export function meanOf<T>(items: readonly T[], value: (item: T) => number): number | undefined {
  return ratio(sumOf(items, value), items.length);
}
