import type { AgentInputItem, AgentOutputItem, protocol } from '@openai/agents';
import { expect, test } from 'vitest';
import { itemsOf, replyOf, transcriptOf } from './items.ts';

const image = { type: 'input_image', image: 'data:image/png;base64,AQI=' } as const;
const said = (text: string) => ({ type: 'output_text', text }) as const;
const output = { type: 'image', image: 'data:image/png;base64,AQI=' } as const;
const done = { type: 'function_call_result', status: 'completed' } as const;
const both: protocol.FunctionCallResultItem['output'] = [{ type: 'input_text', text: 'hi' }, image];
const bare: protocol.FunctionCallResultItem['output'] = { type: 'text', text: 'hi' };

const items: AgentInputItem[] = [
  { role: 'system', content: 'Be brief.' },
  { role: 'user', content: [{ type: 'input_text', text: 'look' }, image] },
  { type: 'reasoning', content: [] },
  { role: 'assistant', status: 'completed', content: [said('I look.')] },
  { type: 'function_call', callId: 'a', name: 'shot', arguments: '{"x": 1}' },
  { type: 'function_call', callId: 'b', name: 'read', arguments: '{}' },
  { ...done, callId: 'a', name: 'shot', output },
  { ...done, callId: 'b', name: 'read', output: both },
  { ...done, callId: 'b', name: 'read', output: bare },
];

test('items become plain messages, and a view of all of them the same items', () => {
  const messages = transcriptOf(items);
  expect(messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'tool',
    'tool',
  ]);
  expect(messages[2]).toEqual({
    role: 'assistant',
    text: 'I look.',
    calls: [
      { id: 'a', tool: 'shot', args: '{"x": 1}' },
      { id: 'b', tool: 'read', args: '{}' },
    ],
  });
  const [system, user, , answer, ...rest] = items;
  expect(itemsOf(messages)).toEqual([
    { type: 'message', ...system },
    { type: 'message', ...user },
    { type: 'message', ...answer },
    ...rest.slice(0, -1),
    { ...rest.at(-1), output: 'hi' },
  ]);
});

test('a result says that it failed', () => {
  const parts = [{ kind: 'text', text: 'No.' }] as const;
  const result = { role: 'tool', callId: 'a', tool: 'shot', parts, failed: true } as const;
  expect(itemsOf([result])).toMatchObject([{ output: 'No.', status: 'incomplete' }]);
});

test('a bare text is a user turn, and a call without text an assistant turn', () => {
  expect(transcriptOf('hi')).toEqual([{ role: 'user', parts: [{ kind: 'text', text: 'hi' }] }]);
  const call: AgentInputItem = { type: 'function_call', callId: 'a', name: 't', arguments: '{}' };
  expect(transcriptOf([call])).toMatchObject([{ role: 'assistant', text: '' }]);
});

test.each<AgentInputItem>([
  { type: 'hosted_tool_call', name: 'web_search_call' },
  { type: 'compaction', encrypted_content: 'x' },
  { type: 'unknown' },
])('an item of type $type is refused, for it cannot be labelled', (item) => {
  expect(() => transcriptOf([item])).toThrow(expect.objectContaining({ code: 'tools-invalid' }));
});

test('a reply may be a refusal, and is truncated where an item is incomplete', () => {
  const refusal: AgentOutputItem = {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'refusal', refusal: 'I will not.' }],
  };
  expect(replyOf([refusal])).toMatchObject({ text: 'I will not.', stop: 'complete' });
  const half: AgentOutputItem = {
    type: 'function_call',
    callId: 'a',
    name: 't',
    arguments: '{"a":',
    status: 'incomplete',
  };
  expect(replyOf([half])).toEqual({
    text: '',
    calls: [{ tool: 't', args: '{"a":' }],
    stop: 'truncated',
  });
  const hosted: AgentOutputItem = { type: 'hosted_tool_call', name: 'web_search_call' };
  expect(() => replyOf([hosted])).toThrow(expect.objectContaining({ code: 'tools-invalid' }));
});
