import { agentdojoEnvironment } from '../../live/agentdojo-environment.ts';
import { findAgentDojo } from '../../agentdojo/environment.ts';
import type { Environment } from '../../live/environment.ts';
import { SluiceError } from '@sluice/core';

/** Every suite of AgentDojo. */
export const agentdojoSuites: readonly string[] = ['banking', 'slack', 'travel', 'workspace'];

/** The command to type where the package is not there. */
export const setUpHint: string =
  'type `sluice bench agentdojo setup` (a minute; it needs Python 3.11 or later)';

export interface OpenOptions {
  readonly benchmarkVersion: string;
  /** The text of the policy of each suite. */
  readonly policies: Readonly<Record<string, string>>;
  /** The command to type where the package is not there. */
  readonly hint: string;
}

/** The package that was set up. Throws `peer-missing` where none was. */
export async function openAgentDojo({ hint, ...options }: OpenOptions): Promise<Environment> {
  const python = findAgentDojo();
  if (python !== undefined) return agentdojoEnvironment({ python, ...options });
  throw new SluiceError('peer-missing', 'AgentDojo is not set up', { hint });
}
