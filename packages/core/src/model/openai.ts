import type OpenAI from 'openai';
import {
  type ChatModel,
  type GenerateOptions,
  type ModelReply,
  untilBroken,
} from './chat-model.ts';
import { loadPeer } from './load-peer.ts';
import { malformedReply, modelError } from './model-error.ts';
import { OpenAiStreamReader, readCompletion } from './openai/reply.ts';
import { openAiRequest, type OpenAiParams } from './openai/request.ts';
import { wireNames } from './wire.ts';

const sdk = await loadPeer('openai', () => import('openai'));

/** The part of the SDK's client that is used; Azure's and others' clients have it too. */
export type OpenAiClient = Pick<OpenAI, 'chat' | 'baseURL'>;

export interface OpenAiModelOptions {
  readonly model: string;
  /** A client of the `openai` package; without one, `apiKey` and `baseURL` make one. */
  readonly client?: OpenAiClient | undefined;
  /** Default: the environment variable `OPENAI_API_KEY`. */
  readonly apiKey?: string | undefined;
  /** Any OpenAI-compatible server, e.g. `http://localhost:8080/v1`. */
  readonly baseURL?: string | undefined;
  /**
   * The name by which a policy's clearances know it. Default: `openai:MODEL`, or `HOST:MODEL` for a
   * server that is not OpenAI's, so that a clearance of one never holds for the other.
   */
  readonly name?: string | undefined;
  /** Fields added to every request, e.g. `temperature`. */
  readonly params?: OpenAiParams | undefined;
}

/**
 * A model behind the Chat Completions protocol. `generate` throws `SluiceError` `model-failed` or
 * `aborted`; a stream that breaks after it began is a reply that is `truncated`.
 */
export function openaiModel(options: OpenAiModelOptions): ChatModel {
  const { model, params, apiKey, baseURL } = options;
  // The SDK's log would print chunks that it cannot parse, and these hold labelled text.
  const client: OpenAiClient =
    options.client ?? new sdk.OpenAI({ apiKey, baseURL, logLevel: 'off' });
  const name = options.name ?? `${providerOf(client.baseURL)}:${model}`;
  const structured = (params?.response_format?.type ?? 'text') !== 'text';
  return {
    name,
    generate: async (request, { signal, onText }) => {
      const names = wireNames(request.view.tools);
      const body = openAiRequest(request, { name, model, params, names });
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
  readonly client: OpenAiClient;
  readonly name: string;
  readonly body: ReturnType<typeof openAiRequest>;
  readonly signal: AbortSignal;
}

async function complete({ client, name, body, signal }: Exchange): Promise<ModelReply> {
  try {
    const completion = await client.chat.completions.create({ ...body, stream: false }, { signal });
    const reply = readCompletion(completion);
    if (reply !== undefined) return reply;
  } catch (error) {
    throw modelError(name, error, signal);
  }
  throw malformedReply(name, 'without a choice');
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
  const chunks = await client.chat.completions
    .create({ ...body, stream: true, stream_options: { include_usage: true } }, { signal })
    .catch(fail);
  const reader = new OpenAiStreamReader(onText);
  let broken: unknown;
  for await (const chunk of untilBroken(chunks, (error) => (broken = error))) reader.read(chunk);
  if (signal.aborted || (!reader.begun && broken !== undefined)) fail(broken);
  if (!reader.begun) throw malformedReply(name, 'with an empty stream');
  return reader.toReply();
}

function providerOf(baseURL: string): string {
  const { host } = new URL(baseURL);
  return host === 'api.openai.com' ? 'openai' : host;
}
