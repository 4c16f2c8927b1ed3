import path from 'node:path';
import { families, type FamilyName, familyNames, readSettings } from '@sluice/gateway';
import { readText } from '../files.ts';
import { firstProfile } from '../gateway/settings-file.ts';
import { clientPolicyFile } from '../init/client-policies.ts';
import type { Client, Env } from './client.ts';
import { clientOf } from './clients.ts';
import { programAt } from './find-program.ts';
import { gatewayOf, type RunningGateway } from './gateway-of.ts';
import { type Accepted, type Acceptance, acceptPolicy } from './accepted-policy.ts';
import { providersIn } from './provider.ts';
import { readRunPolicy, type RunPolicy } from './run-policy.ts';
import { type RunState, stateFolder, stateIn, stateRoot, writeState } from './state-folder.ts';
import { unknownPolicyFile } from './unknown-policy.ts';
import { workspaceAt } from './workspace.ts';

/** Where an agent is to run. */
export interface RunPlace {
  readonly env: Env;
  readonly folder: string;
  readonly home: string;
}

/** An agent that can be started, with the gateway that guards it. */
export interface Guard {
  readonly program: string;
  /** `undefined`: nobody knows how this program takes its settings. */
  readonly client: Client | undefined;
  readonly workspace: string;
  /** Where the state of all runs stands. */
  readonly root: string;
  readonly policy: RunPolicy;
  /** `undefined`: it is not the user's own. */
  readonly accepted: Accepted['kind'] | undefined;
  readonly state: RunState;
  readonly gateway: RunningGateway;
  readonly families: ReadonlySet<FamilyName>;
  /** Values that the agent's environment must not hold, under any name. */
  readonly secrets: readonly string[];
}

/** Starts the gateway for a program, or finds the one that runs. Throws `SluiceError`. */
export async function guardFor(
  given: string,
  {
    policy: named,
    place,
    acceptance,
  }: {
    readonly policy: string | undefined;
    readonly place: RunPlace;
    readonly acceptance: Acceptance;
  },
): Promise<Guard> {
  const { env, home } = place;
  const client = clientOf(given);
  const program = programAt(given, { env, folder: place.folder, install: client?.install });
  const workspace = workspaceAt(place.folder, home);
  const root = stateRoot(home);
  const folder = stateFolder(root, { workspace, name: path.basename(given) });
  const file = named ?? (client ? clientPolicyFile(client.policy) : unknownPolicyFile(folder));
  const policy = await readRunPolicy(file, workspace);
  const accepted = named === undefined ? undefined : await acceptPolicy(policy, root, acceptance);
  const state = stateIn(folder, policy, workspace);
  const prepare = (): void => {
    const providers = providersIn(env, client?.families ?? ['openai', 'anthropic', 'gemini']);
    writeState(state, { policy, workspace, providers });
  };
  const gateway = await gatewayOf(state, { env, prepare });
  accepted?.keep();
  const { families: served, keys } = servedBy(state);
  const secrets = keys.flatMap((name) => env[name] ?? []).filter((value) => value !== '');
  return {
    program,
    client,
    workspace,
    root,
    policy,
    accepted: accepted?.kind,
    state,
    gateway,
    families: served,
    secrets,
  };
}

/** By its settings: the gateway may have been started for another agent, with other keys set. */
function servedBy({ settings: file }: RunState): {
  readonly families: ReadonlySet<FamilyName>;
  readonly keys: readonly string[];
} {
  const settings = readSettings(readText(file), file);
  const profile = settings.profiles[firstProfile(settings)];
  const served = Object.values(familyNames).filter((name) => profile?.[name] !== undefined);
  const keys = Object.values(familyNames).map((name) => families[name].provider.keyFrom);
  const own = Object.values(settings.upstreams).flatMap(({ keyFrom }) => keyFrom ?? []);
  return { families: new Set(served), keys: [...new Set([...keys, ...own])] };
}
