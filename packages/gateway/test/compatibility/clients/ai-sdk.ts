import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import {
  generateText,
  isStepCount,
  jsonSchema,
  Output,
  pruneMessages,
  streamText,
  tool,
  type LanguageModel,
  type ModelMessage,
  type ToolSet,
} from 'ai';
import { Tally, type Client, type Conversation, type Opening, type Said } from '../client.ts';
import { versionOf } from '../versions.ts';

type ProviderOptions = NonNullable<Parameters<typeof generateText>[0]['providerOptions']>;

interface Provider {
  readonly model: LanguageModel;
  /** How this provider is asked to think. */
  readonly thinking: ProviderOptions;
}

const version = `${versionOf('ai')}, @ai-sdk/openai ${versionOf('@ai-sdk/openai')}`;
const name = 'ai';

export const aiSdkChat: Client = {
  name,
  version,
  protocol: 'Chat Completions',
  showsReasoning: false,
  open: (opening) =>
    new AiConversation(opening, {
      model: openai(opening).chat('gpt-5-mini'),
      thinking: { openai: { reasoningEffort: 'low' } },
    }),
};

export const aiSdkResponses: Client = {
  name,
  version,
  protocol: 'Responses',
  showsReasoning: true,
  open: (opening) =>
    new AiConversation(opening, {
      model: openai(opening).responses('gpt-5-mini'),
      thinking: { openai: { reasoningEffort: 'low', reasoningSummary: 'auto' } },
    }),
};

export const aiSdkAnthropic: Client = {
  name,
  version: `${versionOf('ai')}, @ai-sdk/anthropic ${versionOf('@ai-sdk/anthropic')}`,
  protocol: 'Messages',
  showsReasoning: true,
  open: (opening) => {
    const { url, apiKey } = opening;
    const provider = createAnthropic({ baseURL: `${url}/v1`, apiKey });
    return new AiConversation(opening, {
      model: provider('claude-haiku-4-5'),
      thinking: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } },
    });
  },
};

export const aiSdkGoogle: Client = {
  name,
  version: `${versionOf('ai')}, @ai-sdk/google ${versionOf('@ai-sdk/google')}`,
  protocol: 'Gemini',
  showsReasoning: true,
  open: (opening) => {
    const { url, apiKey } = opening;
    const provider = createGoogleGenerativeAI({ baseURL: `${url}/v1beta`, apiKey });
    return new AiConversation(opening, {
      model: provider('gemini-2.5-pro'),
      thinking: { google: { thinkingConfig: { includeThoughts: true } } },
    });
  },
};

function openai({ url, apiKey }: Opening): ReturnType<typeof createOpenAI> {
  return createOpenAI({ baseURL: `${url}/v1`, apiKey });
}

/** Tools run inside `generateText` and `streamText`. */
class AiConversation implements Conversation {
  readonly #opening: Opening;
  readonly #provider: Provider;
  readonly #tools: ToolSet;
  #messages: ModelMessage[] = [];

  constructor(opening: Opening, provider: Provider) {
    this.#opening = opening;
    this.#provider = provider;
    this.#tools = toolsOf(opening);
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    this.#messages.push(messageOf(said));
    if (this.#opening.stream) await this.#stream(tally);
    else await this.#generate(tally);
    return tally.turn;
  };

  readonly compact = (summary: string): void => {
    const toolCalls = 'before-last-4-messages';
    const pruned = pruneMessages({ messages: this.#messages, reasoning: 'all', toolCalls });
    this.#messages = [{ role: 'user', content: summary }, ...pruned];
  };

  async #generate(tally: Tally): Promise<void> {
    const result = await generateText(this.#asked());
    tally.piece(result.text);
    for (const step of result.steps) tally.thought(step.reasoningText);
    tally.tokens += result.totalUsage.totalTokens ?? 0;
    this.#messages.push(...result.responseMessages);
  }

  async #stream(tally: Tally): Promise<void> {
    const result = streamText({ ...this.#asked(), onError: () => {} });
    for await (const part of result.fullStream) {
      if (part.type === 'start-step') tally.restart();
      if (part.type === 'text-delta') tally.piece(part.text);
      if (part.type === 'reasoning-delta') tally.thought(part.text);
      if (part.type === 'error') throw part.error;
    }
    tally.tokens += (await result.totalUsage).totalTokens ?? 0;
    this.#messages.push(...(await result.responseMessages));
  }

  #asked() {
    const { system, reasoning, schema } = this.#opening;
    const { model, thinking } = this.#provider;
    return {
      model,
      instructions: system,
      messages: this.#messages,
      tools: this.#tools,
      stopWhen: isStepCount(8),
      ...(reasoning && { providerOptions: thinking }),
      ...(schema !== undefined && {
        output: Output.object({
          schema: jsonSchema({ ...schema, required: [...schema.required] }),
        }),
      }),
    };
  }
}

function toolsOf({ tools, execute }: Opening): ToolSet {
  return Object.fromEntries(
    tools.map(({ name: toolName, description, parameters }) => [
      toolName,
      tool({
        description,
        inputSchema: jsonSchema<Record<string, string>>({
          ...parameters,
          required: [...parameters.required],
        }),
        execute: (args) => execute(toolName, args),
      }),
    ]),
  );
}

function messageOf({ text, png }: Said): ModelMessage {
  if (png === undefined) return { role: 'user', content: text };
  return {
    role: 'user',
    content: [
      { type: 'text', text },
      { type: 'file', data: png, mediaType: 'image/png' },
    ],
  };
}
