import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Agent } from '../agents/agent.ts';

const folder = path.join(import.meta.dirname, '../../../../policies/clients');

/** The policy that is shipped for the agent. */
export function policyFor({ name }: Agent): string {
  return readFileSync(path.join(folder, `${name}.yaml`), 'utf8');
}
