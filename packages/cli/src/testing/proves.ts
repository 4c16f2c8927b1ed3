import { test } from 'vitest';
import { cliRequirements, type CliRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: CliRequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${cliRequirements[id]}`, body);
}
