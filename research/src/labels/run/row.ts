import { median } from 'simple-statistics';
import type { PruningRow, Setting } from '../find/grids.ts';
import type { LatticeName } from '../lattices.ts';
import { type LabelMetrics, metricsOf } from '../measure/metrics.ts';
import type { SearchName } from '../retrieve/search.ts';
import { meanOf } from '../../statistics/sums.ts';
import type { Outcome, SettingOutcomes } from './evaluate.ts';

export type PropagatorName = 'minimal-labels' | 'knn' | 'introspection' | 'naive';

/** The subject of a measurement: one propagator on one lattice of a data set. */
export interface RowKey {
  readonly lattice: LatticeName;
  readonly propagator: PropagatorName;
  /** The owner of the completion that the labels are for: the data set's, or the model's own. */
  readonly completion: 'target' | 'own';
  /** By words or by meaning: a search found the documents, and may have left needed ones out. */
  readonly retrieval: 'perfect' | SearchName;
  /** By its name in the package of local models, where there is one. */
  readonly utility?: string | undefined;
  /** How labels were dropped before the search, where it is not as in the headline. */
  readonly pruning?: PruningRow | undefined;
  /** `shipped`: what the propagator starts with, where nothing was chosen on this data. */
  readonly settings?: 'shipped' | undefined;
  /** `correct`: of the model's own answers those that are about the target. */
  readonly stratum?: 'correct' | undefined;
}

export interface LabelRow extends RowKey {
  /** Every question under the setting that was chosen without it. */
  readonly metrics: LabelMetrics;
  readonly contextsP50: number | undefined;
  /** Of a model that is asked in words: shares of its replies. */
  readonly replies?: RepliesShares | undefined;
  readonly folds: readonly {
    readonly chosenOn: 0 | 1;
    readonly setting: Setting | undefined;
    readonly metrics: LabelMetrics;
  }[];
}

/** Replies that cannot be read, and those that repeat the prompt's own example. */
export interface RepliesShares {
  readonly unreadable: number | undefined;
  readonly parroted: number | undefined;
}

/**
 * The rows of a propagator with thresholds, one a utility: lambda and pruning are chosen on each
 * half for the other one.
 */
export function chosenRows(
  key: RowKey,
  all: readonly SettingOutcomes<Setting>[],
): readonly LabelRow[] {
  const byUtility = Map.groupBy(all, ({ setting }) => setting.utility);
  return [...byUtility].map(([utility, some]) => chosenRow({ ...key, utility }, some));
}

function chosenRow(key: RowKey, all: readonly SettingOutcomes<Setting>[]): LabelRow {
  const { folds, outcomes } = crossChosen(all);
  return {
    ...rowOf(key, outcomes),
    folds: folds.map(({ chosenOn, setting, outcomes: reported }) => {
      return { chosenOn, setting, metrics: metricsOf(reported) };
    }),
  };
}

/** A row of a propagator that has nothing to choose. */
export function rowOf(key: RowKey, outcomes: readonly Outcome[]): LabelRow {
  const contexts = outcomes.map((outcome) => outcome.contexts).filter((count) => count > 0);
  return {
    ...key,
    metrics: metricsOf(outcomes),
    contextsP50: contexts.length === 0 ? undefined : median(contexts),
    replies: repliesOf(outcomes),
    folds: [],
  };
}

function repliesOf(outcomes: readonly Outcome[]): RepliesShares | undefined {
  const replies = outcomes.flatMap(({ reply }) => reply ?? []);
  if (replies.length === 0) return undefined;
  return {
    unreadable: meanOf(replies, ({ unreadable }) => Number(unreadable)),
    parroted: meanOf(replies, ({ parroted }) => Number(parroted)),
  };
}

interface CrossChosen<Choice> {
  /** The setting that was chosen on the half, and what it does on the other one. */
  readonly folds: readonly {
    readonly chosenOn: 0 | 1;
    readonly setting: Choice;
    readonly outcomes: readonly Outcome[];
  }[];
  /** Every question under the setting that was chosen without it. */
  readonly outcomes: readonly Outcome[];
}

/**
 * Chooses the setting with the most exact matches, as permissive propagation figures 7 to 10 do, on
 * each half, and reports on the other one: so no question has a part in the choice of its own
 * thresholds. Of equally good settings the one in their middle is taken.
 */
export function crossChosen<Choice>(all: readonly SettingOutcomes<Choice>[]): CrossChosen<Choice> {
  const folds = ([0, 1] as const).flatMap((chosenOn) => {
    const best = bestOn(chosenOn, all);
    if (best === undefined) return [];
    const outcomes = best.outcomes.filter(({ half }) => half !== chosenOn);
    return [{ chosenOn, setting: best.setting, outcomes }];
  });
  return { folds, outcomes: folds.flatMap(({ outcomes }) => outcomes) };
}

function bestOn<Choice>(
  half: 0 | 1,
  all: readonly SettingOutcomes<Choice>[],
): SettingOutcomes<Choice> | undefined {
  const rated = all.map((one) => {
    const { exactMatch } = metricsOf(one.outcomes.filter((each) => each.half === half));
    return { one, worth: exactMatch ?? 0 };
  });
  const most = Math.max(...rated.map(({ worth }) => worth));
  const best = rated.filter(({ worth }) => worth === most);
  return best[Math.floor((best.length - 1) / 2)]?.one;
}
