/** Requests as clients of Messages send them; the types are loose, so that wrong ones can be built. */

export const hello: object = { role: 'user', content: 'Hi' };
export const text: object = { type: 'text', text: 'x' };
export const tool: object = { name: 'send', input_schema: { type: 'object' } };

export function bodyWith(more: object): Readonly<Record<string, unknown>> {
  return { model: 'm', max_tokens: 4096, messages: [hello], ...more };
}

export function user(...content: readonly object[]): object {
  return { role: 'user', content };
}

export function assistant(...content: readonly object[]): object {
  return { role: 'assistant', content };
}

export function call(id: string, name = 'send'): object {
  return { type: 'tool_use', id, name, input: { to: 'bob' } };
}

export function result(id: string, more: object = {}): object {
  return { type: 'tool_result', tool_use_id: id, content: 'sent', ...more };
}
