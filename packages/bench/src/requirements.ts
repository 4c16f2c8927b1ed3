import { sweepRequirements } from './requirements/sweep.ts';
import { agentdojoRequirements } from './requirements/agentdojo.ts';
import { attackRequirements } from './requirements/attacks.ts';
import { checkRequirements } from './requirements/check.ts';
import { liveRequirements } from './requirements/live.ts';
import { readerRequirements } from './requirements/reader.ts';
import { reportRequirements } from './requirements/report.ts';

/** What the bench promises. Each id is proved by at least one test and quoted in the docs. */
export const benchRequirements = {
  ...sweepRequirements,
  ...agentdojoRequirements,
  ...attackRequirements,
  ...checkRequirements,
  ...liveRequirements,
  ...readerRequirements,
  ...reportRequirements,
} as const;

export type BenchRequirementId = keyof typeof benchRequirements;
