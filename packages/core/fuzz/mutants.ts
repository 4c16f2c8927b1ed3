import { answers } from './mutants/answers.ts';
import { argumentCeilings } from './mutants/arguments.ts';
import { askedResults } from './mutants/asked.ts';
import { decisions } from './mutants/decisions.ts';
import { failures } from './mutants/failures.ts';
import { labels } from './mutants/labels.ts';
import { lowerings } from './mutants/lowerings.ts';
import type { Mutant } from './mutants/mutant.ts';
import { readsBack } from './mutants/read-back.ts';
import { staged } from './mutants/staged.ts';
import { steps } from './mutants/steps.ts';
import { subAgentMutants } from './mutants/sub-agents.ts';
import { targeted } from './mutants/targeted.ts';
import { views } from './mutants/views.ts';

/** Those with a text in their names: all, for the empty one. */
export function mutantsNamed(text: string): readonly Mutant[] {
  return mutants.filter(({ name }) => name.includes(text));
}

/** Every mutant. Each must be caught, and an unmutated copy must pass. */
export const mutants: readonly Mutant[] = [
  ...labels,
  ...views,
  ...steps,
  ...staged,
  ...readsBack,
  ...decisions,
  ...answers,
  ...argumentCeilings,
  ...askedResults,
  ...failures,
  ...lowerings,
  ...targeted,
  ...subAgentMutants,
];
