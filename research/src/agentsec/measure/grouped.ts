import type { Trace } from '../trace/trace.ts';

/** Traces by what a function says of each, in the order in which it is first said. */
export function grouped(
  traces: readonly Trace[],
  keyOf: (trace: Trace) => string,
): ReadonlyMap<string, readonly Trace[]> {
  const groups = new Map<string, Trace[]>();
  for (const trace of traces) {
    const group = groups.get(keyOf(trace));
    if (group === undefined) groups.set(keyOf(trace), [trace]);
    else group.push(trace);
  }
  return groups;
}

/** The prefix of the names under which Sluice stands, one for each propagator. */
const guardedPrefix = 'sluice-';

export function isSluice({ defence }: Pick<Trace, 'defence'>): boolean {
  return defence.startsWith(guardedPrefix);
}
