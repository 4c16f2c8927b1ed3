import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage, ToolMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { Command, MemorySaver } from '@langchain/langgraph';
import {
  Agent,
  defineToolInputGuardrail,
  run,
  setTracingDisabled,
  tool as agentsTool,
  ToolGuardrailFunctionOutputFactory,
  Usage,
  type Model,
} from '@openai/agents';
import { generateText, isStepCount, tool as aiTool, type ModelMessage } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import * as langchain from 'langchain';
import { createAgent, tool as langchainTool, type AgentMiddleware } from 'langchain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  amountMax,
  argumentsOf,
  asksItself,
  policyFor,
  removesNoProtection,
  type Outcome,
  type Proposal,
} from '../../test/own-protections.ts';
import { proves } from '../testing/proves.ts';
import { guard as guardAiSdk, guardTools as guardAiSdkTools } from './ai-sdk.ts';
import { guard as guardLangChain } from './langchain.ts';
import { guard as guardAgents, guardTools as guardAgentsTools } from './openai-agents.ts';

setTracingDisabled(true);

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/** Proposes the call once, and is done when there is any word of it. */
function aiModel(proposal: Proposal): MockLanguageModelV4 {
  return new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      const isDone = prompt.some(({ role }) => role === 'assistant');
      const unified = isDone ? ('stop' as const) : ('tool-calls' as const);
      const rest = { usage, warnings: [], finishReason: { unified, raw: undefined } };
      if (isDone) return Promise.resolve({ ...rest, content: [{ type: 'text', text: 'Done.' }] });
      const call = { toolCallId: 'one', toolName: 'act', input: argumentsOf(proposal) };
      return Promise.resolve({ ...rest, content: [{ type: 'tool-call', ...call }] });
    },
  });
}

const appStatus = {
  none: undefined,
  ask: 'user-approval',
  deny: 'denied',
  approve: 'approved',
} as const;

function aiParts(proposal: Proposal, ran: number[]) {
  const { own, bounded, app } = proposal;
  const amount = bounded ? z.number().max(amountMax) : z.number();
  const needs = own === 'odd' ? (input: { amount: number }) => input.amount % 2 === 1 : undefined;
  const act = aiTool({
    inputSchema: z.object({ amount }),
    ...(own !== 'none' && { needsApproval: needs ?? own === 'always' }),
    execute: (input) => {
      ran.push(input.amount);
      return 'acted';
    },
  });
  const status = appStatus[app];
  const tools = { act };
  if (status === undefined) return { tools };
  // Both forms that an app may write.
  const toolApproval = proposal.amount % 3 === 0 ? () => status : { act: status };
  return { tools, toolApproval };
}

const playAiSdk =
  (isWhole: boolean) =>
  async (proposal: Proposal, isGuarded: boolean): Promise<Outcome> => {
    const ran: number[] = [];
    const model = aiModel(proposal);
    const parts = aiParts(proposal, ran);
    const policy = await policyFor(proposal);
    const whole = () => guardAiSdk({ model, ...parts, policy, approver: 'top' });
    const { tools, toolApproval } = parts;
    const alone = () => ({
      model,
      ...guardAiSdkTools(tools, { policy, prompt: 'trusted', toolApproval }),
    });
    const used = isGuarded ? (isWhole ? whole() : alone()) : { model, ...parts };
    const messages: ModelMessage[] = [{ role: 'user', content: 'Act.' }];
    const stopWhen = isStepCount(5);
    const first = await generateText({ ...used, messages, stopWhen });
    messages.push(...first.responseMessages);
    const requests = first.content.filter((part) => part.type === 'tool-approval-request');
    const open = requests.filter(({ isAutomatic }) => isAutomatic !== true);
    if (open.length === 0) return { ran, asked: 0 };
    const answers = open.map(({ approvalId }) => {
      return { type: 'tool-approval-response' as const, approvalId, approved: proposal.answer };
    });
    messages.push({ role: 'tool', content: answers });
    await generateText({ ...used, messages, stopWhen });
    return { ran, asked: open.length };
  };

function agentsModel(proposal: Proposal): Model {
  return {
    getResponse: ({ input }) => {
      const isDone = typeof input !== 'string' && input.length > 1;
      const content = [{ type: 'output_text' as const, text: 'Done.' }];
      const said = { type: 'message', role: 'assistant', status: 'completed', content } as const;
      const call = { callId: 'one', name: 'act', arguments: argumentsOf(proposal) };
      const output = isDone ? said : ({ type: 'function_call', ...call } as const);
      return Promise.resolve({ usage: new Usage(), output: [output] });
    },
    getStreamedResponse: () => {
      throw new Error('not streamed');
    },
  };
}

const bound = defineToolInputGuardrail({
  name: 'bound',
  run: async ({ toolCall }) => {
    const { amount } = z.object({ amount: z.number() }).parse(JSON.parse(toolCall.arguments));
    return amount > amountMax
      ? ToolGuardrailFunctionOutputFactory.rejectContent('too much')
      : ToolGuardrailFunctionOutputFactory.allow();
  },
});

