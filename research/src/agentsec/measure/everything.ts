import type { Trace } from '../trace/trace.ts';

/** How often a propagator answered that everything is relevant, by the reason. */
export interface EverythingRow {
  readonly defence: string;
  readonly because: string;
  readonly count: number;
}

/** One row a defence and reason: where everything is relevant, a row says less of a propagator. */
export function everythingRows(traces: readonly Trace[]): readonly EverythingRow[] {
  return [...Map.groupBy(traces, ({ defence }) => defence)].flatMap(([defence, own]) => {
    const reasons = own.flatMap(({ everything = [] }) => everything);
    return [...new Set(reasons)].map((because) => {
      const count = reasons.filter((each) => each === because).length;
      return { defence, because, count };
    });
  });
}
