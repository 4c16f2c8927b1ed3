import { ChatAnthropic } from '@langchain/anthropic';
import type { BaseChatModel } from '@langchain/core/language_models/chat_models';
import {
  AIMessage,
  AIMessageChunk,
  HumanMessage,
  type BaseMessage,
} from '@langchain/core/messages';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent, providerStrategy, tool, trimMessages } from 'langchain';
import * as z from 'zod';
import { Tally, type Client, type Conversation, type Opening, type Said } from '../client.ts';
import { versionOf } from '../versions.ts';

const name = 'langchain';
const version = `${versionOf('langchain')}, @langchain/openai ${versionOf('@langchain/openai')}`;

export const langchainChat: Client = {
  name,
  version,
  protocol: 'Chat Completions',
  showsReasoning: false,
  open: (opening) => new LangchainConversation(opening, openai(opening, { responses: false })),
};

export const langchainResponses: Client = {
  name,
  version,
  protocol: 'Responses',
  showsReasoning: true,
  open: (opening) => new LangchainConversation(opening, openai(opening, { responses: true })),
};

export const langchainAnthropic: Client = {
  name,
  version: `${versionOf('langchain')}, @langchain/anthropic ${versionOf('@langchain/anthropic')}`,
  protocol: 'Messages',
  countsInputAtStart: true,
  remark: 'counts no input tokens of a stream: it reads them from the first event',
  showsReasoning: true,
  open: (opening) => {
    const { url, apiKey, stream, reasoning } = opening;
    const model = new ChatAnthropic({
      model: 'claude-haiku-4-5',
      apiKey,
      anthropicApiUrl: url,
      maxTokens: 4096,
      streaming: stream,
      ...(reasoning && { thinking: { type: 'enabled', budget_tokens: 1024 } }),
    });
    return new LangchainConversation(opening, model);
  },
};

function openai(
  { url, apiKey, stream, reasoning }: Opening,
  { responses }: { readonly responses: boolean },
): ChatOpenAI {
  return new ChatOpenAI({
    model: 'gpt-5-mini',
    apiKey,
    configuration: { baseURL: `${url}/v1` },
    streaming: stream,
    useResponsesApi: responses,
    ...(reasoning && { reasoning: { effort: 'low', ...(responses && { summary: 'auto' }) } }),
    ...(responses && { zdrEnabled: true }),
  });
}

/** A stored call that is given out cost nothing: then nothing is counted. */
const counted = z.object({
  usage_metadata: z.object({ total_tokens: z.number().optional() }).optional(),
});

/** Tools run inside the agent. */
class LangchainConversation implements Conversation {
  readonly #agent: ReturnType<typeof agentOf>;
  readonly #stream: boolean;
  #messages: BaseMessage[] = [];

  constructor(opening: Opening, model: BaseChatModel) {
    this.#agent = agentOf(opening, model);
    this.#stream = opening.stream;
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    this.#messages.push(messageOf(said));
    const before = this.#messages.length;
    this.#messages = this.#stream ? await this.#streamed(tally) : await this.#whole(tally);
    for (const message of this.#messages.slice(before)) {
      if (!AIMessage.isInstance(message)) continue;
      tally.tokens += counted.parse(message).usage_metadata?.total_tokens ?? 0;
      for (const block of message.contentBlocks) {
        if (block.type === 'reasoning') tally.thought(block.reasoning);
      }
    }
    return tally.turn;
  };

  readonly compact = async (summary: string): Promise<void> => {
    const tokenCounter = (messages: BaseMessage[]): number => messages.length;
    const rest = { tokenCounter, strategy: 'last', startOn: 'human' } as const;
    const trimmed = await trimMessages(this.#messages, { maxTokens: 5, ...rest });
    this.#messages = [new HumanMessage(summary), ...trimmed];
  };

  async #whole(tally: Tally): Promise<BaseMessage[]> {
    const { messages } = await this.#agent.invoke({ messages: this.#messages });
    tally.piece(messages.at(-1)?.text);
    return messages;
  }

  async #streamed(tally: Tally): Promise<BaseMessage[]> {
    const streamMode = ['messages', 'values'] as const;
    let messages: BaseMessage[] = [];
    let id: string | undefined;
    for await (const [mode, part] of await this.#agent.stream(
      { messages: this.#messages },
      { streamMode: [...streamMode] },
    )) {
      if (mode === 'values') {
        messages = part.messages;
        continue;
      }
      const [chunk] = part;
      if (!AIMessageChunk.isInstance(chunk)) continue;
      if (chunk.id !== id) tally.restart();
      id = chunk.id;
      tally.piece(chunk.text);
    }
    return messages;
  }
}

function agentOf({ system, tools, execute, schema }: Opening, model: BaseChatModel) {
  return createAgent({
    model,
    systemPrompt: system,
    tools: tools.map(({ name: toolName, description, parameters }) =>
      tool((args) => execute(toolName, args), {
        name: toolName,
        description,
        schema: { ...parameters, required: [...parameters.required] },
      }),
    ),
    ...(schema !== undefined && {
      responseFormat: providerStrategy({
        ...schema,
        required: [...schema.required],
        title: 'answer',
      }),
    }),
  });
}

function messageOf({ text, png }: Said): HumanMessage {
  if (png === undefined) return new HumanMessage(text);
  return new HumanMessage({
    contentBlocks: [
      { type: 'text', text },
      { type: 'image', mimeType: 'image/png', data: png },
    ],
  });
}
