import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Policy, Propagator } from '@sluice/core';
import {
  newSecret,
  readSettings,
  type RunningGateway,
  secretHash,
  startGateway,
} from '@sluice/gateway';
import type { TrialSpec } from '../trial/trial.ts';
import type { Admitted, Defence, DefenceDependencies, StandingDefence } from './defence.ts';
import { passageOf } from './passage.ts';
import {
  policiesByProfile,
  type PolicyTexts,
  profileOf,
  type StepSettings,
  writeProfiles,
} from './profiles.ts';
import { type SimulatedApprover, startSimulatedApprover } from './simulated-approver.ts';

export interface GuardedOptions {
  readonly name: string;
  /** A propagator by its name, or one of the bench's own. */
  readonly propagator: string | ((policy: Policy) => Propagator);
  /** The text of the policy for each suite. */
  readonly policies: PolicyTexts;
  /** Default: the gateway's own. */
  readonly steps?: StepSettings | undefined;
}

/** The most events that one trial may have. */
const eventsMax = 1_000_000;

/** The agent talks to the gateway, as any agent would; a simulated person is its operator. */
export function guarded(options: GuardedOptions): Defence {
  return { name: options.name, start: (around) => startGuarded(options, around) };
}

async function startGuarded(
  options: GuardedOptions,
  around: DefenceDependencies,
): Promise<StandingDefence> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-bench-'));
  const trials: Map<string, TrialSpec> = new Map();
  const approver = await startSimulatedApprover({
    trialOf: (tenant) => trials.get(tenant),
    answer: around.knowledge.answer,
  });
  const leave = async (): Promise<void> => {
    await approver.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const policies = policiesByProfile(options.policies);
    const gateway = await startOver(folder, { ...options, policies }, { around, approver });
    await approver.attend(gateway);
    const close = async (): Promise<void> => {
      await gateway.close();
      await leave();
    };
    const place = { gateway, trials, policies, around };
    return { admit: (spec) => admit(spec, place), close };
  } catch (error) {
    await leave();
    throw error;
  }
}

async function startOver(
  folder: string,
  { propagator, policies, steps }: GuardedOptions,
  {
    around,
    approver,
  }: { readonly around: DefenceDependencies; readonly approver: SimulatedApprover },
): Promise<RunningGateway> {
  const own = typeof propagator === 'string' ? undefined : { own: propagator };
  const name = typeof propagator === 'string' ? propagator : 'own';
  const profiles = writeProfiles(folder, { policies, propagator: name, steps });
  const settings = {
    listen: { port: 0 },
    database: 'bench.db',
    upstreams: { model: { family: 'openai', baseUrl: around.modelUrl, keyFrom: 'MODEL_KEY' } },
    profiles,
    webhook: { url: approver.url, secretFrom: 'DESK_SECRET' },
  };
  return startGateway({
    settings: readSettings(JSON.stringify(settings), 'gateway.yaml'),
    folder,
    env: { MODEL_KEY: around.modelKey, DESK_SECRET: approver.secret },
    onLog: () => {},
    propagators: own,
  });
}

interface GuardedDefence {
  readonly gateway: RunningGateway;
  readonly trials: Map<string, TrialSpec>;
  readonly policies: PolicyTexts;
  readonly around: DefenceDependencies;
}

/** Each trial is a tenant of its own, with a key of its own: its questions and events are its. */
async function admit(
  spec: TrialSpec,
  { gateway, trials, policies, around }: GuardedDefence,
): Promise<Admitted> {
  const tenant = `trial-${randomBytes(8).toString('hex')}`;
  const apiKey = newSecret('client');
  const credential = {
    kind: 'client',
    id: tenant,
    name: tenant,
    tenant,
    profile: profileOf(spec),
    createdMs: Date.now(),
    revokedMs: undefined,
  } as const;
  await gateway.store.credentials.add(credential, secretHash(apiKey));
  trials.set(tenant, spec);
  return {
    baseUrl: `${gateway.url}/v1`,
    apiKey,
    leave: async (executed) => {
      const events = await gateway.store.events.list({ tenant, limit: eventsMax });
      trials.delete(tenant);
      await gateway.store.credentials.revoke(tenant, Date.now());
      const { isOwn } = around.knowledge;
      const policy = policies[profileOf(spec)] ?? '';
      return passageOf(events, { policy, executed, isOwn: (call) => isOwn(spec, call) });
    },
  };
}
