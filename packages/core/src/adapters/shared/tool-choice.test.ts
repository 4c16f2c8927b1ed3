import { BaseChatModel } from '@langchain/core/language_models/chat_models';
import { AIMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import {
  Agent,
  run,
  setTracingDisabled,
  tool as agentsTool,
  Usage,
  type Model,
} from '@openai/agents';
import { generateText, isStepCount, tool as aiTool } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { createAgent, createMiddleware, tool as langchainTool } from 'langchain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { payPolicy, stillPolicy } from '../../../test/obeying-agent.ts';
import type { Policy } from '../../policy/policy.ts';
import { redactAll } from '../../propagate/redact-all.ts';
import { proves } from '../../testing/proves.ts';
import { guard as guardAiSdk } from '../ai-sdk.ts';
import { guard as guardLangChain } from '../langchain.ts';
import { guard as guardAgents } from '../openai-agents.ts';
import { choiceWithin } from './tool-choice.ts';

setTracingDisabled(true);

/** One request as the provider received it. */
interface Sent {
  readonly tools: unknown;
  readonly choice: unknown;
}

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const inputSchema = z.object({});
const amount = z.object({ amount: z.number(), to: z.string() });
const args = { amount: 900, to: 'mallory' };

interface Play {
  readonly forced: string;
  /** The tools that the model calls before it is done, whatever it is shown. */
  readonly calls: readonly string[];
  readonly policy: Policy;
}

async function playAiSdk({ forced, calls, policy }: Play): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const model = new MockLanguageModelV4({
    doGenerate: ({ tools, toolChoice }) => {
      const name = calls[sent.length];
      sent.push({ tools, choice: toolChoice });
      const call = { toolCallId: 'c', toolName: name ?? '', input: JSON.stringify(args) };
      const content =
        name === undefined
          ? [{ type: 'text' as const, text: 'done' }]
          : [{ type: 'tool-call' as const, ...call }];
      const finishReason = { unified: name ? 'tool-calls' : 'stop', raw: undefined } as const;
      return Promise.resolve({ content, finishReason, usage, warnings: [] });
    },
  });
  const ghost = aiTool({ inputSchema, execute: () => 'PAY' });
  const tools = {
    ghost,
    search: ghost,
    pay: aiTool({ inputSchema: amount, execute: () => 'paid' }),
  };
  const guarded = guardAiSdk({ model, tools, policy, approver: 'top', propagator: redactAll() });
  const toolName = z.enum(['ghost', 'search', 'pay']).parse(forced);
  const toolChoice = { type: 'tool', toolName } as const;
  // The AI SDK itself throws where the call that it was to force did not come.
  const done = generateText({ ...guarded, toolChoice, prompt: 'Hello.', stopWhen: isStepCount(4) });
  await done.catch((error: unknown) => expect(String(error)).toContain('required tool'));
  return sent;
}

async function playAgents({ forced, calls, policy }: Play): Promise<readonly Sent[]> {
  const sent: Sent[] = [];
  const model: Model = {
    getResponse: ({ tools, modelSettings }) => {
      const name = calls[sent.length];
      sent.push({ tools, choice: modelSettings.toolChoice });
      const content = [{ type: 'output_text' as const, text: 'done' }];
      const said = { type: 'message', role: 'assistant', status: 'completed', content } as const;
      const call = { callId: 'c', name: name ?? '', arguments: JSON.stringify(args) };
      const output = name === undefined ? said : ({ type: 'function_call', ...call } as const);
      return Promise.resolve({ usage: new Usage(), output: [output] });
    },
    getStreamedResponse: () => {
      throw new Error('not streamed');
    },
  };
  const made = (name: string, parameters: typeof inputSchema | typeof amount) =>
    agentsTool({ name, description: 'd', parameters, execute: () => 'PAY' });
  const tools = [made('ghost', inputSchema), made('search', inputSchema), made('pay', amount)];
  const modelSettings = { toolChoice: forced };
  const agent = new Agent({ name: 'a', model, tools, modelSettings, resetToolChoice: false });
  await run(
    guardAgents(agent, { policy, approver: 'top', propagator: redactAll() }).agent,
    'Hello.',
  );
  return sent;
}

class Scripted extends BaseChatModel {
  readonly model = 'scripted';
  readonly sent: Sent[] = [];
  readonly #calls: readonly string[];
  #bound: Sent = { tools: [], choice: undefined };

  constructor(calls: readonly string[]) {
    super({});
    this.#calls = calls;
  }

  override _llmType(): string {
    return 'scripted';
  }

  override bindTools(tools: unknown[], settings?: object): this {
    this.#bound = { tools, choice: new Map(Object.entries(settings ?? {})).get('tool_choice') };
    return this;
  }

  override async _generate(): Promise<ChatResult> {
    const name = this.#calls[this.sent.length];
    this.sent.push(this.#bound);
    const message =
      name === undefined
        ? new AIMessage('done')
        : new AIMessage({ content: '', tool_calls: [{ id: 'c', name, args }] });
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

async function playLangChain({ forced, calls, policy }: Play): Promise<readonly Sent[]> {
  const model = new Scripted(calls);
  const forcing = createMiddleware({
    name: 'Forcing',
    wrapModelCall: (request, handler) =>
      handler({ ...request, toolChoice: { type: 'function', function: { name: forced } } }),
  });
  const made = (name: string, schema: z.ZodObject) =>
    langchainTool(() => 'PAY', { name, description: 'd', schema });
  const agent = createAgent({
    model,
    tools: [made('ghost', inputSchema), made('search', inputSchema), made('pay', amount)],
    middleware: [forcing, guardLangChain({ policy, approver: 'top', propagator: redactAll() })],
  });
  await agent.invoke({ messages: [{ role: 'user', content: 'Hello.' }] });
  return model.sent;
}

const plays = { 'AI SDK': playAiSdk, 'OpenAI Agents SDK': playAgents, LangChain: playLangChain };

for (const play of Object.values(plays)) {
  proves('adapters/forced-tool', async () => {
    // Nobody vouches for this tool, so its name leaves the view with it.
    const [hidden] = await play({ forced: 'ghost', calls: [], policy: payPolicy });
    expect(JSON.stringify(hidden)).not.toContain('ghost');
    expect(JSON.stringify(hidden?.choice)).toContain('none');
    const [shown] = await play({ forced: 'search', calls: [], policy: payPolicy });
    expect(JSON.stringify(shown?.choice)).toContain('search');
  });

  proves('adapters/forced-tool', async () => {
    const sent = await play({ forced: 'pay', calls: ['pay'], policy: stillPolicy });
    const [first, ...rest] = sent.map(({ choice }) => JSON.stringify(choice) ?? 'free');
    // Whoever is still forced would make the same call again.
    expect([first, rest]).toEqual([expect.stringContaining('pay'), ['free']]);
  });
}

test('a choice that names no hidden tool stays; without any tool there is none', () => {
  const limits = { hidden: new Set(['ghost']), none: false, isFree: false };
  for (const choice of ['auto', 'required', 'search', { type: 'tool', toolName: 'search' }]) {
    expect(choiceWithin(choice, limits, 'none')).toBe(choice);
    expect(choiceWithin(choice, { ...limits, none: true }, 'none')).toBeUndefined();
  }
  expect(choiceWithin('none', { ...limits, isFree: true }, 'none')).toBe('none');
  const some = { type: 'allowed_tools', tools: [{ name: 'search' }, { name: 'ghost' }] };
  expect(choiceWithin(some, limits, 'none')).toBe('none');
});
