import { joinAll, regionsOf, type Label } from '@sluice/core';
import type { LiveRun } from './live-run.ts';

/** The join of the labels of all that a run's history holds. */
export function labelOfRun({ session, profile }: LiveRun): Label {
  const { space } = profile.policy;
  return joinAll(
    space,
    regionsOf(session.history).map(({ label }) => label),
  );
}
