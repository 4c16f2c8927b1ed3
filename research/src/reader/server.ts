import { countTokens } from 'gpt-tokenizer/model/gpt-4o';
import { type Context, Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { Facts } from '../agentdojo/facts.ts';
import { serveLocally } from '../serve/local-server.ts';
import { BoundedCache } from './bounded-cache.ts';
import { readerByName, readerVariants } from './by-name.ts';
import {
  chatRequest,
  type ChatRequest,
  chunksOf,
  completionOf,
  type Envelope,
  type Usage,
  viewOf,
} from './chat-wire.ts';
import type { ReaderOutput } from './output.ts';
import type { DataOf } from './polluting.ts';
import type { Reader } from './reader.ts';

export interface ReaderServerOptions {
  readonly facts: Facts;
  /** For readers that write into what calls say. */
  readonly dataOf?: DataOf | undefined;
  /** A request header by whose value generations are counted. */
  readonly countBy?: string | undefined;
}

/** Chat Completions on this machine, with the models `lax`, `selecting`, `strict` and `noisy-1`. */
export interface ReaderServer {
  /** With `/v1`, as SDKs want it. */
  readonly baseUrl: string;
  /** Generations so far, of requests with this value in the header `countBy`, or of all. */
  readonly generations: (value?: string) => number;
  readonly close: () => Promise<void>;
}

const cachedCharactersMax = 32_000_000;

/** The tokens that a chat format adds to each message, and to the whole. */
const perMessage = 3;

/** Text that imitates a control token is text. */
const asText = { disallowedSpecial: new Set<string>() };

/** Counts tokens as gpt-4o does; each text once, for transcripts repeat what they hold. */
class TokenCounter {
  readonly #cache = new BoundedCache<number>({ charactersMax: cachedCharactersMax });

  of(text: string): number {
    return text === '' ? 0 : this.#cache.of(text, (plain) => countTokens(plain, asText));
  }

  ofAll(texts: readonly string[]): number {
    return texts.reduce((total, text) => total + this.of(text) + perMessage, 0);
  }
}

export async function startReader({
  facts,
  dataOf,
  countBy,
}: ReaderServerOptions): Promise<ReaderServer> {
  const state: State = {
    readerNamed: (name) => readerByName(name, facts, dataOf),
    tokens: new TokenCounter(),
    counts: new Map(),
    total: 0,
  };
  const app = new Hono();
  app.get('/v1/models', (context) => context.json({ object: 'list', data: models() }));
  app.post('/v1/chat/completions', (context) => respond(context, state, countBy));
  app.notFound((context) => failure(context, 404, 'there is no such route'));
  app.onError((_, context) => failure(context, 500, 'the reader failed'));
  const server = await serveLocally(app);
  return {
    baseUrl: `${server.url}/v1`,
    generations: (value) => (value === undefined ? state.total : (state.counts.get(value) ?? 0)),
    close: server.close,
  };
}

interface State {
  readonly readerNamed: (name: string) => Reader | undefined;
  readonly tokens: TokenCounter;
  readonly counts: Map<string, number>;
  total: number;
}

function models(): readonly unknown[] {
  return readerVariants.map((id) => ({ id, object: 'model', created: 0, owned_by: 'reader' }));
}

async function respond(
  context: Context,
  state: State,
  countBy: string | undefined,
): Promise<Response> {
  const body: unknown = await context.req.json().catch(() => undefined);
  const read = chatRequest.safeParse(body);
  if (!read.success) {
    const at = read.error.issues[0]?.path.join('.') ?? '';
    return failure(context, 400, `the body is no chat request (at \`${at}\`)`);
  }
  const request = read.data;
  const reader = state.readerNamed(request.model.replace(/^reader:/, ''));
  if (reader === undefined) return failure(context, 404, `there is no model \`${request.model}\``);
  const view = viewOf(request);
  const output = reader.decide(view);
  state.total += 1;
  const counted = countBy === undefined ? undefined : context.req.header(countBy);
  if (counted !== undefined) state.counts.set(counted, (state.counts.get(counted) ?? 0) + 1);
  const envelope = { id: `chatcmpl-${state.total}`, model: request.model, created: 0 };
  return write(context, { request, output, envelope, usage: usageOf(request, output, state) });
}

interface Written {
  readonly request: ChatRequest;
  readonly output: ReaderOutput;
  readonly envelope: Envelope;
  readonly usage: Usage;
}

function write(context: Context, { request, output, envelope, usage }: Written): Response {
  if (request.stream !== true) return context.json(completionOf(output, envelope, usage));
  const asked = request.stream_options?.include_usage === true ? usage : undefined;
  return streamSSE(context, async (stream) => {
    for (const chunk of chunksOf(output, envelope, asked)) {
      await stream.writeSSE({ data: JSON.stringify(chunk) });
    }
    await stream.writeSSE({ data: '[DONE]' });
  });
}

function usageOf({ messages, tools }: ChatRequest, output: ReaderOutput, { tokens }: State): Usage {
  const prompt = tokens.ofAll(messages.flatMap(textsOf)) + tokens.of(toolsText(tools));
  const completion = tokens.ofAll([output.text, ...output.calls.map((call) => callText(call))]);
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
  };
}

function textsOf(message: ChatRequest['messages'][number]): readonly string[] {
  const { content } = message;
  const text =
    typeof content === 'string' ? content : (content ?? []).map((part) => part.text ?? '').join('');
  if (message.role !== 'assistant') return [text];
  const calls = (message.tool_calls ?? []).map(({ function: { name, arguments: args } }) => {
    return `${name} ${args}`;
  });
  return [text, ...calls];
}

function toolsText(tools: ChatRequest['tools']): string {
  return tools === null || tools === undefined ? '' : JSON.stringify(tools);
}

function callText({ tool, args }: ReaderOutput['calls'][number]): string {
  return `${tool} ${JSON.stringify(args)}`;
}

/** An error as OpenAI writes it. */
function failure(context: Context, status: 400 | 404 | 500, message: string): Response {
  const type = status === 500 ? 'server_error' : 'invalid_request_error';
  return context.json({ error: { message, type, param: null, code: null } }, status);
}
