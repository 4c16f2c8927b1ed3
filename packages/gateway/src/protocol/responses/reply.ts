import type { Protocol, StreamReader, UpstreamReply } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { errorInside } from '../shared/provider-error.ts';
import { PartialReply } from './partial-reply.ts';
import { isCitation } from './search.ts';
import { indexOf, malformed, parsed, textOf, type JsonObject } from './wire-reply.ts';

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
