export interface Timed<Result> {
  readonly ms: number;
  readonly result: Result;
}

/** How long `work` takes, in milliseconds, and what it returned. */
export async function timedMs<Result>(work: () => Promise<Result>): Promise<Timed<Result>> {
  const startMs = performance.now();
  const result = await work();
  return { ms: performance.now() - startMs, result };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [low = Number.NaN, high = Number.NaN] = [sorted[middle - 1], sorted[middle]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
}
