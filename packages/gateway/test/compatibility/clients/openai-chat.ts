import OpenAI, { AzureOpenAI } from 'openai';
import { Tally, type Client, type Conversation, type Opening, type Said } from '../client.ts';
import { versionOf } from '../versions.ts';

type Message = OpenAI.ChatCompletionMessageParam;

export const openAiChat: Client = {
  name: 'openai',
  version: versionOf('openai'),
  protocol: 'Chat Completions',
  showsReasoning: true,
  open: (opening) => {
    const { url, apiKey } = opening;
    return new ChatConversation(opening, new OpenAI({ apiKey, baseURL: `${url}/v1` }));
  },
};

/** The model is a deployment in the address. */
export const azureOpenAiChat: Client = {
  ...openAiChat,
  way: 'AzureOpenAI',
  open: (opening) => new ChatConversation(opening, azureClient(opening)),
};

export function azureClient({ url, apiKey }: Opening): AzureOpenAI {
  return new AzureOpenAI({ apiKey, endpoint: url, apiVersion: '2025-04-01-preview' });
}

class ChatConversation implements Conversation {
  readonly #opening: Opening;
  readonly #client: OpenAI;
  #messages: Message[];

  constructor(opening: Opening, client: OpenAI) {
    const { system } = opening;
    this.#opening = opening;
    this.#client = client;
    this.#messages = [{ role: 'system', content: system }];
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    this.#messages.push({ role: 'user', content: contentOf(said) });
    for (;;) {
      tally.restart();
      const message = await this.#generate(tally);
      this.#messages.push(message);
      const calls = message.tool_calls ?? [];
      if (calls.length === 0) return tally.turn;
      for (const call of calls) {
        if (call.type !== 'function') throw new Error('no such call');
        const { name, arguments: args } = call.function;
        const content = this.#opening.execute(name, JSON.parse(args));
        this.#messages.push({ role: 'tool', tool_call_id: call.id, content });
      }
    }
  };

  readonly compact = (summary: string): void => {
    this.#messages = compacted(this.#messages, summary);
  };

  async #generate(tally: Tally): Promise<OpenAI.ChatCompletionMessage> {
    const body = this.#body();
    if (!this.#opening.stream) {
      const completion = await this.#client.chat.completions.create(body);
      const message = completion.choices[0]?.message;
      if (message === undefined) throw new Error('no choice');
      tally.tokens += completion.usage?.total_tokens ?? 0;
      tally.piece(message.content);
      tally.thought(thoughtIn(message));
      return message;
    }
    const stream_options = { include_usage: true };
    const stream = this.#client.chat.completions.stream({ ...body, stream: true, stream_options });
    stream.on('chunk', ({ choices: [choice] }) => {
      tally.piece(choice?.delta.content);
      tally.thought(thoughtIn(choice?.delta));
    });
    tally.tokens += (await stream.totalUsage()).total_tokens;
    return stream.finalMessage();
  }

  #body(): OpenAI.ChatCompletionCreateParamsNonStreaming {
    const { model, tools, reasoning, schema } = this.#opening;
    return {
      model,
      messages: this.#messages,
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, parameters }) => ({
          type: 'function',
          function: { name, description, parameters: { ...parameters } },
        })),
      }),
      ...(reasoning && { reasoning_effort: 'low' }),
      ...(schema !== undefined && {
        response_format: {
          type: 'json_schema',
          json_schema: { name: 'answer', schema: { ...schema } },
        },
      }),
    };
  }
}

export function contentOf({ text, png }: Said): string | OpenAI.ChatCompletionContentPart[] {
  if (png === undefined) return text;
  const url = `data:image/png;base64,${png}`;
  return [
    { type: 'text', text },
    { type: 'image_url', image_url: { url } },
  ];
}

/** A field that several providers add; the SDK passes it on, and its types do not name it. */
export function thoughtIn(message: object | undefined): string {
  if (message === undefined || !('reasoning_content' in message)) return '';
  return typeof message.reasoning_content === 'string' ? message.reasoning_content : '';
}

/** System prompt and last turn as they were, and a summary in place of what stood between. */
export function compacted(messages: readonly Message[], summary: string): Message[] {
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return [...messages.slice(0, 1), { role: 'user', content: summary }, ...messages.slice(last)];
}
