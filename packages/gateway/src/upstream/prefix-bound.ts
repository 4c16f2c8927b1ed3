import { createHash } from 'node:crypto';
import { messageKey, type PlainMessage, type View } from '@sluice/core';

/** The request that was sent: a view, and the tools that the provider might run on it. */
export interface SentView extends View {
  readonly offered?: readonly string[] | undefined;
}

/** Reasoning of a provider, and the prefix of messages that it was made after. */
interface Bound {
  readonly prefix: string;
  readonly data: unknown;
}

/**
 * Signatures bind reasoning to the very prefix that produced it, tools included. Kept with a
 * generation: the data, and the name of the view that was sent (`withBoundReasoning`).
 */
export function bindReasoning(view: SentView, data: unknown): unknown {
  const bound: Bound = { prefix: prefixOf(view), data };
  return bound;
}

/** The provider's own data of what `bindReasoning` made: what a client may be shown of it. */
export function boundData(value: unknown): unknown {
  return isBound(value) ? value.data : undefined;
}

/** The view with reasoning left where its prefix is still the very same, and nowhere else. */
export function withBoundReasoning<Sent extends SentView>(view: Sent): Sent {
  if (view.messages.every((message) => reasoningOf(message) === undefined)) return view;
  const messages: PlainMessage[] = [];
  for (const message of view.messages) messages.push(unbound(message, { ...view, messages }));
  return { ...view, messages };
}

function unbound(message: PlainMessage, before: SentView): PlainMessage {
  const reasoning = reasoningOf(message);
  if (message.role !== 'assistant' || reasoning === undefined) return message;
  const { role, text, calls } = message;
  return isBound(reasoning) && reasoning.prefix === prefixOf(before)
    ? { role, text, calls, reasoning: reasoning.data }
    : { role, text, calls };
}

function reasoningOf(message: PlainMessage): unknown {
  return message.role === 'assistant' ? message.reasoning : undefined;
}

function isBound(value: unknown): value is Bound {
  return typeof value === 'object' && value !== null && 'prefix' in value && 'data' in value;
}

/** A view's ids are counted in it, so the same messages always have the same name. */
function prefixOf({ tools, messages, offered = [] }: SentView): string {
  const hash = createHash('sha256');
  hash.update(`${JSON.stringify(tools)}\n`);
  if (offered.length > 0) hash.update(`${JSON.stringify(offered)}\n`);
  for (const message of messages) {
    hash.update(messageKey(message));
    if (message.role === 'assistant') {
      hash.update(JSON.stringify([message.text, message.calls, message.reasoning]));
    }
    hash.update('\n');
  }
  return hash.digest('hex');
}
