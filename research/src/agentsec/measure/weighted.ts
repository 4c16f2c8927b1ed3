import type { Trace } from '../trace/trace.ts';

/** A trace, and what part it has in a mean. */
export interface Weighted {
  readonly trace: Trace;
  readonly weight: number;
}

/**
 * Gives every cell (model, kind, side) the same weight, whatever its size: the macro averages of
 * table 4, and means in which the identity of theorem 1 still holds.
 */
export function weigh(traces: readonly Trace[]): readonly Weighted[] {
  const sizes = new Map<string, number>();
  for (const trace of traces) sizes.set(cellOf(trace), (sizes.get(cellOf(trace)) ?? 0) + 1);
  return traces.map((trace) => ({ trace, weight: 1 / (sizes.get(cellOf(trace)) ?? 1) }));
}

function cellOf({ model, kind, side }: Trace): string {
  return `${model} ${kind} ${side}`;
}

/** `undefined` of no traces: a dash in a table. */
export function meanOver(
  all: readonly Weighted[],
  valueOf: (trace: Trace) => number,
): number | undefined {
  let [total, weights] = [0, 0];
  for (const { trace, weight } of all) {
    total += weight * valueOf(trace);
    weights += weight;
  }
  return weights === 0 ? undefined : total / weights;
}
