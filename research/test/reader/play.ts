import type { PlainMessage } from '@sluice/core';
import type { Facts } from '../../src/agentdojo/facts.ts';
import type { Reader, ReaderCall, ReaderOutput, ReaderView } from '../../src/reader/reader.ts';

export interface Scene {
  readonly facts: Facts;
  readonly suite: string;
  readonly task: string;
}

/** The output of a tool: of the ground truth, or of a test's own making. */
export type Outputs = (call: ReaderCall) => string | undefined;

export function opening({ facts, suite, task }: Scene): ReaderView {
  const { tools = [], userTasks } = facts.suites[suite] ?? {};
  return {
    messages: [
      { role: 'system', parts: [{ kind: 'text', text: 'You help.' }] },
      { role: 'user', parts: [{ kind: 'text', text: userTasks?.[task]?.prompt ?? '' }] },
    ],
    tools: tools.map((name) => ({ name, description: '', parameters: {} })),
  };
}

/** The view after these calls were made and gave these outputs. */
export function after(
  view: ReaderView,
  calls: readonly { readonly tool: string; readonly args: string; readonly output: string }[],
): ReaderView {
  const named = calls.map((call, at) => ({ ...call, id: `call_${view.messages.length}_${at}` }));
  const generation: PlainMessage = {
    role: 'assistant',
    text: '',
    calls: named.map(({ id, tool, args }) => ({ id, tool, args })),
  };
  const results = named.map(({ id, tool, output }): PlainMessage => {
    return { role: 'tool', callId: id, tool, parts: [{ kind: 'text', text: output }] };
  });
  return { ...view, messages: [...view.messages, generation, ...results] };
}

const roundsMax = 15;

export interface Played {
  readonly made: readonly ReaderCall[];
  readonly last: ReaderOutput;
  /** Every view that the reader was shown. */
  readonly views: readonly ReaderView[];
}

/** Lets a reader work on a task until it answers; the tools answer with the ground truth. */
export function play(reader: Reader, scene: Scene, outputs: Outputs = () => undefined): Played {
  const made: ReaderCall[] = [];
  const views = [opening(scene)];
  const left = [...(scene.facts.suites[scene.suite]?.userTasks[scene.task]?.groundTruth ?? [])];
  for (;;) {
    const view = views.at(-1) ?? opening(scene);
    const last = reader.decide(view);
    if (last.calls.length === 0 || views.length > roundsMax) return { made, last, views };
    made.push(...last.calls);
    const done = last.calls.map((call) => {
      const args = JSON.stringify(call.args);
      const at = left.findIndex(
        (step) => step.tool === call.tool && JSON.stringify(step.args) === args,
      );
      const [step] = at === -1 ? [] : left.splice(at, 1);
      return { tool: call.tool, args, output: outputs(call) ?? step?.output ?? 'None' };
    });
    views.push(after(view, done));
  }
}
