import {
  type ChatModel,
  type GenerateOptions,
  type ModelReply,
  type ModelRequest,
  ownTurn,
  type PlainMessage,
  unreadPart,
  type View,
} from '@sluice/core';
import { limits } from '../limits.ts';
import { UpstreamError } from '../protocol/errors.ts';
import type { ClientRequest, Protocol, StreamReader, UpstreamReply } from '../protocol/protocol.ts';
import { declaredForm } from '../protocol/shared/declared.ts';
import { parseExact } from '../protocol/shared/json.ts';
import { jsonText, isLarge, Pace } from '../protocol/shared/pace.ts';
import { errorResponse } from '../protocol/shared/provider-error.ts';
import { exactArgs } from '../protocol/shared/wire.ts';
import { Beginning, errorInstead, errorOf, valueOf } from './error-of.ts';
import { events, holdsTooMuch, bounded } from './response.ts';
import { bindReasoning, withBoundReasoning } from './prefix-bound.ts';
import type { Upstream, UpstreamRequest } from './upstream.ts';

export interface UpstreamModelOptions {
  readonly protocol: Protocol;
  readonly request: ClientRequest;
  readonly upstream: Upstream;
  /** Where its requests go, below the upstream's base URL. */
  readonly path: string;
  /** Headers of the client that the provider is to see (betas, versions). */
  readonly headers: Readonly<Record<string, string>>;
  /** Where a large reply finds room, and others go first. */
  readonly exchange: {
    readonly roomForReply: () => Promise<void>;
    readonly letOthers: (bytes: number) => Promise<void> | undefined;
  };
}

/**
 * The model port over a provider: it is sent the rendered view and nothing else of the client's.
 */
export class UpstreamModel implements ChatModel {
  readonly name: string;
  readonly #options: UpstreamModelOptions;
  #malformed = 0;

  constructor(options: UpstreamModelOptions) {
    this.#options = options;
    this.name = `${options.upstream.name}:${options.request.model}`;
  }

  readonly generate = async (
    { view, providerTools: offered = [] }: ModelRequest,
    options: GenerateOptions,
  ): Promise<ModelReply> => {
    const sent = withBoundReasoning({ ...view, offered });
    const { reasoning, facts, ...reply } = await this.#askWhole(sent, options);
    if (reply.calls.some(({ args }) => args.length > limits.argumentsAtOnceMax)) await ownTurn();
    this.#countMalformed(reply);
    const bound = reasoning === undefined ? {} : { reasoning: bindReasoning(sent, reasoning) };
    const { structured } = this.#options.request;
    return { ...reply, ...bound, structured, provider: facts };
  };

  /** The model is told once that its arguments are no JSON; then that is all it has to say. */
  #countMalformed({ calls, stop }: ModelReply): void {
    if (calls.some(({ args }) => holdsTooMuch(args))) throw malformedCalls();
    if (stop !== 'complete' || calls.every(({ args }) => exactArgs(args) !== undefined)) return;
    this.#malformed += 1;
    if (this.#malformed > limits.malformedCallsMax) throw malformedCalls();
  }

  /** One generation, in as many requests as the provider makes of it. */
  async #askWhole(given: OfferedView, options: GenerateOptions): Promise<UpstreamReply> {
    const { goOn } = this.#options.protocol;
    const { request, view } = formed(this.#options, given);
    let reply = await this.#ask(request, view, options);
    for (let pauses = 0; pauses < limits.pausesMax; pauses += 1) {
      const rest = goOn?.(reply);
      if (rest === undefined) break;
      const messages = [...view.messages, rest.said];
      reply = rest.join(await this.#ask(request, { ...view, messages }, options));
    }
    return reply;
  }

  async #ask(
    request: ClientRequest,
    view: OfferedView,
    { signal, onText }: GenerateOptions,
  ): Promise<UpstreamReply> {
    const { protocol, path, headers } = this.#options;
    const { stream } = request;
    const { offered } = view;
    let isReadable = true;
    const mayRun = (tool: string): void => {
      if (tool === unreadPart) isReadable = false;
      else if (!offered.includes(tool)) throw lookedUp();
    };
    // Text behind a part that nobody can read has its label: it waits for the decision.
    const onReadable = onText && ((delta: string) => void (isReadable && onText(delta)));
    const rendered = protocol.render(request, view, { stream, model: request.model, offered });
    const body = await jsonText(rendered, new Pace());
    const sent = { method: 'POST', path, headers, body, signal } as const;
    return bounded(
      stream
        ? await this.#streamed(sent, protocol.streamReader(onReadable, mayRun))
        : await this.#whole(sent, mayRun),
    );
  }

