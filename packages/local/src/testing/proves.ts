import { test } from 'vitest';
import { localRequirements, type LmRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: LmRequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${localRequirements[id]}`, body);
}
