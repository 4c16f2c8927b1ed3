import { byNameRequirements } from './requirements/by-name.ts';
import { embedRequirements } from './requirements/embed.ts';
import { labelsRequirements } from './requirements/labels.ts';
import { llamaRequirements } from './requirements/llama.ts';
import { saliencyRequirements } from './requirements/saliency.ts';
import { screenerRequirements } from './requirements/screener.ts';
import { weightsRequirements } from './requirements/weights.ts';

/** What the local models promise. Each id is proved by at least one test and quoted in the docs. */
export const localRequirements = {
  ...byNameRequirements,
  ...embedRequirements,
  ...labelsRequirements,
  ...llamaRequirements,
  ...saliencyRequirements,
  ...screenerRequirements,
  ...weightsRequirements,
} as const;

export type LocalRequirementId = keyof typeof localRequirements;
