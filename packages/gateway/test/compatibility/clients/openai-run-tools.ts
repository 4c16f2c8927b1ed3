import OpenAI from 'openai';
import { Tally, type Client, type Conversation, type Opening, type Said } from '../client.ts';
import { versionOf } from '../versions.ts';
import { compacted, contentOf, thoughtIn } from './openai-chat.ts';

type Message = OpenAI.ChatCompletionMessageParam;

/** The SDK's own loop over calls. */
export const openAiRunTools: Client = {
  name: 'openai',
  way: 'runTools',
  version: versionOf('openai'),
  protocol: 'Chat Completions',
  showsReasoning: true,
  open: (opening) => new RunToolsConversation(opening),
};

class RunToolsConversation implements Conversation {
  readonly #opening: Opening;
  readonly #client: OpenAI;
  #messages: Message[];

  constructor(opening: Opening) {
    const { url, apiKey, system } = opening;
    this.#opening = opening;
    this.#client = new OpenAI({ apiKey, baseURL: `${url}/v1` });
    this.#messages = [{ role: 'system', content: system }];
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    this.#messages.push({ role: 'user', content: contentOf(said) });
    const runner = this.#opening.stream ? this.#streamed(tally) : this.#whole(tally);
    await runner.done();
    tally.tokens += (await runner.totalUsage()).total_tokens;
    this.#messages = [...runner.messages];
    return tally.turn;
  };

  readonly compact = (summary: string): void => {
    this.#messages = compacted(this.#messages, summary);
  };

  #whole(tally: Tally) {
    const runner = this.#client.chat.completions.runTools(this.#body());
    runner.on('message', (message) => {
      if (message.role !== 'assistant') return;
      tally.restart();
      tally.piece(typeof message.content === 'string' ? message.content : '');
      tally.thought(thoughtIn(message));
    });
    return runner;
  }

  #streamed(tally: Tally) {
    const stream_options = { include_usage: true };
    const body = { ...this.#body(), stream: true as const, stream_options };
    const runner = this.#client.chat.completions.runTools(body);
    runner.on('chunk', ({ choices: [choice] }) => {
      if (choice?.delta.role !== undefined) tally.restart();
      tally.piece(choice?.delta.content);
      tally.thought(thoughtIn(choice?.delta));
    });
    return runner;
  }

  #body() {
    const { model, tools, execute, reasoning, schema } = this.#opening;
    return {
      model,
      messages: this.#messages,
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'function' as const,
        function: {
          name,
          description,
          parameters: { ...parameters, required: [...parameters.required] },
          function: (args: string) => execute(name, JSON.parse(args)),
        },
      })),
      ...(reasoning && { reasoning_effort: 'low' as const }),
      ...(schema !== undefined && {
        response_format: {
          type: 'json_schema' as const,
          json_schema: { name: 'answer', schema: { ...schema } },
        },
      }),
    };
  }
}
