import {
  Agent,
  OpenAIChatCompletionsModel,
  OpenAIResponsesModel,
  run,
  setTracingDisabled,
  tool,
  type AgentInputItem,
  type Model,
} from '@openai/agents';
import OpenAI from 'openai';
import { Tally } from '../client.ts';
import type { AnswerSchema, Client, Conversation, Opening, Said } from '../client.ts';
import { versionOf } from '../versions.ts';

setTracingDisabled(true);

const common = { name: '@openai/agents', version: versionOf('@openai/agents') } as const;

export const agentsChat: Client = {
  ...common,
  protocol: 'Chat Completions',
  showsReasoning: false,
  open: (opening) =>
    new AgentConversation(opening, new OpenAIChatCompletionsModel(clientOf(opening), 'gpt-5-mini')),
};

export const agentsResponses: Client = {
  ...common,
  protocol: 'Responses',
  showsReasoning: true,
  open: (opening) =>
    new AgentConversation(opening, new OpenAIResponsesModel(clientOf(opening), 'gpt-5-mini')),
};

function clientOf({ url, apiKey }: Opening): OpenAI {
  return new OpenAI({ apiKey, baseURL: `${url}/v1` });
}

/** Tools run inside `run`. */
class AgentConversation implements Conversation {
  readonly #agent: ReturnType<typeof agentOf>;
  readonly #stream: boolean;
  #history: AgentInputItem[] = [];

  constructor(opening: Opening, model: Model) {
    this.#stream = opening.stream;
    this.#agent = agentOf(opening, model);
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    this.#history.push(messageOf(said));
    const result = this.#stream ? await this.#streamed(tally) : await this.#whole(tally);
    for (const item of result.newItems) {
      if (item.type !== 'reasoning_item') continue;
      for (const { text } of item.rawItem.content) tally.thought(text);
    }
    tally.tokens += result.state.usage.totalTokens;
    this.#history = result.history;
    return tally.turn;
  };

  readonly compact = (summary: string): void => {
    const last = this.#history.findLastIndex((item) => 'role' in item && item.role === 'user');
    this.#history = [{ role: 'user', content: summary }, ...this.#history.slice(last)];
  };

  async #whole(tally: Tally) {
    const result = await run(this.#agent, this.#history);
    tally.piece(textOf(result.finalOutput));
    return result;
  }

  async #streamed(tally: Tally) {
    const result = await run(this.#agent, this.#history, { stream: true });
    for await (const event of result) {
      if (event.type !== 'raw_model_stream_event') continue;
      if (event.data.type === 'response_started') tally.restart();
      if (event.data.type === 'output_text_delta') tally.piece(event.data.delta);
    }
    await result.completed;
    return result;
  }
}

function agentOf({ system, tools, execute, reasoning, schema }: Opening, model: Model) {
  return new Agent({
    name: 'tested',
    instructions: system,
    model,
    tools: tools.map(({ name, description, parameters }) =>
      tool({
        name,
        description,
        parameters: { ...parameters, required: [...parameters.required] },
        strict: true,
        execute: (args) => execute(name, args),
      }),
    ),
    ...(reasoning && { modelSettings: { reasoning: { effort: 'low', summary: 'auto' } } }),
    outputType:
      schema === undefined
        ? 'text'
        : { type: 'json_schema', name: 'answer', strict: true, schema: mutable(schema) },
  });
}

function textOf(output: unknown): string {
  return typeof output === 'string' ? output : JSON.stringify(output);
}

/** The SDK's type wants a list that could be changed. */
function mutable(schema: AnswerSchema) {
  return { ...schema, required: [...schema.required] };
}

function messageOf({ text, png }: Said): AgentInputItem {
  if (png === undefined) return { role: 'user', content: text };
  const image = `data:image/png;base64,${png}`;
  return {
    role: 'user',
    content: [
      { type: 'input_text', text },
      { type: 'input_image', image },
    ],
  };
}
