import {
  type ChatModel,
  loadPolicy,
  Monitor,
  type MonitorEvent,
  type Policy,
  type TurnResult,
} from '@sluice/core';
import { policyUnder, type PrivacyDefence, type StepRelevance } from '../defence/defence.ts';
import type { PrivacyTask } from '../task/task.ts';
import { openWorld, worldOf } from '../world/open.ts';
import type { OpenWorld } from '../world/world.ts';
import { Before } from './before.ts';
import { answerIn, callsIn } from './call-record.ts';
import { isDone } from './is-done.ts';
import { personOf, type PrivacyPerson } from './persons.ts';
import type { Played } from './played.ts';

export interface PlayOptions {
  readonly defence: PrivacyDefence;
  readonly person: PrivacyPerson;
  readonly model: ChatModel;
  readonly signal: AbortSignal;
}

/** A propagator that always says so has told nothing apart because it never does. */
const meant = 'naive';

const shortcuts = { allowedDraft: true, lazyReads: true };

/**
 * Far above what a model takes on a slow machine. At the default a late answer, and so everything
 * as relevant, would say more of the machine than of the propagator.
 */
const propagatorTimeoutMs = 1_800_000;

/** Runs and grades one task. What goes wrong is an error, and never a grade. */
export async function play(task: PrivacyTask, options: PlayOptions): Promise<Played> {
  try {
    return await played(task, options);
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
  const steps = new StepLabels();
  const { onStep } = steps;
  const propagator = defence.propagator({ task, policy, model: counted, onStep });
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
    shortcuts,
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
    calls: [
      ...callsIn(events, steps.found),
      ...(task.answer === undefined ? [] : answerIn(events, steps.found)),
    ],
    done: isDone(task, { world: sinceIn(world, from.done), answer: result.text }),
    modelCalls: counted.calls,
    everything: everythingIn(events, steps.found),
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
  { setting, answer }: PrivacyTask,
  defence: Pick<PrivacyDefence, 'asks'>,
): Promise<Policy> {
  const whole = policyUnder(worldOf(setting).policy, defence);
  const text = answer?.to === 'others' ? readByOthers(whole) : whole;
  const known = policies.get(text) ?? loadPolicy(text, { file: 'sluice.yaml' });
  policies.set(text, known);
  return known;
}

/** The policy where others read the answers: they are cleared for nothing. */
function readByOthers(text: string): string {
  const [told, read] = ['answer: { ceiling: top }', 'answer: { ceiling: bottom }'];
  if (!text.includes(told)) throw new Error('the policy does not say who reads the answer');
  return text.replace(told, read);
}

/** Counts the generations that a defence asks of a model, its own trials included. */
class CountedModel implements ChatModel {
  calls = 0;
  readonly name: string;
  readonly generate: ChatModel['generate'];

  constructor(inner: ChatModel) {
    this.name = inner.name;
    this.generate = (request, options) => {
      this.calls += 1;
      return inner.generate(request, options);
    };
  }
}

/** A propagator's result in each step; also a late one that nobody waits for any more. */
class StepLabels {
  readonly found: (StepRelevance | undefined)[] = [];
  readonly onStep = (): ((found: StepRelevance) => void) => {
    const at = this.found.push(undefined) - 1;
    return (found) => {
      this.found[at] = found;
    };
  };
}

/**
 * How often everything counted as relevant in a run, by the reason: a limit, an answer that was
 * late or could not be read. `found`: what a propagator has told, one a step; where it has told
 * nothing, the reason is the one that stands in the event.
 */
function everythingIn(
  events: readonly MonitorEvent[],
  found: readonly (StepRelevance | undefined)[],
): Readonly<Record<string, number>> {
  const answers = events.flatMap((each) => (each.type === 'relevance-found' ? [each] : []));
  const counts: Record<string, number> = {};
  for (const [at, { relevance }] of answers.entries()) {
    const answered = relevance.kind === 'all' ? relevance.because : undefined;
    const because = answered ?? found[at]?.everything;
    if (because === undefined || because === meant) continue;
    counts[because] = (counts[because] ?? 0) + 1;
  }
  return counts;
}
