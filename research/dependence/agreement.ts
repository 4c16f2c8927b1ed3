import { clusteredValue, type ClusteredShare } from '../src/statistics/bootstrap.ts';
import { cohenKappa, rawAgreement, type Judged } from '../src/statistics/kappa.ts';

/** Two readings of one call: the regions that each marked, out of all. */
export interface TwoReadings {
  /** The user's task: calls of one task resemble each other. */
  readonly task: string;
  readonly regions: ReadonlySet<string>;
  /** Those that every view shows, whoever marks them. */
  readonly free: ReadonlySet<string>;
  readonly first: Reading;
  readonly second: Reading;
}

interface Reading {
  readonly marked: ReadonlySet<string>;
  /** The least labels at which the view shows what was marked, as text. */
  readonly label: string;
}

/** How often two readings say the same, and how much more often than by chance. */
export interface Agreed {
  readonly raw: ClusteredShare | undefined;
  readonly kappa: ClusteredShare | undefined;
}

export interface Agreement {
  readonly calls: number;
  /** Region by region: marked or not. */
  readonly regions: Agreed;
  /** The same of regions that not every view shows. */
  readonly guarded: Agreed;
  /** Call by call: whether any guarded region is marked. */
  readonly calledGuarded: Agreed;
  /** Call by call: the least label. */
  readonly label: Agreed;
  /** Calls of which both marked the same regions. */
  readonly same: ClusteredShare | undefined;
  /** Regions that both marked, out of those that either did. */
  readonly overlap: ClusteredShare | undefined;
}

const seed = 1;

/** How far two readings of the same calls agree. Intervals draw whole tasks. */
export function agreementOf(readings: readonly TwoReadings[]): Agreement {
  const tasks = [...Map.groupBy(readings, ({ task }) => task).values()];
  const agreed = (judge: (one: TwoReadings) => readonly Judged[]): Agreed => {
    const judged = tasks.map((own) => pooled(own.flatMap(judge)));
    return {
      raw: clusteredValue(judged, { seed, valueOf: rawAgreement }),
      kappa: clusteredValue(judged, { seed, valueOf: cohenKappa }),
    };
  };
  const marksOf = ({ first, second }: TwoReadings, ids: readonly string[]): readonly Judged[] =>
    pooled(
      ids.map((id) => ({
        first: String(first.marked.has(id)),
        second: String(second.marked.has(id)),
        count: 1,
      })),
    );
  return {
    calls: readings.length,
    regions: agreed((one) => marksOf(one, [...one.regions])),
    guarded: agreed((one) => marksOf(one, guardedOf(one))),
    calledGuarded: agreed((one) => {
      const ids = guardedOf(one);
      const isMarked = ({ marked }: Reading): string => String(ids.some((id) => marked.has(id)));
      return [{ first: isMarked(one.first), second: isMarked(one.second), count: 1 }];
    }),
    label: agreed(({ first, second }) => [{ first: first.label, second: second.label, count: 1 }]),
    same: agreed(({ first: { marked }, second }) => [
      { first: 'same', second: isSame(marked, second.marked) ? 'same' : 'other', count: 1 },
    ]).raw,
    overlap: agreed((one) =>
      marksOf(one, [...one.regions]).filter(
        ({ first, second }) => first === 'true' || second === 'true',
      ),
    ).raw,
  };
}

function guardedOf({ regions, free }: TwoReadings): readonly string[] {
  return [...regions].filter((id) => !free.has(id));
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((id) => b.has(id));
}

/** The same judgements, each once with its count: there are thousands of regions. */
function pooled(judged: readonly Judged[]): readonly Judged[] {
  const groups = Map.groupBy(judged, ({ first, second }) => `${first} ${second}`);
  return [...groups.values()].flatMap((own) => {
    const [one] = own;
    if (one === undefined) return [];
    return [{ ...one, count: own.reduce((total, { count }) => total + count, 0) }];
  });
}
