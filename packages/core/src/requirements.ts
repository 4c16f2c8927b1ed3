import { adaptersRequirements } from './requirements/adapters.ts';
import { historyRequirements } from './requirements/history.ts';
import { houseRequirements } from './requirements/house.ts';
import { latticeRequirements } from './requirements/lattice.ts';
import { modelsRequirements } from './requirements/models.ts';
import { monitorRequirements } from './requirements/monitor.ts';
import { policyRequirements } from './requirements/policy.ts';
import { propagateRequirements } from './requirements/propagate.ts';
import { specRequirements } from './requirements/spec.ts';

/** What we promise. Each id is proved by at least one test and quoted in the docs. */
export const requirements = {
  ...latticeRequirements,
  ...historyRequirements,
  ...modelsRequirements,
  ...policyRequirements,
  ...propagateRequirements,
  ...monitorRequirements,
  ...adaptersRequirements,
  ...specRequirements,
  ...houseRequirements,
} as const;

export type RequirementId = keyof typeof requirements;
