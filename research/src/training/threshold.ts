import type { Forecast } from './reliability.ts';

/**
 * The highest threshold at which at most `missRate` of the dependent regions fall below it: a
 * region is relevant from the threshold on. Without a dependent region nothing is known: 0, from
 * which on every region is relevant.
 */
export function thresholdFor(forecasts: readonly Forecast[], missRate: number): number {
  const found = forecasts
    .filter(({ isDependent }) => isDependent)
    .map(({ probability }) => probability)
    .toSorted((a, b) => a - b);
  const missed = Math.floor(missRate * found.length + 1e-9);
  return found[Math.min(missed, found.length - 1)] ?? 0;
}
