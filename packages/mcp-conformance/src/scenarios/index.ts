import type { Scenario } from '../scenario.ts';
import { results } from './results.ts';

/** Every scenario, in the order in which they are played. */
export const scenarios: readonly Scenario[] = [...results];
