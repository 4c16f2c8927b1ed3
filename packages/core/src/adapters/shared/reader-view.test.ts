import { BaseChatModel, type BindToolsInput } from '@langchain/core/language_models/chat_models';
import { AIMessage, HumanMessage, type BaseMessage } from '@langchain/core/messages';
import type { ChatResult } from '@langchain/core/outputs';
import {
  Agent,
  run,
  setTracingDisabled,
  tool as agentTool,
  Usage,
  type protocol,
  type Model,
} from '@openai/agents';
import { MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { createAgentUIStream, isStepCount, streamText, tool, ToolLoopAgent } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { createAgent, createMiddleware, tool as chainTool } from 'langchain';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  found,
  next,
  salaryPolicy as policy,
  salarySource,
  secret,
} from '../../../test/salary-agent.ts';
import { definePolicy } from '../../policy/load.ts';
import { proves } from '../../testing/proves.ts';
import { guard } from '../ai-sdk.ts';
import * as chain from '../langchain.ts';
import * as agents from '../openai-agents.ts';

setTracingDisabled(true);

const options = { policy, approver: 'top' } as const;
const args = z.object({ what: z.string() });
const asks = 'What does Ann earn?';
const stopWhen = isStepCount(9);

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  const chunks: string[] = [];
  for await (const chunk of stream) chunks.push(flat(chunk));
  return chunks.join('\n');
}

/** All that a chunk holds, getters and classes aside. */
function flat(chunk: unknown, above: readonly unknown[] = []): string {
  if (typeof chunk !== 'object' || chunk === null) return JSON.stringify(chunk) ?? '';
  if (above.includes(chunk)) return '';
  const members = Object.entries(chunk).filter(([, member]) => !(member instanceof Agent));
  return members.map(([key, member]) => `${key}=${flat(member, [...above, chunk])}`).join(' ');
}

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};

type Prompt = MockLanguageModelV4['doGenerateCalls'][number]['prompt'];

function replyTo(prompt: Prompt) {
  const { text, call } = next(JSON.stringify(prompt));
  const unified = call === undefined ? ('stop' as const) : ('tool-calls' as const);
  const { tool: toolName = '', args: given } = call ?? {};
  const input = JSON.stringify(given);
  const called = { type: 'tool-call', toolCallId: 'c', toolName, input } as const;
  return { text, called, isCall: call !== undefined, finishReason: { unified, raw: undefined } };
}

function guardedSdk(given = policy) {
  const model = new MockLanguageModelV4({
    doGenerate: ({ prompt }) => {
      const { text, called, isCall, finishReason } = replyTo(prompt);
      const content = [isCall ? called : ({ type: 'text', text } as const)];
      return Promise.resolve({ content, finishReason, usage, warnings: [] });
    },
    doStream: ({ prompt }) => {
      const { text, called, isCall, finishReason } = replyTo(prompt);
      const said = [
        { type: 'text-start', id: 't' } as const,
        { type: 'text-delta', id: 't', delta: text } as const,
        { type: 'text-end', id: 't' } as const,
      ];
      const finish = { type: 'finish', finishReason, usage } as const;
      return Promise.resolve({
        stream: ReadableStream.from([...(isCall ? [called] : said), finish]),
      });
    },
  });
  const named = (name: keyof typeof found) =>
    tool({ description: 'd', inputSchema: args, execute: () => found[name] });
  const tools = { salary: named('salary'), note: named('note'), hours: named('hours') };
  return guard({ model, tools, ...options, policy: given });
}

proves('adapters/reader-streams', async () => {
  for (const form of ['ui', 'full'] as const) {
    const texts: string[] = [];
    for (const isRead of [false, true]) {
      const guarded = guardedSdk();
      const result = streamText({ ...guarded, prompt: asks, stopWhen });
      const stream: ReadableStream<unknown> =
        form === 'ui' ? result.toUIMessageStream() : result.fullStream;
      texts.push(await textOf(isRead ? guarded.conversation.forReader(stream) : stream));
    }
    expect(texts[0]).toContain(secret);
    expect(texts[1]).not.toContain(secret);
    expect(texts[1]).toContain(found.hours);
    expect(texts[1]).toContain('withheld');
  }
});

