import {
  type ChatModel,
  type PlainMessage,
  type PlainPart,
  type Tool,
  type ToolOutput,
  limits,
} from '@sluice/core';

export interface UnguardedRun {
  readonly answer: string;
  readonly messages: readonly PlainMessage[];
  readonly modelCalls: number;
}

/** An agent without Sluice: every call of the model runs, every text is shown to it. */
export async function runUnguarded(
  {
    model,
    tools,
    system,
  }: { readonly model: ChatModel; readonly tools: readonly Tool[]; readonly system: string },
  prompt: string,
  signal: AbortSignal,
): Promise<UnguardedRun> {
  const messages: PlainMessage[] = [
    { role: 'system', parts: textParts(system) },
    { role: 'user', parts: textParts(prompt) },
  ];
  for (let step = 1; step <= limits.stepsPerTurnMax; step += 1) {
    const { text, calls } = await model.generate({ view: { messages, tools } }, { signal });
    const numbered = calls.map((call, at) => ({ ...call, id: `u${step}_${at}` }));
    messages.push({ role: 'assistant', text, calls: numbered });
    if (calls.length === 0) return { answer: text, messages: [...messages], modelCalls: step };
    for (const call of numbered) {
      const parts = await execute(tools, call, signal);
      messages.push({ role: 'tool', callId: call.id, tool: call.tool, parts });
    }
  }
  return { answer: '', messages, modelCalls: limits.stepsPerTurnMax };
}

async function execute(
  tools: readonly Tool[],
  call: { readonly id: string; readonly tool: string; readonly args: string },
  signal: AbortSignal,
): Promise<readonly PlainPart[]> {
  const tool = tools.find((one) => one.name === call.tool);
  if (tool === undefined) return textParts('There is no such tool.');
  const args = parseArgs(call.args);
  if (args === undefined) return textParts('The arguments are not a JSON object.');
  const output: ToolOutput = await tool.execute(args, { signal, callId: call.id });
  return typeof output === 'string' ? textParts(output) : output.parts;
}

function textParts(text: string): readonly PlainPart[] {
  return [{ kind: 'text', text }];
}

function parseArgs(json: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
