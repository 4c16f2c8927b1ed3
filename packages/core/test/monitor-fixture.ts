import type { View } from '../src/history/plain.ts';
import { textOf } from '../src/model/chat-model.ts';
import { scriptedModel, type Script, type ScriptedModel } from '../src/model/scripted.ts';
import type { Confirm, ConfirmRequest } from '../src/engine/decision.ts';
import { Monitor, type MonitorOptions } from '../src/monitor/monitor.ts';
import type { Tool } from '../src/engine/tool.ts';
import { lineage } from '../src/propagate/lineage.ts';
import { fakePolicy, space } from './fake-policy.ts';

/** Everything that a model was shown, as one text. */
export function shown(view: View): string {
  return view.messages
    .map((message) =>
      message.role === 'assistant'
        ? `${message.text} ${message.calls.map(({ tool, args }) => `${tool}${args}`).join(' ')}`
        : textOf(message.parts),
    )
    .join('\n');
}

export interface Executed {
  readonly tool: string;
  readonly args: unknown;
}

/** Tools that note that they ran and give a fixed text back. */
export function toolbox(
  texts: Readonly<Record<string, string>>,
  executed: Executed[] = [],
): readonly Tool[] {
  return Object.entries(texts).map(([name, text]) => ({
    name,
    description: `The tool ${name}.`,
    parameters: { type: 'object' },
    execute: (args) => {
      executed.push({ tool: name, args });
      return text;
    },
  }));
}

/** A person who answers as told, and remembers what was asked. */
export function person(
  says: 'yes' | 'no',
  {
    by = ['emma'],
    clearance = space.top,
  }: { by?: string[]; clearance?: Confirm['clearance'] } = {},
): Confirm & { readonly asked: ConfirmRequest[] } {
  const asked: ConfirmRequest[] = [];
  return {
    clearance,
    asked,
    ask: async (request) => {
      asked.push(request);
      return says === 'yes' ? { kind: 'yes', by, hash: request.hash } : { kind: 'no', by };
    },
  };
}

type Rest = Partial<Omit<MonitorOptions, 'model'>> & { readonly script: Script };

/** A monitor over a scripted model with the stated parts; lineage and no shortcut by default. */
export function monitorOf({ script, ...rest }: Rest): {
  readonly monitor: Monitor;
  readonly model: ScriptedModel;
} {
  const model = scriptedModel(script);
  const monitor = new Monitor({
    policy: fakePolicy(),
    propagator: lineage(),
    tools: [],
    confirm: undefined,
    structure: 'keep',
    shortcuts: { allowedDraft: false, lazyReads: false },
    runId: 'run',
    nowMs: () => 0,
    ...rest,
    model,
  });
  return { monitor, model };
}
