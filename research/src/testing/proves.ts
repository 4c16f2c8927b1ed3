import { test } from 'vitest';
import { researchRequirements, type ResearchRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: ResearchRequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${researchRequirements[id]}`, body);
}
