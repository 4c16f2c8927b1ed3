import Anthropic from '@anthropic-ai/sdk';
import { Tally, type Client, type Conversation, type Opening, type Said } from '../client.ts';
import { versionOf } from '../versions.ts';

type Message = Anthropic.MessageParam;

/** Streams are read with `messages.stream`, which puts them together. */
export const anthropic: Client = {
  name: '@anthropic-ai/sdk',
  version: versionOf('@anthropic-ai/sdk'),
  protocol: 'Messages',
  showsReasoning: true,
  open: (opening) => new MessagesConversation(opening),
};

class MessagesConversation implements Conversation {
  readonly #opening: Opening;
  readonly #client: Anthropic;
  #messages: Message[] = [];

  constructor(opening: Opening) {
    const { url, apiKey } = opening;
    this.#opening = opening;
    this.#client = new Anthropic({ apiKey, baseURL: url });
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    this.#messages.push({ role: 'user', content: contentOf(said) });
    for (;;) {
      tally.restart();
      const { content } = await this.#generate(tally);
      this.#messages.push({ role: 'assistant', content });
      const calls = content.filter((block) => block.type === 'tool_use');
      if (calls.length === 0) return tally.turn;
      const results = calls.map(({ id, name, input }) => {
        const result = this.#opening.execute(name, input);
        return { type: 'tool_result' as const, tool_use_id: id, content: result };
      });
      this.#messages.push({ role: 'user', content: results });
    }
  };

  readonly compact = (summary: string): void => {
    const last = this.#messages.findLastIndex(
      ({ role, content }) => role === 'user' && typeof content === 'string',
    );
    this.#messages = [{ role: 'user', content: summary }, ...this.#messages.slice(last)];
  };

  async #generate(tally: Tally): Promise<Anthropic.Message> {
    const message = await this.#message(tally);
    for (const block of message.content) {
      if (block.type === 'thinking') tally.thought(block.thinking);
      if (block.type === 'text' && !this.#opening.stream) tally.piece(block.text);
    }
    tally.tokens += message.usage.input_tokens + message.usage.output_tokens;
    return message;
  }

  async #message(tally: Tally): Promise<Anthropic.Message> {
    if (!this.#opening.stream) return this.#client.messages.create(this.#body());
    const stream = this.#client.messages.stream(this.#body());
    stream.on('text', (delta) => tally.piece(delta));
    return stream.finalMessage();
  }

  #body(): Anthropic.MessageCreateParamsNonStreaming {
    const { model, system, tools, reasoning, schema } = this.#opening;
    return {
      model,
      system,
      max_tokens: 4096,
      messages: this.#messages,
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, parameters }) => ({
          name,
          description,
          input_schema: { ...parameters, required: [...parameters.required] },
        })),
      }),
      ...(reasoning && { thinking: { type: 'enabled', budget_tokens: 1024 } }),
      ...(schema !== undefined && {
        output_config: { format: { type: 'json_schema', schema: { ...schema } } },
      }),
    };
  }
}

export function contentOf({
  text,
  png,
}: Said): string | (Anthropic.TextBlockParam | Anthropic.ImageBlockParam)[] {
  if (png === undefined) return text;
  const source = { type: 'base64', media_type: 'image/png', data: png } as const;
  return [
    { type: 'text', text },
    { type: 'image', source },
  ];
}