  async #whole(sent: UpstreamRequest, mayRun: (tool: string) => void): Promise<UpstreamReply> {
    const { protocol, upstream, exchange } = this.#options;
    const whole = await upstream.sendWhole({ ...sent, room: exchange.roomForReply });
    const { status, headers, text, hasExactNumbers } = whole;
    if (status !== 200) throw errorResponse(status, { headers, body: valueOf(text) });
    await exchange.letOthers(text.length);
    const answer = parsed(text, hasExactNumbers);
    const failed = errorInstead(answer);
    if (failed !== undefined) throw failed;
    const reply = protocol.readReply(answer);
    for (const tool of reply.ran ?? []) mayRun(tool);
    return reply;
  }

  async #streamed(sent: UpstreamRequest, reader: StreamReader): Promise<UpstreamReply> {
    const { upstream, exchange } = this.#options;
    const response = await upstream.send(sent);
    if (response.status !== 200) throw await errorOf(response);
    const begun = new Beginning(response.body);
    let unread = 0;
    for await (const { event, data } of events(begun, exchange.roomForReply)) {
      begun.isStream = true;
      if (isLarge(data.length)) await exchange.letOthers(data.length);
      if (holdsTooMuch(data)) throw unreadable('more values than are read');
      reader.event(event, data);
      unread += data.length;
      if (!isLarge(unread)) continue;
      bounded(reader.reply());
      unread = 0;
    }
    sent.signal.throwIfAborted();
    if (!begun.isStream) throw errorInstead(valueOf(begun.text)) ?? unreadable('no event');
    if (!reader.hasEnded()) throw cutOff();
    return reader.reply();
  }
}

interface OfferedView extends View {
  readonly offered: readonly string[];
}

/** A search result that nobody asked for has no label. */
function lookedUp(): UpstreamError {
  return new UpstreamError(
    'upstream_hosted_tool',
    'the model looked something up that it was not to look up',
    { hint: 'name the tool in the policy, or use a model that does not search', status: 502 },
  );
}

/** The form of the answer is no tool: it is asked for where the view shows it. */
function formed(
  { protocol: { form }, request: asked }: Pick<UpstreamModelOptions, 'protocol' | 'request'>,
  given: OfferedView,
): { readonly request: ClientRequest; readonly view: OfferedView } {
  const request = afterRefusal(asked, given);
  const tools = given.tools.filter(({ isForm }) => isForm !== true);
  const isDeclared = declaredForm(form, request.params).length > 0;
  const isShown = tools.length < given.tools.length || !isDeclared;
  const params = isShown ? request.params : form.without(request.params);
  return { request: { ...request, params }, view: { ...given, tools } };
}

/**
 * Where the model was told of a refusal that the client does not see, a forced call would only be
 * refused again: from there on the model chooses.
 */
function afterRefusal(request: ClientRequest, view: View): ClientRequest {
  const { tool_choice: choice, ...params } = request.params;
  const isHidden = sinceUser(view.messages) > sinceUser(request.messages);
  return choice === undefined || !isHidden ? request : { ...request, params };
}

/** Generations after the last thing that the user said. */
function sinceUser(messages: readonly PlainMessage[]): number {
  const last = messages.findLastIndex(({ role }) => role === 'user' || role === 'system');
  return messages.slice(last + 1).filter(({ role }) => role === 'assistant').length;
}

/** The answer is not complete, and only its missing end says so. */
function cutOff(): UpstreamError {
  return new UpstreamError('upstream_cut', 'the provider broke off in the middle of its answer', {
    hint: 'try again',
    status: 502,
  });
}

function malformedCalls(): UpstreamError {
  const message = 'the model wrote calls whose arguments cannot be read as JSON';
  return new UpstreamError('malformed_call', message, {
    hint: 'try again, or use a model that is better at calling tools',
    status: 502,
    headers: { 'x-should-retry': 'false' },
  });
}

function parsed(text: string, hasExactNumbers: boolean): unknown {
  try {
    return parseExact(text, hasExactNumbers);
  } catch {
    throw unreadable('something that is no JSON');
  }
}

function unreadable(what: string): UpstreamError {
  return new UpstreamError('upstream_unreadable', `the upstream gave ${what}`, {
    hint: 'check that its `baseUrl` ends where the protocol’s paths begin, e.g. in `/v1`',
    status: 502,
  });
}
