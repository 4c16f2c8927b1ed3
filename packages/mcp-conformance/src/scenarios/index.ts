import type { Scenario } from '../scenario.ts';
import { bigNumbers } from './big-numbers.ts';
import { bridge } from './bridge.ts';
import { cancellation } from './cancellation.ts';
import { errors } from './errors.ts';
import { faults } from './faults.ts';
import { featureScenarios } from './features.ts';
import { headers } from './headers.ts';
import { inputRequired } from './input-required.ts';
import { legacyScenarios } from './legacy.ts';
import { lists } from './lists.ts';
import { modernScenarios } from './modern.ts';
import { order } from './order.ts';
import { pins } from './pins.ts';
import { progressScenarios } from './progress.ts';
import { refusals } from './refusals.ts';
import { requests } from './requests.ts';
import { results } from './results.ts';
import { serverAsks } from './server-asks.ts';
import { sessions } from './sessions.ts';
import { subscriptions } from './subscriptions.ts';
import { tokenScenarios } from './tokens.ts';

/** Every scenario, in the order in which they are played. */
export const scenarios: readonly Scenario[] = [
  ...requests,
  ...results,
  ...bigNumbers,
  ...errors,
  ...featureScenarios,
  ...order,
  ...progressScenarios,
  ...cancellation,
  ...legacyScenarios,
  ...serverAsks,
  ...lists,
  ...modernScenarios,
  ...inputRequired,
  ...subscriptions,
  ...headers,
  ...sessions,
  ...tokenScenarios,
  ...refusals,
  ...faults,
  ...bridge,
  ...pins,
];
