import { unreadPart, type Usage } from '@sluice/core';
import type { Protocol, StreamReader, UpstreamReply } from '../../protocol.ts';
import { isRecord } from '../../shared/fields.ts';
import { errorInside } from '../../shared/provider-error.ts';
import {
  calledIn,
  citationsIn,
  contentOf,
  draftOf,
  type PartialCall,
  type PartialItem,
  reasoningOf,
  startedItem,
} from './partial-items.ts';
import { calledBy } from '../client-tools.ts';
import { isCitation, webSearch } from '../search.ts';
import {
  indexOf,
  type JsonObject,
  listOf,
  malformed,
  optionalTextOf,
  parsed,
  textOf,
  usageOf,
} from './wire-reply.ts';

/** A whole upstream response. Throws `UpstreamError` where it is not one. */
export function readReply(body: unknown): UpstreamReply {
  if (!isRecord(body)) throw malformed('is no JSON object');
  const reply = new PartialReply(undefined);
  reply.end(body);
  return reply.toReply();
}

/** Puts the events of a stream together. Events that bring no content are passed over. */
export const streamReader: Protocol['streamReader'] = (onText, onRan): StreamReader => {
  const reply = new PartialReply(onText, onRan);
  return {
    event: (name, data) => {
      if (reply.ended || data === '[DONE]') return;
      const event = parsed(data);
      if (!isRecord(event)) throw malformed('holds an event that is no object');
      readEvent(reply, textOf(event, 'type') || (name ?? ''), event);
    },
    reply: () => reply.toReply(),
    hasEnded: () => reply.ended,
  };
};

function readEvent(reply: PartialReply, type: string, event: JsonObject): void {
  const index = indexOf(event, 'output_index');
  const part = indexOf(event, 'content_index');
  switch (type) {
    case 'error':
      throw errorInside(event);
    case 'response.created':
    case 'response.queued':
    case 'response.in_progress':
      return reply.begin(responseIn(event));
    case 'response.completed':
    case 'response.incomplete':
    case 'response.failed':
    case 'response.cancelled':
      return reply.end(responseIn(event));
    case 'response.output_item.added':
      return reply.startItem(index, itemIn(event));
    case 'response.output_item.done':
      return reply.endItem(index, itemIn(event));
    case 'response.output_text.delta':
    case 'response.refusal.delta':
      return reply.addText(index, part, textOf(event, 'delta'));
    case 'response.output_text.annotation.added':
      return isCitation(event['annotation']) ? reply.searched() : undefined;
    case 'response.output_text.done':
      return reply.endText(index, part, textOf(event, 'text'));
    case 'response.refusal.done':
      return reply.endText(index, part, textOf(event, 'refusal'));
    case 'response.function_call_arguments.delta':
    case 'response.custom_tool_call_input.delta':
      return reply.addInput(index, textOf(event, 'delta'));
    case 'response.function_call_arguments.done':
      return reply.endInput(index, textOf(event, 'arguments'));
    case 'response.custom_tool_call_input.done':
      return reply.endInput(index, textOf(event, 'input'));
  }
}

function responseIn(event: JsonObject): JsonObject {
  const { response } = event;
  if (!isRecord(response)) throw malformed('holds an event without its response');
  return response;
}

function itemIn(event: JsonObject): JsonObject {
  const { item } = event;
  if (!isRecord(item)) throw malformed('holds an event without its item');
  return item;
}

/** A reply while it is read: truncated until the provider says that it is complete. */
class PartialReply {
  /** The provider's own end was seen. */
  ended = false;
  readonly #onText: ((delta: string) => void) | undefined;
  readonly #onRan: ((tool: string) => void) | undefined;
  readonly #items = new Map<number, PartialItem>();
  #text = '';
  #complete = false;
  #cut = false;
  #stop = '';
  #model = '';
  #usage: Usage | undefined;
  readonly #ran = new Set<string>();

  constructor(onText: ((delta: string) => void) | undefined, onRan?: (tool: string) => void) {
    this.#onText = onText;
    this.#onRan = onRan;
  }

  begin(response: JsonObject): void {
    this.#model = textOf(response, 'model') || this.#model;
  }

