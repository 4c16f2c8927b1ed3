import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';
import { readText } from '../files.ts';

/** Clients that act on the text of an answer. */
export const actingClients = ['aider', 'smolagents-code'] as const;

/** Clients for each of which a policy is shipped: coding agents with tools of their own, and these. */
export const clientPolicies = [
  'claude-code',
  'codex',
  'opencode',
  'qwen-code',
  'continue',
  'gemini-cli',
  ...actingClients,
] as const;
export type ClientPolicy = (typeof clientPolicies)[number];

/** In a checkout they stand at the root, in the published package beside the build. */
const place = import.meta.url.endsWith('.ts')
  ? '../../../../policies/clients/'
  : '../policies/clients/';

/** The line of a policy that names no folder yet. */
const noWorkspace = 'workspace: []';

/** A client's policy, for the project in a folder. Throws as `clientPolicyText`. */
export function clientPolicyFor(name: string, folder: string): string {
  return clientPolicyText(name).replace(noWorkspace, `workspace: [${JSON.stringify(folder)}]`);
}

/** The text of a client's policy. Throws `settings-invalid` for a client that has none. */
export function clientPolicyText(name: string): string {
  const known = clientPolicies.find((each) => each === name);
  if (known === undefined) {
    throw new SluiceError('settings-invalid', `no policy is shipped for the client \`${name}\``, {
      hint: `name one of these: ${clientPolicies.join(', ')}`,
    });
  }
  const file = fileURLToPath(new URL(`${place}${known}.yaml`, import.meta.url));
  if (existsSync(file)) return readText(file);
  throw new SluiceError('file-unreadable', 'the clients’ policies are missing from this install', {
    hint: 'install `sluice` again',
  });
}
