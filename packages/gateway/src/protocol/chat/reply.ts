import type { DraftCall, Usage } from '@sluice/core';
import { UpstreamError } from '../errors.ts';
import type { Protocol, StreamReader, UpstreamReply } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { errorInside } from '../shared/provider-error.ts';
import { customArgs, functionArgs } from '../shared/wire.ts';
import { joinReasoning, reasoningFields, storedReasoning, type Reasoning } from './reasoning.ts';

type JsonObject = Readonly<Record<string, unknown>>;

/** A whole upstream response. Throws `UpstreamError` where it is not one. */
export function readReply(body: unknown): UpstreamReply {
  const reply = new PartialReply(undefined);
  const choice = reply.readEnvelope(body);
  const message = choice?.['message'];
  if (choice === undefined || !isRecord(message)) throw malformed('holds no message');
  reply.readMessage(message);
  for (const call of listOf(message, 'tool_calls')) reply.startCall(call);
  reply.readFinish(choice);
  return reply.toReply();
}

/** Puts the chunks of a stream together. */
export const streamReader: Protocol['streamReader'] = (onText, onRan): StreamReader => {
  const reply = new PartialReply(onText, onRan);
  const open = new Map<number, PartialCall>();
  const readCall = (delta: JsonObject): void => {
    const index = typeof delta['index'] === 'number' ? delta['index'] : 0;
    const call = open.get(index);
    if (call === undefined || isAnother(call, delta)) open.set(index, reply.startCall(delta));
    else reply.continueCall(call, delta);
  };
  return {
    event: (_name, data) => {
      if (reply.ended) return;
      if (data === '[DONE]') {
        reply.ended = true;
        return;
      }
      const choice = reply.readEnvelope(parsed(data));
      const delta = choice?.['delta'];
      if (choice === undefined) return;
      if (isRecord(delta)) {
        reply.readMessage(delta);
        for (const call of listOf(delta, 'tool_calls')) readCall(call);
      }
      reply.readFinish(choice);
    },
    reply: () => reply.toReply(),
    hasEnded: () => reply.hasEnded,
  };
};

interface PartialCall {
  id: string;
  tool: string;
  input: string;
  custom: boolean;
  extra: JsonObject | undefined;
}

/**
 * Some servers give every parallel call index 0: a new id tells them apart, and where there is no
 * id, a name after arguments. Two calls read as one would only be refused, as arguments that do
 * not parse.
 */
function isAnother(call: PartialCall, delta: JsonObject): boolean {
  const id = textOf(delta, 'id');
  if (id !== '' && call.id !== '') return id !== call.id;
  return id === '' && call.input !== '' && calledOf(delta).name !== '';
}

/** A reply while it is read: truncated until the provider says that it came to its end. */
class PartialReply {
  /** `[DONE]` was seen. */
  ended = false;
  readonly #onText: ((delta: string) => void) | undefined;
  readonly #onRan: ((tool: string) => void) | undefined;
  readonly #calls: PartialCall[] = [];
  #text = '';
  #finish = '';
  #model = '';
  #usage: Usage | undefined;
  /** The model looked something up, which no request of ours lets it do. */
  #searched = false;
  #reasoning: Reasoning = {};

  constructor(onText: ((delta: string) => void) | undefined, onRan?: (tool: string) => void) {
    this.#onText = onText;
    this.#onRan = onRan;
  }

  /** The fields around the choice, and the choice; a chunk of usage alone has none. */
  readEnvelope(body: unknown): JsonObject | undefined {
    if (!isRecord(body)) throw malformed('is no JSON object');
    if (body['error'] !== undefined && body['error'] !== null) throw errorInside(body);
    this.#model = textOf(body, 'model') || this.#model;
    this.#usage = usageOf(body['usage']) ?? this.#usage;
    if (isFilled(body['citations']) || isFilled(body['search_results'])) this.#ran();
    return listOf(body, 'choices')[0];
  }

