import type { Tool } from '@sluice/core';
import * as z from 'zod';
import { argumentsOf } from '../reader/arguments.ts';

/** An agent as its author wrote it: a prompt, tools, and where its model is. */
export interface AgentOptions {
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly model: string;
  readonly system: string;
  readonly prompt: string;
  /** What an earlier run of the same conversation returned; default: it begins. */
  readonly before?: readonly unknown[] | undefined;
  readonly tools: readonly Tool[];
  readonly signal: AbortSignal;
}

export interface AgentRun {
  readonly calls: readonly { readonly tool: string; readonly args: Record<string, unknown> }[];
  readonly answer: string;
  /** The conversation up to here, as the client holds it. */
  readonly messages: readonly unknown[];
}

const requestsMax = 40;

const reply = z.object({
  choices: z
    .array(
      z.object({
        message: z.looseObject({
          content: z.string().nullish(),
          tool_calls: z
            .array(
              z.looseObject({
                id: z.string(),
                function: z.object({ name: z.string(), arguments: z.string() }),
              }),
            )
            .nullish(),
        }),
      }),
    )
    .min(1),
});

type Message = z.output<typeof reply>['choices'][number]['message'];

/**
 * Runs the loop of every agent: ask the model, run its calls, hand back the results, until it makes
 * none. Throws for an answer of the server that is none: no grade may come of it.
 */
export async function runAgent(options: AgentOptions): Promise<AgentRun> {
  const { system, prompt, tools, signal } = options;
  const { before = [{ role: 'system', content: system }] } = options;
  const messages: unknown[] = [...before, { role: 'user', content: prompt }];
  const calls: { tool: string; args: Record<string, unknown> }[] = [];
  for (let request = 0; request < requestsMax; request += 1) {
    const message = await ask(options, messages);
    messages.push(message);
    const wanted = message.tool_calls ?? [];
    if (wanted.length === 0) return { calls, answer: message.content ?? '', messages };
    for (const { id, function: called } of wanted) {
      const args = { ...argumentsOf(called.arguments) };
      const tool = tools.find(({ name }) => name === called.name);
      calls.push({ tool: called.name, args });
      const output =
        (await tool?.execute(args, { signal, callId: id })) ?? 'There is no such tool.';
      const content = typeof output === 'string' ? output : JSON.stringify(output.parts);
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
  return { calls, answer: '', messages };
}

async function ask(
  { baseUrl, apiKey, model, tools, signal }: AgentOptions,
  messages: readonly unknown[],
): Promise<Message> {
  const declared = tools.map(({ name, description, parameters }) => {
    return { type: 'function', function: { name, description, parameters } };
  });
  const response = await fetch(`${baseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${apiKey}` },
    body: JSON.stringify({ model, messages, tools: declared }),
    signal,
  });
  if (!response.ok) throw new Error(`the model's server answered ${response.status}`);
  const [first] = reply.parse(await response.json()).choices;
  if (first === undefined) throw new Error('the model gave no message');
  return first.message;
}
