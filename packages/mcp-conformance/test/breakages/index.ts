import type { MakeBreakage } from '../try.ts';
import { ofInput, ofLegacy, ofModern, ofSubscriptions } from './eras.ts';
import { ofCancellation, ofLists, ofOrder, ofProgress, ofServerAsks } from './flow.ts';
import { ofFaults, ofHeaders, ofRefusals, ofSessions, ofTokens } from './guard.ts';
import { ofErrors, ofFeatures, ofRequests, ofResults } from './messages.ts';
import { pairs } from './optional.ts';

/** For each scenario a proxy that is broken in just the way that the scenario looks for. */
export const breakages: Readonly<Record<string, MakeBreakage>> = {
  ...ofRequests,
  ...ofResults,
  ...ofErrors,
  ...ofFeatures,
  ...ofOrder,
  ...ofProgress,
  ...ofCancellation,
  ...ofLegacy,
  ...ofServerAsks,
  ...ofLists,
  ...ofModern,
  ...ofInput,
  ...ofSubscriptions,
  ...ofHeaders,
  ...ofSessions,
  ...ofTokens,
  ...ofRefusals,
  ...ofFaults,
  ...Object.fromEntries(Object.entries(pairs).map(([name, { broken }]) => [name, broken])),
};
