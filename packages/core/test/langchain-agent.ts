import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import { Command, MemorySaver } from '@langchain/langgraph';
import { createAgent, tool, type AgentMiddleware } from 'langchain';
import { z } from 'zod';
import { guard } from '../src/adapters/langchain.ts';
import { obey, page, payPolicy } from './obeying-agent.ts';

/** Does what the last line that it understands says. */
export class Obeying extends BaseChatModel {
  readonly model = 'obeying';
  readonly seen: string[] = [];
  modelKwargs: Record<string, unknown> | undefined;

  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'obeying';
  }

  override bindTools(_tools: BindToolsInput[]): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const shown = messages.map((one) => `${one.text} ${callsIn(one)}`).join('\n');
    this.seen.push(shown);
    const call = obey(shown);
    const message =
      call === undefined
        ? new AIMessage('done')
        : new AIMessage({
            content: '',
            tool_calls: [{ id: 'c', name: call.tool, args: call.args }],
          });
    return Promise.resolve({ generations: [{ text: message.text, message }] });
  }
}

function callsIn(message: BaseMessage): string {
  return AIMessage.isInstance(message) ? JSON.stringify(message.tool_calls) : '';
}

export interface Case {
  readonly before?: readonly AgentMiddleware[];
  readonly behind?: readonly AgentMiddleware[];
  readonly options?: object;
  readonly systemPrompt?: string;
  readonly search?: (callId: string) => unknown;
  readonly model?: Obeying;
}

/** An agent of LangChain that obeys, behind its guard; `paid`: what it did. */
export function agentOf({
  before = [],
  behind = [],
  options = {},
  systemPrompt,
  ...rest
}: Case = {}) {
  const paid: unknown[] = [];
  const { search = () => page, model = new Obeying() } = rest;
  const named = z.object({});
  const find = (_: unknown, config: { toolCall?: { id?: string } }): unknown =>
    search(config.toolCall?.id ?? '');
  const pay = (args: object): string => {
    paid.push(args);
    return 'paid';
  };
  const tools = [
    tool(find, { name: 'search', description: 'd', schema: named }),
    tool(find, { name: 'rates', description: 'd', schema: named }),
    tool(pay, {
      name: 'pay',
      description: 'd',
      schema: z.object({ amount: z.number(), to: z.string() }),
    }),
  ];
  const guarding = guard({ policy: payPolicy, approver: 'top', ...options });
  const middleware = [...before, guarding, ...behind];
  const prompt = systemPrompt === undefined ? {} : { systemPrompt };
  const checkpointer = new MemorySaver();
  const agent = createAgent({ model, tools, middleware, checkpointer, ...prompt });
  const config = { configurable: { thread_id: 'x' } };
  const says = async (text: string) => agent.invoke({ messages: [new HumanMessage(text)] }, config);
  const resume = async (answer: unknown) => agent.invoke(new Command({ resume: answer }), config);
  return { paid, says, resume, guarding, agent, graph: agent.graph };
}
