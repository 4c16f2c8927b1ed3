/** How long `work` takes, in microseconds, and what it returned. */
export function timed<Result>(work: () => Result): {
  readonly us: number;
  readonly result: Result;
} {
  const startMs = performance.now();
  const result = work();
  return { us: (performance.now() - startMs) * 1_000, result };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Three significant digits: the rest is noise. */
export function rounded(value: number): number {
  return Number(value.toPrecision(3));
}
