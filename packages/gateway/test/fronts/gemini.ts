import { wireArgs, type PlainCall, type PlainMessage, type PlainPart } from '@sluice/core';
import * as z from 'zod';
import type { Answer, Protocol, UpstreamReply } from '../../src/protocol/protocol.ts';
import type { Address } from '../../src/protocol/route.ts';
import { sseComment, sseEvent } from '../../src/protocol/shared/stream.ts';

/** As much of Gemini's protocol as shows that its addresses, keys and errors fit. */
export const gemini: Protocol = {
  name: 'gemini',
  family: {
    name: 'google',
    provider: {
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
      keyFrom: 'GEMINI_API_KEY',
    },
    models: { path: '/models', headers: {} },
    authorization: (apiKey) => ({ 'x-goog-api-key': apiKey }),
  },
  routes: [
    {
      path: '/v1beta/models/{model}:generateContent',
      methods: { POST: 'answer' },
      upstream: ({ words }) => `/models/${words['model'] ?? ''}:generateContent`,
    },
    {
      path: '/v1beta/models/{model}:streamGenerateContent',
      methods: { POST: 'answer' },
      upstream: ({ words }) => `/models/${words['model'] ?? ''}:streamGenerateContent?alt=sse`,
    },
    { path: '/v1beta/models', methods: { GET: 'models' }, upstream: () => '/models' },
  ],
  keyHeaders: [{ name: 'x-goog-api-key' }],
  passedHeaders: () => ({}),
  read: (body, { route, words }: Address) => {
    const { contents, tools = [] } = requestShape.parse(body);
    return {
      model: words['model'] ?? '',
      messages: contents.flatMap(messagesOf),
      tools: tools.flatMap(({ functionDeclarations }) => functionDeclarations),
      custom: new Set(),
      stream: route.endsWith(':streamGenerateContent'),
      structured: false,
      params: {},
      previous: undefined,
      report: { dropped: [], unread: [] },
    };
  },
  render: (_, { messages, tools }) => ({
    contents: messages.map(contentOf),
    tools: [{ functionDeclarations: tools.map(({ isForm: _form, ...tool }) => tool) }],
  }),
  readReply,
  streamReader: (onText) => {
    const replies: UpstreamReply[] = [];
    const text = (): string => replies.map((reply) => reply.text).join('');
    return {
      event: (_, data) => {
        const reply = readReply(JSON.parse(data));
        replies.push(reply);
        onText?.(reply.text);
      },
      reply: () => ({ ...readReply({ candidates: [] }), ...replies.at(-1), text: text() }),
      hasEnded: () => replies.at(-1)?.stop === 'complete',
    };
  },
  write: (_, answer) => chunkOf(answer, answer.text),
  streamWriter: () => {
    let sent = '';
    return {
      begin: () => '',
      text: (delta) => {
        sent += delta;
        return sseEvent({ candidates: [{ content: { role: 'model', parts: [{ text: delta }] } }] });
      },
      notice: () => '',
      keepAlive: () => sseComment,
      end: (answer) => sseEvent(chunkOf(answer, answer.text.slice(sent.length))),
      fail: ({ message }) => sseEvent({ error: { message } }),
    };
  },
  writeFailure: ({ status, code, message }) => ({
    error: { code: status, message, status: code.toUpperCase() },
  }),
};

const partShape = z.strictObject({
  text: z.string().optional(),
  functionCall: z
    .strictObject({ id: z.string(), name: z.string(), args: z.record(z.string(), z.unknown()) })
    .optional(),
  functionResponse: z
    .strictObject({
      id: z.string(),
      name: z.string(),
      response: z.strictObject({ output: z.string() }),
    })
    .optional(),
});
const contentShape = z.strictObject({
  role: z.enum(['user', 'model']),
  parts: z.array(partShape),
});
const toolShape = z.strictObject({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});
const requestShape = z.strictObject({
  contents: z.array(contentShape),
  tools: z.array(z.strictObject({ functionDeclarations: z.array(toolShape) })).optional(),
});
const replyShape = z.object({
  candidates: z.array(z.object({ content: contentShape, finishReason: z.string().optional() })),
});

function messagesOf({ role, parts }: z.output<typeof contentShape>): readonly PlainMessage[] {
  const texts = parts.flatMap(({ text }): PlainPart[] =>
    text === undefined ? [] : [{ kind: 'text', text }],
  );
  const results = parts.flatMap(({ functionResponse: given }): PlainMessage[] => {
    if (given === undefined) return [];
    const said: PlainPart = { kind: 'text', text: given.response.output };
    return [{ role: 'tool', callId: given.id, tool: given.name, parts: [said] }];
  });
  if (role === 'user') return texts.length > 0 ? [...results, { role, parts: texts }] : results;
  return [{ role: 'assistant', text: textOf(parts), calls: callsIn(parts) }];
}

function textOf(parts: z.output<typeof contentShape>['parts']): string {
  return parts.map(({ text = '' }) => text).join('');
}

function callsIn(parts: z.output<typeof contentShape>['parts']): readonly PlainCall[] {
  return parts.flatMap(({ functionCall: call }) =>
    call === undefined ? [] : [{ id: call.id, tool: call.name, args: JSON.stringify(call.args) }],
  );
}

function contentOf(message: PlainMessage): z.output<typeof contentShape> {
  if (message.role === 'assistant') {
    const { text, calls } = message;
    return { role: 'model', parts: [...(text === '' ? [] : [{ text }]), ...calls.map(writeCall)] };
  }
  const texts = message.parts.map((part) => (part.kind === 'text' ? part.text : ''));
  if (message.role !== 'tool') return { role: 'user', parts: texts.map((text) => ({ text })) };
  const { callId: id, tool: name } = message;
  const functionResponse = { id, name, response: { output: texts.join('') } };
  return { role: 'user', parts: [{ functionResponse }] };
}

function writeCall({ id, tool, args }: PlainCall): z.output<typeof partShape> {
  return { functionCall: { id, name: tool, args: { ...wireArgs(args) } } };
}

function readReply(body: unknown): UpstreamReply {
  const [first] = replyShape.parse(body).candidates;
  const parts = first?.content.parts ?? [];
  return {
    text: textOf(parts),
    calls: callsIn(parts),
    stop: first?.finishReason === undefined ? 'truncated' : 'complete',
    usage: undefined,
    facts: { model: 'gemini', stop: first?.finishReason ?? '' },
  };
}

function chunkOf({ calls }: Answer, text: string): Readonly<Record<string, unknown>> {
  const parts = [...(text === '' ? [] : [{ text }]), ...calls.map(writeCall)];
  return { candidates: [{ content: { role: 'model', parts }, finishReason: 'STOP' }] };
}
