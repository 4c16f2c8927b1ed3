import { askingRequirements } from './requirements/asking.ts';
import { embedRequirements } from './requirements/embed.ts';
import { knnRequirements } from './requirements/knn.ts';
import { labelsRequirements } from './requirements/labels.ts';
import { llamaRequirements } from './requirements/llama.ts';
import { saliencyRequirements } from './requirements/saliency.ts';
import { screenerRequirements } from './requirements/screener.ts';
import { weightsRequirements } from './requirements/weights.ts';

/** What the local models promise. Each id is proved by at least one test and quoted in the docs. */
export const localRequirements = {
  ...askingRequirements,
  ...embedRequirements,
  ...knnRequirements,
  ...labelsRequirements,
  ...llamaRequirements,
  ...saliencyRequirements,
  ...screenerRequirements,
  ...weightsRequirements,
} as const;

export type LmRequirementId = keyof typeof localRequirements;
