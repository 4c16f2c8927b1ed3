import Anthropic from '@anthropic-ai/sdk';
import { Tally, type Client, type Conversation, type Opening, type Said } from '../client.ts';
import { versionOf } from '../versions.ts';
import { contentOf } from './anthropic.ts';

type Beta = Anthropic.Beta.BetaMessage;

/** The SDK's own loop over calls, by its beta interface. */
export const anthropicToolRunner: Client = {
  name: '@anthropic-ai/sdk',
  way: 'toolRunner',
  version: versionOf('@anthropic-ai/sdk'),
  protocol: 'Messages',
  remark: 'needs `thread: false`: by default it keeps the conversation at the provider',
  showsReasoning: true,
  open: (opening) => new ToolRunnerConversation(opening),
};

class ToolRunnerConversation implements Conversation {
  readonly #opening: Opening;
  readonly #client: Anthropic;
  #messages: Anthropic.Beta.BetaMessageParam[] = [];

  constructor(opening: Opening) {
    const { url, apiKey } = opening;
    this.#opening = opening;
    this.#client = new Anthropic({ apiKey, baseURL: url });
  }

  readonly say = async (said: Said) => {
    const tally = new Tally();
    this.#messages.push({ role: 'user', content: contentOf(said) });
    const { stream } = this.#opening;
    const runner = this.#client.beta.messages.toolRunner({
      ...this.#body(),
      stream,
      thread: false,
    });
    for await (const step of runner) {
      tally.restart();
      if ('finalMessage' in step) {
        step.on('text', (delta) => tally.piece(delta));
        this.#count(await step.finalMessage(), tally);
      } else {
        this.#count(step, tally);
      }
    }
    const last = await runner.done();
    this.#messages = [...runner.params.messages];
    if (this.#messages.at(-1)?.role !== 'assistant') {
      this.#messages.push({ role: 'assistant', content: last.content });
    }
    return tally.turn;
  };

  readonly compact = (summary: string): void => {
    const last = this.#messages.findLastIndex(
      ({ role, content }) => role === 'user' && typeof content === 'string',
    );
    this.#messages = [{ role: 'user', content: summary }, ...this.#messages.slice(last)];
  };

  #count({ content, usage }: Beta, tally: Tally): void {
    for (const block of content) {
      if (block.type === 'thinking') tally.thought(block.thinking);
      if (block.type === 'text' && !this.#opening.stream) tally.piece(block.text);
    }
    tally.tokens += usage.input_tokens + usage.output_tokens;
  }

  #body() {
    const { model, system, tools, execute, reasoning, schema } = this.#opening;
    return {
      model,
      system,
      max_tokens: 4096,
      messages: this.#messages,
      tools: tools.map(({ name, description, parameters }) => ({
        type: 'custom' as const,
        name,
        description,
        input_schema: { ...parameters, required: [...parameters.required] },
        parse: (args: unknown) => args,
        run: (args: unknown) => execute(name, args),
      })),
      ...(reasoning && { thinking: { type: 'enabled' as const, budget_tokens: 1024 } }),
      ...(schema !== undefined && {
        output_config: { format: { type: 'json_schema' as const, schema: { ...schema } } },
      }),
    };
  }
}
