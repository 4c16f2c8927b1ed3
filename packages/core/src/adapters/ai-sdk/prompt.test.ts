import type { LanguageModelV4FilePart, LanguageModelV4Prompt } from '@ai-sdk/provider';
import { expect, test } from 'vitest';
import type { PlainMessage } from '../../history/plain.ts';
import { partsOfOutput, plainToolsOf, promptOf, promptTools, transcriptOf } from './prompt.ts';

const png = (data: LanguageModelV4FilePart['data']): LanguageModelV4FilePart => {
  return { type: 'file', mediaType: 'image/png', data };
};
const bytes = png({ type: 'data', data: new Uint8Array([1, 2]) });
const base64 = png({ type: 'data', data: 'AQI=' });
const link = png({ type: 'url', url: new URL('https://example.com/a.png') });
const text = (value: string) => ({ type: 'text', text: value }) as const;

const prompt: LanguageModelV4Prompt = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [text('look'), bytes, link] },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm' },
      text('I '),
      text('look.'),
      { type: 'tool-call', toolCallId: 'a', toolName: 'shot', input: { x: 1 } },
    ],
  },
  {
    role: 'tool',
    content: [
      { type: 'tool-approval-response', approvalId: 'q', approved: true },
      {
        type: 'tool-result',
        toolCallId: 'a',
        toolName: 'shot',
        output: { type: 'content', value: [text('here'), bytes] },
      },
    ],
  },
];

test('a prompt becomes plain messages, and a view of all of it the same prompt', () => {
  const messages = transcriptOf(prompt);
  expect(messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect(messages[2]).toEqual({
    role: 'assistant',
    text: 'I look.',
    calls: [{ id: 'a', tool: 'shot', args: '{"x":1}' }],
  });
  expect(promptOf({ messages, tools: [] })).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: [text('look'), base64, link] },
    {
      role: 'assistant',
      content: [
        text('I look.'),
        { type: 'tool-call', toolCallId: 'a', toolName: 'shot', input: { x: 1 } },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: 'a',
          toolName: 'shot',
          output: { type: 'content', value: [text('here'), base64] },
        },
      ],
    },
  ]);
});

test('a result of one text says that it failed', () => {
  const parts = [{ kind: 'text', text: 'No.' }] as const;
  const result = { role: 'tool', callId: 'a', tool: 'shot', parts, failed: true } as const;
  expect(promptOf({ messages: [result], tools: [] })).toMatchObject([
    { content: [{ output: { type: 'error-text', value: 'No.' } }] },
  ]);
});

test('equal bytes are equal values, and different addresses are different ones', () => {
  const dataOf = (part: LanguageModelV4FilePart) =>
    JSON.stringify(transcriptOf([{ role: 'user', content: [part] }]));
  expect(dataOf(bytes)).toBe(dataOf(base64));
  const other = png({ type: 'url', url: new URL('https://example.com/b.png') });
  expect(dataOf(link)).not.toBe(dataOf(other));
});

test.each([
  [{ type: 'text', value: 'a' } as const, 'a'],
  [{ type: 'json', value: { a: 1 } } as const, '{"a":1}'],
  [{ type: 'error-text', value: 'no' } as const, 'no'],
  [{ type: 'error-json', value: [1] } as const, '[1]'],
  [{ type: 'execution-denied', reason: 'not now' } as const, 'not now'],
  [{ type: 'execution-denied' } as const, 'Tool call execution denied.'],
])('the output %o is read as text', (output, value) => {
  expect(partsOfOutput(output)).toEqual([{ kind: 'text', text: value }]);
});

test.each<[string, () => unknown]>([
  [
    "a provider's tool",
    () => plainToolsOf([{ type: 'provider', id: 'openai.web', name: 'web', args: {} }]),
  ],
  [
    'a result that the provider made',
    () => {
      const output = { type: 'text', value: 'found' } as const;
      const result = { type: 'tool-result', toolCallId: 'a', toolName: 'web', output } as const;
      return transcriptOf([{ role: 'assistant', content: [result] }]);
    },
  ],
  ['custom content', () => partsOfOutput({ type: 'content', value: [{ type: 'custom' }] })],
  [
    'a part of another source',
    () => {
      const part = { kind: 'opaque', mediaType: 'image/png', data: 'AQI=' } as const;
      const message: PlainMessage = { role: 'user', parts: [part] };
      return promptOf({ messages: [message], tools: [] });
    },
  ],
])('%s is refused, for it cannot be labelled', (_, make) => {
  expect(make).toThrow(expect.objectContaining({ code: 'tools-invalid' }));
});

test("a hidden tool's text does not come back with its settings", () => {
  const inputSchema = { type: 'object', properties: { secret: {} } } as const;
  const name = 't';
  const declared = { type: 'function', name, description: 'SECRET', inputSchema } as const;
  const tools = [{ ...declared, strict: true }];
  const plain = plainToolsOf(tools);
  expect(promptTools({ messages: [], tools: plain }, { tools, check: {} })).toEqual(tools);
  const hidden = { name, description: '[redacted]', parameters: { type: 'object' } };
  expect(promptTools({ messages: [], tools: [hidden] }, { tools, check: {} })).toEqual([
    { type: 'function', name, description: '[redacted]', inputSchema: { type: 'object' } },
  ]);
});
