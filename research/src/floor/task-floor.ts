import type { Policy } from '@sluice/core';
import type { SuiteFacts, TaskFacts } from '../agentdojo/facts.ts';
import { answerTo } from '../reader/say.ts';
import { type CallFloor, floorOfCall, type Labelling } from './call-floor.ts';
import { leastOfAnswer } from './least-label.ts';
import { after, beginning } from './task-history.ts';

/** A call with what each way of labelling must ask about it; the reasons are those with roles. */
export interface SinkFloor extends Omit<CallFloor, 'asks'> {
  readonly asks: ByLabelling;
  /** It must be asked about, or may be a choice that strangers make. */
  readonly mayAsk: ByLabelling;
  /** With roles it is asked about only for what calls before it wrote or were asked about. */
  readonly follows: boolean;
}

export type ByLabelling = Readonly<Record<Labelling, boolean>>;

/** The least number of questions of one task, and why. */
export interface TaskFloor {
  readonly suite: string;
  readonly task: string;
  readonly calls: readonly SinkFloor[];
  readonly answerAsks: ByLabelling;
}

export interface TaskOfSuite {
  readonly name: string;
  readonly suite: SuiteFacts;
  readonly id: string;
  readonly facts: TaskFacts;
}

/** Plays a task's own calls through a policy, once for each way of labelling. */
export async function floorOfTask(policy: Policy, task: TaskOfSuite): Promise<TaskFloor> {
  const whole = await play(policy, task, { labelling: 'whole', raises: true });
  const roles = await play(policy, task, { labelling: 'roles', raises: true });
  const apart = await play(policy, task, { labelling: 'roles', raises: false });
  const calls = apart.calls.map((call, at): SinkFloor => {
    const by = (is: (floor: CallFloor) => boolean): ByLabelling => ({
      whole: is(whole.calls[at] ?? call),
      roles: is(roles.calls[at] ?? call),
    });
    const asks = by((floor) => floor.asks);
    const mayAsk = by((floor) => floor.asks || floor.mayBeChosen);
    return { ...call, asks, mayAsk, follows: asks.roles && !call.asks };
  });
  const answerAsks = { whole: whole.answerAsks, roles: roles.answerAsks };
  return { suite: task.name, task: task.id, calls, answerAsks };
}

interface Played {
  readonly calls: readonly CallFloor[];
  readonly answerAsks: boolean;
}

interface Playing {
  readonly labelling: Labelling;
  /** Results carry the label of their call; else only what the policy says of their fields. */
  readonly raises: boolean;
}

async function play(
  policy: Policy,
  { suite, facts }: TaskOfSuite,
  { labelling, raises }: Playing,
): Promise<Played> {
  const { space } = policy;
  const { prompt } = facts;
  const calls: CallFloor[] = [];
  const outputs: string[] = [];
  let history = beginning(policy, suite, prompt);
  for (const call of facts.groundTruth) {
    const floor = await floorOfCall({ policy, history, prompt, outputs, call }, labelling);
    calls.push(floor);
    outputs.push(call.output);
    history = after(history, call, { policy, label: raises ? floor.label : space.bottom });
  }
  const answer = answerTo(facts);
  const ruling = policy.ruleAnswer(answer);
  const { label } = await leastOfAnswer(space, history, answer);
  const flows = ruling.kind === 'ceiling' && space.flowsTo(label, ruling.ceiling);
  return { calls, answerAsks: !flows };
}
