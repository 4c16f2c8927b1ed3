import { test } from 'vitest';
import { consoleTextRequirements, type ConsoleTextRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: ConsoleTextRequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${consoleTextRequirements[id]}`, body);
}
