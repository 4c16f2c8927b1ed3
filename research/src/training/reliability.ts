/** A probability that was given, and whether it came true. */
export interface Forecast {
  readonly probability: number;
  readonly isDependent: boolean;
}

/** Forecasts of about the same probability. */
export interface ReliabilityBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
  readonly meanProbability: number;
  /** The share of them that came true. */
  readonly share: number;
}

/**
 * The reliability curve: equal stretches of probability; stretches without a forecast are left out.
 */
export function reliability(
  forecasts: readonly Forecast[],
  bins: number,
): readonly ReliabilityBin[] {
  const members = Map.groupBy(forecasts, ({ probability }) =>
    Math.min(bins - 1, Math.floor(probability * bins)),
  );
  return [...members]
    .toSorted(([a], [b]) => a - b)
    .map(([at, own]) => ({
      from: at / bins,
      to: (at + 1) / bins,
      count: own.length,
      meanProbability: own.reduce((sum, { probability }) => sum + probability, 0) / own.length,
      share: own.filter(({ isDependent }) => isDependent).length / own.length,
    }));
}

/** Expected calibration error: how far the curve is from the truth, weighted by its counts. */
export function calibrationError(curve: readonly ReliabilityBin[]): number {
  const all = curve.reduce((sum, { count }) => sum + count, 0);
  const gap = curve.reduce(
    (sum, { count, meanProbability, share }) => sum + count * Math.abs(meanProbability - share),
    0,
  );
  return all === 0 ? 0 : gap / all;
}
