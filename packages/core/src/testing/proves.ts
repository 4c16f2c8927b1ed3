import { test } from 'vitest';
import { requirements, type RequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: RequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${requirements[id]}`, body);
}
