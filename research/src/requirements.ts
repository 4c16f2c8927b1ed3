import { sweepRequirements } from './requirements/sweep.ts';
import { agentdojoRequirements } from './requirements/agentdojo.ts';
import { agentsecRequirements } from './requirements/agentsec.ts';
import { askingRequirements } from './requirements/asking.ts';
import { attackRequirements } from './requirements/attacks.ts';
import { checkRequirements } from './requirements/check.ts';
import { choosingRequirements } from './requirements/choosing.ts';
import { knnRequirements } from './requirements/knn.ts';
import { labelRequirements } from './requirements/labels.ts';
import { liveRequirements } from './requirements/live.ts';
import { privacyRequirements } from './requirements/privacy.ts';
import { readerRequirements } from './requirements/reader.ts';
import { reportRequirements } from './requirements/report.ts';
import { screenerRequirements } from './requirements/screener.ts';
import { trainingRequirements } from './requirements/training.ts';

/** What the bench promises. Each id is proved by at least one test and quoted in the docs. */
export const researchRequirements = {
  ...sweepRequirements,
  ...agentdojoRequirements,
  ...agentsecRequirements,
  ...askingRequirements,
  ...attackRequirements,
  ...checkRequirements,
  ...choosingRequirements,
  ...knnRequirements,
  ...labelRequirements,
  ...liveRequirements,
  ...privacyRequirements,
  ...readerRequirements,
  ...reportRequirements,
  ...screenerRequirements,
  ...trainingRequirements,
} as const;

export type ResearchRequirementId = keyof typeof researchRequirements;
