import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Agent } from '../agents/agent.ts';

const folder = path.join(import.meta.dirname, '../../../../policies/clients');

/** The policy that is shipped for the agent; nothing, where there is none. */
export function policyFor({ name }: Agent): Pick<Agent, 'policy'> {
  const file = path.join(folder, `${name}.yaml`);
  return existsSync(file) ? { policy: readFileSync(file, 'utf8') } : {};
}
