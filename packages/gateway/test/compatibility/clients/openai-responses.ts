import OpenAI from 'openai';
import type {
  Response,
  ResponseCreateParamsNonStreaming,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { Tally, type Client, type Conversation, type Opening, type Said } from '../client.ts';
import { versionOf } from '../versions.ts';
import { azureClient } from './openai-chat.ts';

const common = {
  name: 'openai',
  version: versionOf('openai'),
  protocol: 'Responses',
  showsReasoning: true,
} as const;

/** The client holds the conversation and sends all of it, reasoning encrypted. */
export const openAiResponses: Client = {
  ...common,
  way: 'whole input',
  open: (opening) => new ResponsesConversation(opening, { keeps: 'all' }),
};

export const azureOpenAiResponses: Client = {
  ...common,
  way: 'AzureOpenAI',
  open: (opening) => {
    return new ResponsesConversation(opening, { keeps: 'all', client: azureClient(opening) });
  },
};

/** The client names the response before, and sends what is new. */
export const openAiPrevious: Client = {
  ...common,
  way: 'previous_response_id',
  lacks: { 'history compacted by the client': 'the client holds no history' },
  open: (opening) => new ResponsesConversation(opening, { keeps: 'new' }),
};

class ResponsesConversation implements Conversation {
  readonly #opening: Opening;
  readonly #client: OpenAI;
  readonly #keeps: 'all' | 'new';
  #input: ResponseInputItem[] = [];
  #previous: string | undefined;

  constructor(
    opening: Opening,
    { keeps, client }: { readonly keeps: 'all' | 'new'; readonly client?: OpenAI },
  ) {
    const { url, apiKey } = opening;
    this.#opening = opening;
    this.#keeps = keeps;
    this.#client = client ?? new OpenAI({ apiKey, baseURL: `${url}/v1` });
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    this.#input.push(messageOf(said));
    for (;;) {
      tally.restart();
      const response = await this.#generate(tally);
      this.#remember(response);
      const calls = response.output.filter((item) => item.type === 'function_call');
      if (calls.length === 0) return tally.turn;
      for (const { name, arguments: args, call_id } of calls) {
        const output = this.#opening.execute(name, JSON.parse(args));
        this.#input.push({ type: 'function_call_output', call_id, output });
      }
    }
  };

  readonly compact = (summary: string): void => {
    const last = this.#input.findLastIndex((item) => 'role' in item && item.role === 'user');
    this.#input = [{ role: 'user', content: summary }, ...this.#input.slice(last)];
  };

  #remember({ id, output }: Response): void {
    this.#previous = id;
    if (this.#keeps === 'new') this.#input = [];
    // The SDK's own examples do this: the output is the next input's beginning.
    else this.#input.push(...output.filter(isInput));
  }

  async #generate(tally: Tally): Promise<Response> {
    const body = this.#body();
    const response = this.#opening.stream
      ? await this.#stream(body, tally)
      : await this.#client.responses.create(body);
    if (!this.#opening.stream) tally.piece(response.output_text);
    for (const item of response.output) {
      if (item.type !== 'reasoning') continue;
      for (const { text } of item.summary) tally.thought(text);
    }
    tally.tokens += response.usage?.total_tokens ?? 0;
    return response;
  }

  async #stream(body: ResponseCreateParamsNonStreaming, tally: Tally): Promise<Response> {
    const stream = this.#client.responses.stream({ ...body, stream: true });
    stream.on('response.output_text.delta', ({ delta }) => tally.piece(delta));
    return stream.finalResponse();
  }

  #body(): ResponseCreateParamsNonStreaming {
    const { model, system, tools, reasoning, schema } = this.#opening;
    return {
      model,
      instructions: system,
      input: this.#input,
      ...(this.#keeps === 'new'
        ? { previous_response_id: this.#previous ?? null }
        : { store: false, include: ['reasoning.encrypted_content'] }),
      ...(tools.length > 0 && {
        tools: tools.map(({ name, description, parameters }) => ({
          type: 'function',
          name,
          description,
          parameters: { ...parameters },
          strict: true,
        })),
      }),
      ...(reasoning && { reasoning: { effort: 'low', summary: 'auto' } }),
      ...(schema !== undefined && {
        text: { format: { type: 'json_schema', name: 'answer', schema: { ...schema } } },
      }),
    };
  }
}

function isInput(
  item: Response['output'][number],
): item is Extract<typeof item, ResponseInputItem> {
  return item.type === 'message' || item.type === 'function_call' || item.type === 'reasoning';
}

function messageOf({ text, png }: Said): ResponseInputItem {
  if (png === undefined) return { role: 'user', content: text };
  const image_url = `data:image/png;base64,${png}`;
  return {
    role: 'user',
    content: [
      { type: 'input_text', text },
      { type: 'input_image', image_url, detail: 'auto' },
    ],
  };
}