  readMessage(message: JsonObject): void {
    // It was never asked for, and leaving it out would make the text beside it the answer.
    if (isRecord(message['function_call'])) throw malformed('uses `function_call`');
    if (listOf(message, 'annotations').some(isCitation)) this.#ran();
    this.#addText(textOf(message, 'content'));
    this.#addText(textOf(message, 'refusal'));
    this.#reasoning = joinReasoning(this.#reasoning, reasoningFields(message));
  }

  startCall(wire: JsonObject): PartialCall {
    const begun = { tool: '', input: '', custom: false, extra: undefined };
    const call: PartialCall = { id: textOf(wire, 'id'), ...begun };
    this.#calls.push(call);
    this.continueCall(call, wire);
    return call;
  }

  continueCall(call: PartialCall, wire: JsonObject): void {
    const { name, input } = calledOf(wire);
    call.custom ||= isRecord(wire['custom']);
    if (isRecord(wire['extra_content'])) call.extra = wire['extra_content'];
    call.tool += name;
    call.input += input;
  }

  readFinish(choice: JsonObject): void {
    this.#finish = textOf(choice, 'finish_reason') || this.#finish;
  }

  /** Some servers leave out `[DONE]` behind the reason why they stopped. */
  get hasEnded(): boolean {
    return this.ended || this.#finish !== '';
  }

  toReply(): UpstreamReply {
    const extras = this.#calls.map(({ extra }) => extra);
    const reasoning = storedReasoning(this.#reasoning, extras);
    return {
      text: this.#text,
      calls: this.#calls.map(draftOf),
      stop: this.#isComplete() ? 'complete' : 'truncated',
      ...(this.#usage && { usage: this.#usage }),
      ...(reasoning !== undefined && { reasoning }),
      ...(this.#searched && { ran: ['web_search'] }),
      facts: { model: this.#model, stop: this.#finish },
    };
  }

  /** Anything but a proper end is a reply that stopped in the middle, unknown reasons included. */
  #isComplete(): boolean {
    if (this.#finish === '') return this.ended;
    return ['stop', 'tool_calls', 'function_call'].includes(this.#finish);
  }

  #ran(): void {
    this.#searched = true;
    this.#onRan?.('web_search');
  }

  #addText(delta: string): void {
    if (delta === '') return;
    this.#text += delta;
    this.#onText?.(delta);
  }
}

/** Some models search by themselves, and say so in one of these ways. */
function isCitation({ type }: JsonObject): boolean {
  return type === 'url_citation';
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0;
}

function draftOf({ tool, input, custom }: PartialCall): DraftCall {
  return { tool, args: custom ? customArgs(input) : functionArgs(input) };
}

function calledOf(wire: JsonObject): { readonly name: string; readonly input: string } {
  const { function: called, custom } = wire;
  if (isRecord(called)) return { name: textOf(called, 'name'), input: textOf(called, 'arguments') };
  if (isRecord(custom)) return { name: textOf(custom, 'name'), input: textOf(custom, 'input') };
  return { name: '', input: '' };
}

function usageOf(usage: unknown): Usage | undefined {
  if (!isRecord(usage)) return undefined;
  const details = usage['prompt_tokens_details'];
  return {
    inputTokens: tokensOf(usage['prompt_tokens']),
    outputTokens: tokensOf(usage['completion_tokens']),
    cachedInputTokens: tokensOf(isRecord(details) ? details['cached_tokens'] : 0),
  };
}

function tokensOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/**
 * Text that may be missing. Of any other type it is an error: to skip it would change the reply.
 */
function textOf(wire: JsonObject, name: string): string {
  const value = wire[name] ?? '';
  if (typeof value !== 'string') throw malformed(`holds a \`${name}\` that is not text`);
  return value;
}

function listOf(wire: JsonObject, name: string): readonly JsonObject[] {
  const value = wire[name] ?? [];
  if (Array.isArray(value) && value.every(isRecord)) return value;
  throw malformed(`holds \`${name}\` that are no list of objects`);
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    throw malformed('holds an event that is not JSON');
  }
}

function malformed(what: string): UpstreamError {
  return new UpstreamError('upstream_malformed', `the provider's response ${what}`, {
    status: 502,
    hint: 'check that the upstream of this model speaks Chat Completions',
  });
}
