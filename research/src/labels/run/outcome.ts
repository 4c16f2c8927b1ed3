import type { LabelSearch } from '../measure/metrics.ts';

/** What a propagator found for one question under one setting. */
export interface Outcome extends LabelSearch {
  readonly question: string;
  readonly half: 0 | 1;
  readonly contexts: number;
}

/** All outcomes of one setting, in the order of the questions. */
export interface SettingOutcomes<Setting> {
  readonly setting: Setting;
  readonly outcomes: readonly Outcome[];
}
