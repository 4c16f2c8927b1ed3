import { sweepRequirements } from './requirements/sweep.ts';
import { agentdojoRequirements } from './requirements/agentdojo.ts';
import { agentsecRequirements } from './requirements/agentsec.ts';
import { attackRequirements } from './requirements/attacks.ts';
import { checkRequirements } from './requirements/check.ts';
import { choosingRequirements } from './requirements/choosing.ts';
import { labelRequirements } from './requirements/labels.ts';
import { liveRequirements } from './requirements/live.ts';
import { privacyRequirements } from './requirements/privacy.ts';
import { readerRequirements } from './requirements/reader.ts';
import { reportRequirements } from './requirements/report.ts';
import { screenerRequirements } from './requirements/screener.ts';

/** What the bench promises. Each id is proved by at least one test and quoted in the docs. */
export const researchRequirements = {
  ...sweepRequirements,
  ...agentdojoRequirements,
  ...agentsecRequirements,
  ...attackRequirements,
  ...checkRequirements,
  ...choosingRequirements,
  ...labelRequirements,
  ...liveRequirements,
  ...privacyRequirements,
  ...readerRequirements,
  ...reportRequirements,
  ...screenerRequirements,
} as const;

export type BenchRequirementId = keyof typeof researchRequirements;
