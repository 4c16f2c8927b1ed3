import { test } from 'vitest';
import { localRequirements, type LocalRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: LocalRequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${localRequirements[id]}`, body);
}
