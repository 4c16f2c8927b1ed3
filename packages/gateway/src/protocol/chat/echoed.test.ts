import { expect, test } from 'vitest';
import { readRequest } from './read.ts';

/** The OpenAI Agents SDK sends a part of an assistant's message with the whole message in it. */
const echo = { role: 'assistant', refusal: null, annotations: [], reasoning_content: 'hm' };

function requestWith(part: object): ReturnType<typeof readRequest> {
  const spoken = { role: 'assistant', content: [part] };
  const messages = [{ role: 'user', content: 'hi' }, spoken];
  return readRequest({ model: 'm', messages });
}

function assistantWith(part: object): unknown {
  return requestWith(part).messages[1];
}

test.each([
  ['text', { type: 'text', text: 'Hello.', ...echo }],
  ['text beside calls', { type: 'text', text: 'Hello.', ...echo, tool_calls: [{ id: 'a' }] }],
])('%s that was a whole message is read as text alone', (_, part) => {
  expect(assistantWith(part)).toEqual({ role: 'assistant', text: 'Hello.', calls: [] });
});

test('a refusal that was a whole message is what the model said', () => {
  const { refusal: _, ...rest } = echo;
  const part = { type: 'refusal', refusal: 'No.', ...rest };
  expect(assistantWith(part)).toEqual({ role: 'assistant', text: 'No.', calls: [] });
});

test('a field that is neither of a part nor of a message is left out and reported', () => {
  const { messages, report } = requestWith({ type: 'text', text: 'Hello.', tool_result: 'x' });
  expect(messages[1]).toEqual({ role: 'assistant', text: 'Hello.', calls: [] });
  expect(report).toEqual({ dropped: ['messages[].content[].tool_result'], unread: [] });
});
