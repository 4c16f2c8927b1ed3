import {
  type ChatModel,
  defaultShortcuts,
  loadPolicy,
  Monitor,
  type Policy,
  type TurnResult,
} from '@sluice/core';
import type { PrivacyDefence } from '../defence/defence.ts';
import type { PrivacyTask } from '../task/task.ts';
import { openWorld, worldOf } from '../world/open.ts';
import type { OpenWorld } from '../world/world.ts';
import { Before } from './before.ts';
import { answerIn, callsIn, everythingIn } from './call-record.ts';
import { CountedModel } from './counted-model.ts';
import { playedThroughGateway } from './gateway.ts';
import { isDone } from './is-done.ts';
import { personOf, type PrivacyPerson } from './persons.ts';
import type { Played } from './played.ts';
import { policyTextFor } from './policy-text-for.ts';

export interface PlayOptions {
  readonly defence: PrivacyDefence;
  readonly person: PrivacyPerson;
  readonly model: ChatModel;
  readonly signal: AbortSignal;
}

/**
 * Far above what a model takes on a slow machine. At the default a late answer, and so everything
 * as relevant, would say more of the machine than of the propagator.
 */
const propagatorTimeoutMs = 1_800_000;

/** Runs and grades one task. What goes wrong is an error, and never a grade. */
export async function play(task: PrivacyTask, options: PlayOptions): Promise<Played> {
  try {
    const run = options.defence.through === 'gateway' ? playedThroughGateway : played;
    return await run(task, options);
  } catch (error) {
    return { kind: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

async function played(
  task: PrivacyTask,
  { defence, person, model, signal }: PlayOptions,
): Promise<Played> {
  const { system } = worldOf(task.setting);
  const policy = await policyFor(task, defence);
  const counted = new CountedModel(model);
  const propagator = defence.propagator({ task, policy, model: counted });
  const world = openWorld(task.setting);
  const before = new Before();
  const monitor = new Monitor({
    policy,
    system,
    tools: world.tools,
    model: before.model(counted),
    propagator: before.propagator(propagator),
    confirm: before.person(personOf(person, task, policy.space.top)),
    structure: 'keep',
    shortcuts: defence.shortcuts ?? defaultShortcuts,
    propagatorTimeoutMs,
  });
  for (const turn of task.prior) {
    await before.during(turn, async () => {
      requireAnswered(await monitor.turn(turn.user, { signal }));
    });
  }
  const from = { events: monitor.events.length, done: world.done.length };
  const result = await monitor.turn(task.request, { signal });
  requireAnswered(result);
  const events = monitor.events.slice(from.events);
  return {
    kind: 'finished',
    calls: [...callsIn(events), ...(task.answer === undefined ? [] : answerIn(events))],
    done: isDone(task, { world: sinceIn(world, from.done), answer: result.text }),
    modelCalls: counted.calls,
    everything: everythingIn(events),
  };
}

/** A turn that stopped before its answer says nothing about a defence; one held back does. */
function requireAnswered({ outcome }: TurnResult): void {
  if (outcome !== 'answered' && outcome !== 'answer-refused')
    throw new Error(`a turn ended in \`${outcome}\``);
}

function sinceIn({ done, state }: OpenWorld, from: number): Pick<OpenWorld, 'done' | 'state'> {
  return { done: done.slice(from), state };
}

const policies = new Map<string, Promise<Policy>>();

/** The policy of the task's world under a defence; the same text is compiled once. */
export function policyFor(
  task: PrivacyTask,
  defence: Pick<PrivacyDefence, 'asks'>,
): Promise<Policy> {
  const text = policyTextFor(task, defence);
  const known = policies.get(text) ?? loadPolicy(text, { file: 'sluice.yaml' });
  policies.set(text, known);
  return known;
}
