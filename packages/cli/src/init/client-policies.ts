import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SluiceError } from '@sluice/core';
import { readText } from '../files.ts';

/** Clients that act on the text of an answer. */
export const actingClients = ['aider', 'smolagents-code'] as const;

/** Clients for each of which a policy is shipped: these, and agents with tools of their own. */
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
  return readText(clientPolicyFile(known));
}

/** The file of a client's policy, where it is shipped. Throws `file-unreadable`. */
export function clientPolicyFile(name: string): string {
  const file = fileURLToPath(new URL(`${place}${name}.yaml`, import.meta.url));
  if (existsSync(file)) return file;
  const message = `the policy of the client \`${name}\` is missing from this install`;
  throw new SluiceError('file-unreadable', message, {
    hint: 'install `sluice` again, or name a policy: `--policy FILE`',
  });
}