proves('adapters/reader-streams', async () => {
  const guarded = guardedSdk();
  const agent = new ToolLoopAgent({ ...guarded, stopWhen });
  const parts = [{ type: 'text' as const, text: asks }];
  const stream = await createAgentUIStream({
    agent,
    uiMessages: [{ id: 'u', role: 'user', parts }],
  });
  const text = await textOf(guarded.conversation.forReader(stream));
  expect(text).not.toContain(secret);
  expect(text).toContain(found.hours);
});

test('whoever is cleared for it sees all of it', async () => {
  const guarded = guardedSdk();
  const result = streamText({ ...guarded, prompt: asks, stopWhen });
  const { conversation } = guarded;
  const text = await textOf(conversation.forReader(result.fullStream, { reader: 'secret' }));
  expect(text).toContain(found.salary);
  expect(() => conversation.forReader(result.fullStream, { reader: 'nobody' })).toThrow(/nobody/);
});

class Looking extends BaseChatModel {
  readonly model = 'looking';

  constructor() {
    super({});
  }

  override _llmType(): string {
    return 'looking';
  }

  override bindTools(_tools: BindToolsInput[]): this {
    return this;
  }

  override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
    const { text, call } = next(JSON.stringify(messages));
    const { tool: name = '', args: given = {} } = call ?? {};
    const message =
      call === undefined
        ? new AIMessage(text)
        : new AIMessage({ content: '', tool_calls: [{ id: 'c', name, args: given }] });
    return Promise.resolve({ generations: [{ text, message }] });
  }
}

function guardedGraph() {
  const guarding = chain.guard(options);
  const tools = (['salary', 'note', 'hours'] as const).map((name) =>
    chainTool(() => found[name], { name, description: 'd', schema: args }),
  );
  return { guarding, agent: createAgent({ model: new Looking(), tools, middleware: [guarding] }) };
}

proves('adapters/reader-streams', async () => {
  for (const form of ['node', 'events'] as const) {
    const texts: string[] = [];
    for (const isRead of [false, true]) {
      const { guarding, agent } = guardedGraph();
      const input = { messages: [new HumanMessage(asks)] };
      const graph = new StateGraph(MessagesAnnotation)
        .addNode('agent', agent.graph)
        .addEdge(START, 'agent')
        .compile();
      const stream: AsyncIterable<unknown> =
        form === 'node'
          ? await graph.stream(input, { streamMode: 'updates' })
          : agent.streamEvents(input, { version: 'v2' });
      texts.push(await textOf(isRead ? guarding.forReader(stream) : stream));
    }
    expect(texts[0]).toContain(secret);
    expect(texts[1]).not.toContain(secret);
    expect(texts[1]).toContain(found.hours);
  }
});

proves('adapters/reader-streams', async () => {
  const told = await definePolicy({ ...salarySource, answer: { ceiling: 'secret' } });
  const asking = await definePolicy({
    ...salarySource,
    onViolation: 'ask',
    tools: { ...salarySource.tools, note: { call: { ceiling: 'public' } } },
  });
  for (const [given, shown] of [
    [told, `It is ${secret}`],
    [asking, `{"what":"${secret}"}`],
  ] as const) {
    for (const reader of ['public', 'secret']) {
      const guarded = guardedSdk(given);
      const result = streamText({ ...guarded, prompt: asks, stopWhen });
      const chunks: unknown[] = [];
      const read = guarded.conversation.forReader(result.toUIMessageStream(), { reader });
      for await (const chunk of read) chunks.push(chunk);
      const text = chunks.map((chunk) => JSON.stringify(chunk)).join('\n');
      expect(text).toContain(found.hours);
      if (reader === 'secret') expect(text).toContain(shown.replaceAll('\n', ''));
      else expect(text).not.toContain(secret);
    }
  }
});

