import { test } from 'vitest';
import { researchRequirements, type BenchRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: BenchRequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${researchRequirements[id]}`, body);
}
