import { textOf, type ChatModel, type PlainMessage, type View } from '@sluice/core';

/**
 * A model that is shown what was looked up below the user's words, as in the paper's prompts, and
 * no call: small models imitate the form of calls that they see. It is shown no text that the view
 * has not.
 */
export function withContext(inner: ChatModel): ChatModel {
  return {
    name: inner.name,
    generate: ({ view, ...request }, options) =>
      inner.generate({ ...request, view: contextView(view) }, options),
  };
}

export function contextView({ messages, tools }: View): View {
  const turns: PlainMessage[] = [];
  for (const message of messages) {
    if (message.role === 'assistant') {
      if (message.text !== '') turns.push({ role: 'assistant', text: message.text, calls: [] });
      continue;
    }
    const { role } = message;
    const last = turns.at(-1);
    const text = textOf(message.parts);
    if (role !== 'tool') turns.push({ role, parts: [{ kind: 'text', text }] });
    else if (last?.role === 'user') turns.splice(-1, 1, asUser(`${textOf(last.parts)}\n\n${text}`));
    else turns.push(asUser(text));
  }
  return { messages: turns, tools };
}

function asUser(text: string): PlainMessage {
  return { role: 'user', parts: [{ kind: 'text', text }] };
}
