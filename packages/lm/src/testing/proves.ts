import { test } from 'vitest';
import { lmRequirements, type LmRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: LmRequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${lmRequirements[id]}`, body);
}
