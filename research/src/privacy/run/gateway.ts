import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  newSecret,
  readSettings,
  type RunningGateway,
  secretHash,
  startGateway,
} from '@sluice/gateway';
import type { LogEvent } from '../../check/log/event.ts';
import { readRuns } from '../../check/check.ts';
import {
  type SimulatedApprover,
  startSimulatedApprover,
} from '../../defence/simulated-approver.ts';
import { type AgentOptions, runAgent } from '../../live/agent.ts';
import type { LocalServer } from '../../serve/local-server.ts';
import type { PrivacyTask } from '../task/task.ts';
import { openWorld, worldOf } from '../world/open.ts';
import { Before } from './before.ts';
import { answerIn, callsIn, everythingIn } from './call-record.ts';
import { CountedModel } from './counted-model.ts';
import { isDone } from './is-done.ts';
import { answerOf } from './persons.ts';
import type { PlayOptions } from './play.ts';
import type { Played } from './played.ts';
import { policyTextFor } from './policy-text-for.ts';
import { serveModel } from './serve-model.ts';

const tenant = 'task';
const modelKey = 'sk-made-up';
const eventsMax = 100_000;
/** Longer than a simulated person takes. */
const waitSeconds = 60;

/**
 * The same as in the library, with an agent of its own before a gateway whose settings are as they
 * ship, but for the propagator's name: real servers, a person at the operators' API, and the labels
 * that the gateway's record has.
 */
export async function playedThroughGateway(
  task: PrivacyTask,
  options: PlayOptions,
): Promise<Played> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-privacy-'));
  const before = new Before();
  const counted = new CountedModel(options.model);
  const provider = await serveModel(before.model(counted), options.signal);
  const approver = await startSimulatedApprover({
    trialOf: () => task,
    answer: (of, call) => (before.isPlaying ? 'yes' : answerOf(options.person, of, call)),
  });
  try {
    const parts = { task, options, folder, before, counted, provider, approver };
    const gateway = await openGateway(parts);
    try {
      await approver.attend(gateway);
      return await conversed(gateway, parts);
    } finally {
      await gateway.close();
    }
  } finally {
    await approver.close();
    await provider.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Parts {
  readonly task: PrivacyTask;
  readonly options: PlayOptions;
  readonly folder: string;
  readonly before: Before;
  readonly counted: CountedModel;
  readonly provider: LocalServer;
  readonly approver: SimulatedApprover;
}

function openGateway(parts: Parts): Promise<RunningGateway> {
  const { task, options, folder, before, counted, provider, approver } = parts;
  writeFileSync(path.join(folder, 'sluice.yaml'), policyTextFor(task, options.defence));
  const settings = {
    listen: { port: 0 },
    database: 'privacy.db',
    upstreams: { one: { family: 'openai', baseUrl: `${provider.url}/v1`, keyFrom: 'MODEL_KEY' } },
    profiles: {
      default: {
        policy: 'sluice.yaml',
        openai: 'one',
        propagator: 'own',
        waitJsonSeconds: waitSeconds,
      },
    },
    webhook: { url: approver.url, secretFrom: 'DESK_SECRET' },
  };
  return startGateway({
    settings: readSettings(JSON.stringify(settings), 'gateway.yaml'),
    folder,
    env: { MODEL_KEY: modelKey, DESK_SECRET: approver.secret },
    onLog: () => {},
    propagators: {
      own: (of) =>
        before.propagator(options.defence.propagator({ task, policy: of, model: counted })),
    },
  });
}

async function conversed(gateway: RunningGateway, parts: Parts): Promise<Played> {
  const { task, options, before, counted } = parts;
  const { system } = worldOf(task.setting);
  const world = openWorld(task.setting);
  const agent: Omit<AgentOptions, 'prompt'> = {
    baseUrl: `${gateway.url}/v1`,
    apiKey: await clientKey(gateway),
    model: options.model.name,
    system,
    tools: world.tools,
    signal: options.signal,
  };
  let messages: readonly unknown[] | undefined;
  for (const turn of task.prior) {
    await before.during(turn, async () => {
      ({ messages } = await runAgent({ ...agent, prompt: turn.user, before: messages }));
    });
  }
  const from = { events: (await eventsOf(gateway)).length, done: world.done.length };
  const { answer } = await runAgent({ ...agent, prompt: task.request, before: messages });
  const events = (await eventsOf(gateway)).slice(from.events);
  const done = world.done.slice(from.done);
  return {
    kind: 'finished',
    calls: [...callsIn(events), ...(task.answer === undefined ? [] : answerIn(events))],
    done: isDone(task, { world: { done, state: world.state }, answer }),
    modelCalls: counted.calls,
    everything: everythingIn(events),
  };
}

async function clientKey(gateway: RunningGateway): Promise<string> {
  const key = newSecret('client');
  const place = { kind: 'client', id: tenant, name: tenant, tenant, profile: 'default' } as const;
  const credential = { ...place, createdMs: Date.now(), revokedMs: undefined };
  await gateway.store.credentials.add(credential, secretHash(key));
  return key;
}

/** The monitor's events in the audit. Throws for a record that cannot be read. */
async function eventsOf(gateway: RunningGateway): Promise<readonly LogEvent[]> {
  const rows = await gateway.store.events.list({ tenant, limit: eventsMax });
  return readRuns(rows).flatMap(({ events, brokenAt }) => {
    if (brokenAt !== undefined) throw new Error('the record of a run cannot be read');
    return events;
  });
}
