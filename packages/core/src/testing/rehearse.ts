import type { Decision } from '../engine/decision.ts';
import type { View } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import { type Script, scriptedModel, type ScriptedReply } from '../model/scripted.ts';
import { Monitor, type MonitorOptions, type TurnResult } from '../monitor/monitor.ts';

/**
 * One user turn with a script in the place of the model: what would an attacked model get to do?
 */
export interface Rehearsal extends Omit<MonitorOptions, 'model'> {
  readonly user: string;
  readonly replies: Script | readonly ScriptedReply[];
}

export interface Rehearsed {
  readonly result: TurnResult;
  /** Each call that the script made, in order. */
  readonly calls: readonly {
    readonly tool: string;
    readonly label: Label;
    readonly decision: Decision;
  }[];
  /** The view of each generation. */
  readonly views: readonly View[];
}

/** Runs the turn through a monitor, so that a test can look at decisions and views. */
export async function rehearse({ user, replies, ...options }: Rehearsal): Promise<Rehearsed> {
  const model = scriptedModel(replies);
  const monitor = new Monitor({ ...options, model });
  const result = await monitor.turn(user);
  return {
    result,
    calls: monitor.events
      .filter((event) => event.type === 'call-decided')
      .map(({ tool, label, decision }) => ({ tool, label, decision })),
    views: model.requests.map(({ view }) => view),
  };
}
