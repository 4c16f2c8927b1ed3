import { test } from 'vitest';
import { gatewayRequirements, type GatewayRequirementId } from '../requirements.ts';

/** Runs a test under the promise that it proves. */
export function proves(id: GatewayRequirementId, body: () => void | Promise<void>): void {
  test(`${id}: ${gatewayRequirements[id]}`, body);
}