const memory = createMiddleware({
  name: 'Memory',
  beforeModel: ({ messages }) =>
    messages.length > 1 ? undefined : { messages: [new HumanMessage(`Earlier: ${secret}`)] },
});

proves('adapters/reader-streams', async () => {
  const modes = ['values', 'updates', 'messages', 'debug', ['values', 'tasks']] as const;
  for (const streamMode of modes) {
    const texts: string[] = [];
    for (const isRead of [false, true]) {
      const guarding = chain.guard(options);
      const tools = (['salary', 'note', 'hours'] as const).map((name) =>
        chainTool(() => found[name], { name, description: 'd', schema: args }),
      );
      const agent = createAgent({ model: new Looking(), tools, middleware: [memory, guarding] });
      const messages = [new HumanMessage(asks)];
      const mode = [streamMode].flat();
      const stream = await agent.stream({ messages }, { streamMode: mode });
      texts.push(await textOf(isRead ? guarding.forReader(stream) : stream));
    }
    expect(texts[0]).toContain(secret);
    expect(texts[1]).not.toContain(secret);
    expect(texts[1]).toContain(found.hours);
  }
});

test('what the caller of one thread said is not theirs where another thread remembers it', async () => {
  const guarding = chain.guard(options);
  const tools = (['salary', 'note', 'hours'] as const).map((name) =>
    chainTool(() => found[name], { name, description: 'd', schema: args }),
  );
  const agent = createAgent({ model: new Looking(), tools, middleware: [memory, guarding] });
  await agent.invoke({ messages: [new HumanMessage(`Earlier: ${secret}`)] });
  const texts: string[] = [];
  for (const streamMode of ['updates', 'messages', 'values'] as const) {
    const input = { messages: [new HumanMessage(asks)] };
    texts.push(await textOf(guarding.forReader(await agent.stream(input, { streamMode }))));
  }
  for (const text of texts) {
    expect(text).not.toContain(secret);
    expect(text).toContain(found.hours);
  }
  // Their own words are shown to whoever may read an answer.
  expect(texts.at(-1)).toContain(asks);
});

proves('adapters/reader-streams', async () => {
  const texts: string[] = [];
  for (const isRead of [false, true]) {
    const tools = (['salary', 'note', 'hours'] as const).map((name) =>
      agentTool({ name, description: 'd', parameters: args, execute: () => found[name] }),
    );
    const agent = new Agent({ name: 'a', instructions: 'Help.', model: looking, tools });
    const guarded = agents.guard(agent, options);
    const streamed = await run(guarded.agent, asks, { stream: true });
    texts.push(await textOf(isRead ? guarded.conversation.forReader(streamed) : streamed));
    await streamed.completed;
  }
  expect(texts[0]).toContain(secret);
  expect(texts[1]).not.toContain(secret);
  expect(texts[1]).toContain(found.hours);
});

function outputFor(input: unknown): protocol.AssistantMessageItem | protocol.FunctionCallItem {
  const { text, call } = next(JSON.stringify(input));
  const content = [{ type: 'output_text' as const, text }];
  const { tool: name = '', args: given } = call ?? {};
  const callId = `c${JSON.stringify(input).length}`;
  return call === undefined
    ? { type: 'message', role: 'assistant', status: 'completed', content }
    : { type: 'function_call', callId, name, arguments: JSON.stringify(given) };
}

const spent = new Usage({ inputTokens: 1, outputTokens: 1, totalTokens: 2 });

const looking: Model = {
  getResponse: ({ input }) => Promise.resolve({ usage: spent, output: [outputFor(input)] }),
  async *getStreamedResponse({ input }) {
    const output = [outputFor(input)];
    const { inputTokens, outputTokens, totalTokens } = spent;
    const used = { inputTokens, outputTokens, totalTokens };
    yield await Promise.resolve({
      type: 'response_done' as const,
      response: { id: 'r', usage: used, output },
    });
  },
};
