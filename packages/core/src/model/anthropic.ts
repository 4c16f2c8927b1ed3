import type Anthropic from '@anthropic-ai/sdk';
import { limits } from '../limits.ts';
import { AnthropicStreamReader, readMessage } from './anthropic/reply.ts';
import { anthropicRequest, type AnthropicParams } from './anthropic/request.ts';
import {
  type ChatModel,
  type GenerateOptions,
  type ModelReply,
  untilBroken,
} from './chat-model.ts';
import { loadPeer } from './load-peer.ts';
import { malformedReply, modelError } from './model-error.ts';
import { wireNames } from './wire.ts';

const sdk = await loadPeer('@anthropic-ai/sdk', () => import('@anthropic-ai/sdk'));

/** The part of the SDK's client that is used; the clients for Bedrock and Vertex have it too. */
export type AnthropicClient = Pick<Anthropic, 'messages' | 'baseURL'>;

export interface AnthropicModelOptions {
  readonly model: string;
  /** A client of `@anthropic-ai/sdk`; without one, `apiKey` and `baseURL` make one. */
  readonly client?: AnthropicClient | undefined;
  /** Default: the environment variable `ANTHROPIC_API_KEY`. */
  readonly apiKey?: string | undefined;
  readonly baseURL?: string | undefined;
  /** The name by which a policy's clearances know it. Default: as for `openaiModel`. */
  readonly name?: string | undefined;
  /** Default: `limits.outputTokensMax`. */
  readonly maxTokens?: number | undefined;
  /** Fields added to every request, e.g. `metadata`. */
  readonly params?: AnthropicParams | undefined;
}

/**
 * A model behind Anthropic's Messages protocol. `generate` throws `SluiceError` `model-failed` or
 * `aborted`; a stream that breaks after it began is a reply that is `truncated`. Reasoning is not
 * asked for, and where a model gives it nonetheless it is dropped: it belongs to no view.
 */
export function anthropicModel(options: AnthropicModelOptions): ChatModel {
  const { model, apiKey, baseURL, maxTokens = limits.outputTokensMax } = options;
  // The SDK's log would print events that it cannot parse, and these hold labelled text.
  const client: AnthropicClient =
    options.client ??
    new sdk.Anthropic({
      logLevel: 'off',
      ...(apiKey !== undefined && { apiKey }),
      ...(baseURL !== undefined && { baseURL }),
    });
  const name = options.name ?? `${providerOf(client.baseURL)}:${model}`;
  const params = { ...options.params, max_tokens: maxTokens };
  const structured = (params.output_config?.format ?? undefined) !== undefined;
  return {
    name,
    generate: async (request, { signal, onText }) => {
      const names = wireNames(request.view.tools);
      const body = anthropicRequest(request, { name, model, params, names });
      const reply =
        onText === undefined
          ? await complete({ client, name, body, signal })
          : await stream({ client, name, body, signal, onText });
      const calls = reply.calls.map(({ tool, args }) => ({ tool: names.fromWire(tool), args }));
      return { ...reply, calls, ...(structured && { structured }) };
    },
  };
}

interface Exchange {
  readonly client: AnthropicClient;
  readonly name: string;
  readonly body: ReturnType<typeof anthropicRequest>;
  readonly signal: AbortSignal;
}

async function complete({ client, name, body, signal }: Exchange): Promise<ModelReply> {
  try {
    // The SDK's parsed arguments can hold other numbers than the model wrote.
    const sent = client.messages.create({ ...body, stream: false }, { signal });
    const response = await sent.asResponse();
    const reply = readMessage(await response.text());
    if (reply !== undefined) return reply;
  } catch (error) {
    throw modelError(name, error, signal);
  }
  throw malformedReply(name, 'with something else than text and calls');
}

async function stream({
  client,
  name,
  body,
  signal,
  onText,
}: Exchange & { readonly onText: NonNullable<GenerateOptions['onText']> }): Promise<ModelReply> {
  const fail = (error: unknown): never => {
    throw modelError(name, error, signal);
  };
  const events = await client.messages.create({ ...body, stream: true }, { signal }).catch(fail);
  const reader = new AnthropicStreamReader(onText);
  let broken: unknown;
  for await (const event of untilBroken(events, (error) => (broken = error))) reader.read(event);
  if (signal.aborted || (!reader.begun && broken !== undefined)) fail(broken);
  if (!reader.begun) throw malformedReply(name, 'with an empty stream');
  if (reader.foreign) throw malformedReply(name, 'with something else than text and calls');
  return reader.toReply();
}

function providerOf(baseURL: string): string {
  const { host } = new URL(baseURL);
  return host === 'api.anthropic.com' ? 'anthropic' : host;
}
