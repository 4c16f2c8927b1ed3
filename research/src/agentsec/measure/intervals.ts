import { clusteredValue } from '../../statistics/bootstrap.ts';
import { type Interval, wilson } from '../../statistics/interval.ts';
import { meanOf, sumOf } from '../../statistics/sums.ts';
import type { Trace } from '../trace/trace.ts';

/** So many attacks succeeded of so many, in one cell, with one wording. */
interface Count {
  readonly cell: string;
  readonly hits: number;
  readonly all: number;
}

const seed = 20_261_125;

/** The error of sums of shares. */
const rounding = 1e-9;

/**
 * The attack success rate, cells alike, with its 95% interval: wordings are drawn with replacement,
 * each with all of its pairs, for pairs of one wording are alike. Where all wordings of each cell
 * came out alike, nothing varies that could be drawn: there the interval is Wilson's, of as many
 * cases as there are wordings. `undefined` of no attacks.
 */
export function asrInterval(traces: readonly Trace[]): Interval | undefined {
  const attacked = traces.filter(({ side }) => side === 'adversarial');
  const clusters = [...Map.groupBy(attacked, clusterOf).values()].map((own): readonly Count[] => {
    const hits = own.filter(({ violated }) => violated).length;
    return own.slice(0, 1).map((first) => ({ cell: cellOf(first), hits, all: own.length }));
  });
  const drawn = clusteredValue(clusters, { seed, valueOf: macroShare });
  if (drawn === undefined) return undefined;
  const { value, low, high } = drawn;
  if (high - low > rounding) return { low, high };
  return wilson(Math.round(value * clusters.length), clusters.length);
}

/** The wordings in the cell that has fewest of them. */
export function wordingsIn(traces: readonly Trace[]): number {
  const attacked = traces.filter(({ side }) => side === 'adversarial');
  const cells = [...Map.groupBy(attacked, (each) => `${each.defence} ${cellOf(each)}`).values()];
  const sizes = cells.map((cell) => new Set(cell.map(({ attack }) => attack)).size);
  return sizes.length === 0 ? 0 : Math.min(...sizes);
}

function cellOf({ model, kind }: Trace): string {
  return `${model} ${kind}`;
}

function clusterOf(trace: Trace): string {
  return `${cellOf(trace)} ${trace.attack}`;
}

function macroShare(counts: readonly Count[]): number | undefined {
  const cells = [...Map.groupBy(counts, ({ cell }) => cell).values()];
  return meanOf(cells, (cell) => {
    return sumOf(cell, ({ hits }) => hits) / sumOf(cell, ({ all }) => all);
  });
}