  /** The whole response. Its output is read where its items did not come one by one. */
  end(response: JsonObject): void {
    const status = textOf(response, 'status');
    const hasFailed = status !== 'completed' && status !== 'incomplete';
    if (hasFailed || isRecord(response['error'])) throw errorInside(response['error']);
    this.begin(response);
    if (this.#items.size === 0) {
      for (const [index, item] of listOf(response, 'output').entries()) this.endItem(index, item);
    }
    const details = response['incomplete_details'];
    this.#usage = usageOf(response['usage']);
    this.#stop = (isRecord(details) ? textOf(details, 'reason') : '') || status;
    this.#complete = status === 'completed';
    this.ended = true;
  }

  startItem(index: number, wire: JsonObject): void {
    if (this.#items.has(index)) throw malformed('holds two items at one place');
    const item = startedItem(wire);
    this.#items.set(index, item);
    if (item.kind === 'search') this.searched();
    if (item.kind === 'unknown') this.#hasRun(unreadPart);
  }

  searched(): void {
    this.#hasRun(webSearch);
  }

  /** A tool of the provider's has a part in all that comes behind it, and in the whole reply. */
  #hasRun(tool: string): void {
    this.#ran.add(tool);
    this.#onRan?.(tool);
  }

  /** The whole item: what its deltas left out is added, and what they said must be part of it. */
  endItem(index: number, wire: JsonObject): void {
    const whole = startedItem(wire);
    const item = this.#items.get(index) ?? whole;
    if (item.kind !== whole.kind) throw malformed('holds an item that changes its type');
    this.#items.set(index, item);
    if (textOf(wire, 'status') === 'incomplete') this.#cut = true;
    switch (item.kind) {
      case 'text':
        item.phase = textOf(wire, 'phase');
        for (const [part, text] of contentOf(wire).entries()) this.endText(index, part, text);
        item.citations = citationsIn(wire);
        if (item.citations.length > 0) this.searched();
        return;
      case 'call':
        return endCall(item, wire);
      case 'search':
        this.searched();
        item.item = wire;
        return;
      case 'unknown':
        return this.#hasRun(unreadPart);
      case 'reasoning':
        item.item = wire;
    }
  }

  addText(index: number, part: number, delta: string): void {
    const item = this.#items.get(index);
    if (item?.kind !== 'text') throw malformed('holds text outside a message');
    item.parts.set(part, (item.parts.get(part) ?? '') + delta);
    if (delta === '') return;
    this.#text += delta;
    this.#onText?.(delta);
  }

  endText(index: number, part: number, text: string): void {
    const item = this.#items.get(index);
    const said = item?.kind === 'text' ? (item.parts.get(part) ?? '') : '';
    if (!text.startsWith(said)) throw malformed('ends a text with another than it began');
    this.addText(index, part, text.slice(said.length));
  }

  addInput(index: number, delta: string): void {
    this.#callAt(index).input += delta;
  }

  endInput(index: number, input: string): void {
    const call = this.#callAt(index);
    call.input = input;
    call.whole = true;
  }

  toReply(): UpstreamReply {
    const items = [...this.#items].toSorted(([a], [b]) => a - b).map(([, item]) => item);
    const calls = items.filter((item) => item.kind === 'call');
    const reasoning = reasoningOf(items, this.#text);
    const complete = this.#complete && !this.#cut && calls.every(({ whole }) => whole);
    return {
      text: this.#text,
      calls: calls.map(draftOf),
      stop: complete ? 'complete' : 'truncated',
      ...(this.#usage && { usage: this.#usage }),
      ...(reasoning && { reasoning }),
      ...(this.#ran.size > 0 && { ran: [...this.#ran] }),
      facts: { model: this.#model, stop: this.#stop },
    };
  }

  #callAt(index: number): PartialCall {
    const item = this.#items.get(index);
    if (item?.kind === 'call') return item;
    throw malformed('holds arguments outside a call');
  }
}

function endCall(call: PartialCall, wire: JsonObject): void {
  if (calledIn(wire) !== call.tool) throw malformed('holds a call that changes its tool');
  const clientTool = calledBy(textOf(wire, 'type'));
  const input =
    clientTool === undefined
      ? optionalTextOf(wire, call.custom ? 'input' : 'arguments')
      : JSON.stringify(wire[clientTool.args] ?? {});
  call.input = input ?? call.input;
  call.whole = true;
}