const playAgents =
  (isWhole: boolean) =>
  async (proposal: Proposal, isGuarded: boolean): Promise<Outcome> => {
    const ran: number[] = [];
    const act = agentsTool({
      name: 'act',
      description: 'Acts.',
      parameters: z.object({ amount: z.number() }),
      ...(proposal.own !== 'none' && {
        needsApproval: (_context: unknown, input: { amount: number }) =>
          Promise.resolve(asksItself({ ...proposal, amount: input.amount })),
      }),
      ...(proposal.bounded && { inputGuardrails: [bound] }),
      execute: (input) => {
        ran.push(input.amount);
        return 'acted';
      },
    });
    const policy = await policyFor(proposal);
    const base = new Agent({ name: 'a', model: agentsModel(proposal), tools: [act] });
    const whole = () => guardAgents(base, { policy, approver: 'top' }).agent;
    const alone = () =>
      base.clone({ tools: guardAgentsTools([act], { policy, prompt: 'trusted' }).tools });
    const agent = isGuarded ? (isWhole ? whole() : alone()) : base;
    const result = await run(agent, 'Act.');
    const asked = result.interruptions.length;
    for (const item of result.interruptions) {
      if (proposal.answer) result.state.approve(item);
      else result.state.reject(item);
    }
    if (asked > 0) await run(agent, result.state);
    return { ran, asked };
  };

class Proposing extends BaseChatModel {
  readonly model = 'proposing';
  readonly #args: Record<string, unknown>;

  constructor(proposal: Proposal) {
    super({});
    this.#args = JSON.parse(argumentsOf(proposal));
  }

  override _llmType(): string {
    return 'proposing';
  }

  override bindTools(_tools: BindToolsInput[]): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const isDone = messages.some((message) => ToolMessage.isInstance(message));
    const call = { id: 'one', name: 'act', args: this.#args };
    const message = isDone
      ? new AIMessage('Done.')
      : new AIMessage({ content: '', tool_calls: [call] });
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

// Its type in 1.5 does not compile under `exactOptionalPropertyTypes`.
const { humanInTheLoopMiddleware }: Review = Object(langchain);

interface Review {
  readonly humanInTheLoopMiddleware: (options: object) => AgentMiddleware;
}

async function playLangChain(proposal: Proposal, isGuarded: boolean): Promise<Outcome> {
  const ran: number[] = [];
  const amount = proposal.bounded ? z.number().max(amountMax) : z.number();
  const act = langchainTool(
    (input: { amount: number }) => {
      ran.push(input.amount);
      return 'acted';
    },
    { name: 'act', description: 'Acts.', schema: z.object({ amount }) },
  );
  const allowedDecisions: ('approve' | 'reject')[] = ['approve', 'reject'];
  const review = humanInTheLoopMiddleware({
    interruptOn: { act: asksItself(proposal) ? { allowedDecisions } : false },
  });
  const policy = await policyFor(proposal);
  const guards = isGuarded ? [guardLangChain({ policy, approver: 'top' })] : [];
  const agent = createAgent({
    model: new Proposing(proposal),
    tools: [act],
    middleware: [review, ...guards],
    checkpointer: new MemorySaver(),
  });
  const config = { configurable: { thread_id: 'one' } };
  let state: object = await agent.invoke({ messages: [new HumanMessage('Act.')] }, config);
  let asked = 0;
  while ('__interrupt__' in state && asked < 5) {
    asked += 1;
    const decisions = [{ type: proposal.answer ? 'approve' : 'reject' }];
    state = await agent.invoke(new Command({ resume: { decisions } }), config);
  }
  return { ran, asked };
}

const frameworks = {
  'AI SDK': playAiSdk(true),
  'AI SDK, tools alone': playAiSdk(false),
  'OpenAI Agents SDK': playAgents(true),
  'OpenAI Agents SDK, tools alone': playAgents(false),
  LangChain: playLangChain,
};

for (const play of Object.values(frameworks)) {
  proves('adapters/own-protections', () => removesNoProtection(play));
}

test('an own approval that throws does not let the call through, and none is needed where there is none', async () => {
  const ran: number[] = [];
  const base: Proposal = {
    policy: 'allow',
    own: 'none',
    app: 'none',
    bounded: false,
    amount: 1,
    inexact: false,
    answer: false,
  };
  const policy = await policyFor(base);
  const { tools } = aiParts(base, ran);
  const used = guardAiSdk({ model: aiModel(base), tools, policy, approver: 'top' });
  const strange = { ...tools.act, needsApproval: () => Promise.reject(new Error('no rule')) };
  const throwing = guardAiSdk({
    model: aiModel(base),
    tools: { act: strange },
    policy,
    approver: 'top',
  });
  await expect(generateText({ ...throwing, prompt: 'Act.' })).rejects.toThrow('no rule');
  expect(ran).toEqual([]);
  await generateText({ ...used, prompt: 'Act.', stopWhen: isStepCount(3) });
  expect(ran).toEqual([1]);
});
