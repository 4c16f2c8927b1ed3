import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { shellWord } from '../show/shell-word.ts';
import type { Guard } from './guard.ts';
import type { Sandbox } from './sandbox/sandbox.ts';
import { isInside } from './workspace.ts';

interface Started {
  readonly guard: Guard;
  readonly sandbox: Sandbox;
  readonly network: 'host' | 'gateway';
}

/** For a program: what was started. */
export function startedJson({ guard, sandbox, network }: Started): string {
  const { program, client, workspace, policy, state, gateway } = guard;
  return JSON.stringify({
    event: 'agent-started',
    agent: path.basename(program),
    known: client !== undefined,
    workspace,
    policy: policy.file,
    sandbox: sandbox.kind,
    ...(sandbox.kind === 'none' ? { because: sandbox.because } : { network }),
    gateway: { url: gateway.url, folder: state.folder, started: gateway.isStarted },
  });
}

/** For a person, before the agent takes the screen. */
export function startedLines({ guard, sandbox, network }: Started): readonly string[] {
  const { program, client, workspace, policy, accepted, state, gateway } = guard;
  const name = path.basename(program);
  const shown = path.basename(policy.file);
  const answers = operatorLine(state.folder, 'approvals --watch');
  const reach =
    network === 'gateway'
      ? 'reaches the gateway alone (no network, no Unix sockets)'
      : 'reaches the network';
  return [
    ...(sandbox.kind === 'none'
      ? noSandboxLines(sandbox)
      : [`Sandbox: ${name} writes to ${workspace} and its own settings, and ${reach}`]),
    `Sluice guards ${name}: policy ${shown}, gateway ${gateway.url}`,
    ...(accepted === 'first' ? [firstLine(shown)] : []),
    `Its questions wait for you in another terminal: ${answers}`,
    ...(client === undefined ? [unknownLine(name)] : []),
    ...(isOwnInside(workspace) ? [insideLine] : []),
  ];
}

/** From the home folder: in the workspace `npx` would run what the agent has put there. */
export function operatorLine(folder: string, command: string): string {
  return `cd ~ && SLUICE_FOLDER=${shellWord(folder)} npx sluice ${command}`;
}

function noSandboxLines({ because, todo }: Sandbox & { readonly kind: 'none' }): readonly string[] {
  const line =
    `! NO SANDBOX, ${because}: this agent can read the operator's key, answer its own questions, ` +
    'change its policy and go past the gateway';
  return [todo === undefined ? line : `${line}\n  ${todo}`];
}

function firstLine(shown: string): string {
  return `Accepted ${shown} as it is now: no agent starts under a changed one until you accept it`;
}

function unknownLine(name: string): string {
  return (
    `! ${name} is not known: it was given the usual variables (OPENAI_BASE_URL, OPENAI_API_KEY, ` +
    'ANTHROPIC_BASE_URL, ...), and is not guarded if it reads others'
  );
}

const insideLine =
  '! this `sluice` stands in the agent’s workspace, where the agent can change it: install it ' +
  'elsewhere (npm install -g), and run it from there';

function isOwnInside(workspace: string): boolean {
  return isInside(realpathSync(fileURLToPath(import.meta.url)), workspace);
}
