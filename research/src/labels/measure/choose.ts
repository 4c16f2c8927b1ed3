import type { Outcome, SettingOutcomes } from '../run/outcome.ts';
import { metricsOf } from './metrics.ts';

export interface CrossChosen<Setting> {
  /** The setting that was chosen on the half, and what it does on the other one. */
  readonly folds: readonly {
    readonly chosenOn: 0 | 1;
    readonly setting: Setting;
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
export function crossChosen<Setting>(
  all: readonly SettingOutcomes<Setting>[],
): CrossChosen<Setting> {
  const folds = ([0, 1] as const).flatMap((chosenOn) => {
    const best = bestOn(chosenOn, all);
    if (best === undefined) return [];
    const outcomes = best.outcomes.filter(({ half }) => half !== chosenOn);
    return [{ chosenOn, setting: best.setting, outcomes }];
  });
  return { folds, outcomes: folds.flatMap(({ outcomes }) => outcomes) };
}

function bestOn<Setting>(
  half: 0 | 1,
  all: readonly SettingOutcomes<Setting>[],
): SettingOutcomes<Setting> | undefined {
  const rated = all.map((one) => {
    const { exactMatch } = metricsOf(one.outcomes.filter((each) => each.half === half));
    return { one, worth: exactMatch ?? 0 };
  });
  const most = Math.max(...rated.map(({ worth }) => worth));
  const best = rated.filter(({ worth }) => worth === most);
  return best[Math.floor((best.length - 1) / 2)]?.one;
}
