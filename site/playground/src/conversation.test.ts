import { expect, test } from 'vitest';
import { readConversation, UnreadConversation } from './conversation.ts';

const call = { tool: 'read_mail', args: { folder: 'inbox' } };
const messages = [
  { role: 'user', text: 'Read it.' },
  { role: 'assistant', text: '', calls: [call] },
  { role: 'tool', call, text: 'Hello', failed: false },
  { role: 'assistant', text: 'It says hello.', calls: [] },
];

test('the short form', () => {
  const text = `
- user: Read it.
- call: read_mail
  with: { folder: inbox }
  result: Hello
- answer: It says hello.
`;
  expect(readConversation(text).messages).toEqual(messages);
});

test('messages of OpenAI', () => {
  const made = {
    id: 'c1',
    type: 'function',
    function: { name: 'read_mail', arguments: '{"folder":"inbox"}' },
  };
  const text = JSON.stringify([
    { role: 'user', content: 'Read it.' },
    { role: 'assistant', content: null, tool_calls: [made] },
    { role: 'tool', tool_call_id: 'c1', content: 'Hello' },
    { role: 'assistant', content: 'It says hello.' },
  ]);
  expect(readConversation(text).messages).toMatchObject(messages);
});

test('messages of Anthropic', () => {
  const use = { type: 'tool_use', id: 'c1', name: 'read_mail', input: { folder: 'inbox' } };
  const text = JSON.stringify({
    messages: [
      { role: 'user', content: 'Read it.' },
      { role: 'assistant', content: [use] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'Hello' }] },
      { role: 'assistant', content: [{ type: 'text', text: 'It says hello.' }] },
    ],
  });
  expect(readConversation(text).messages).toMatchObject(messages);
});

test('a run of AgentDojo', () => {
  const text = JSON.stringify({
    suite_name: 'workspace',
    user_task_id: 'user_task_1',
    injection_task_id: null,
    injections: {},
    utility: true,
    error: null,
    messages: [
      { role: 'user', content: 'Read it.' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ function: 'read_mail', args: { folder: 'inbox' }, id: 'c1' }],
      },
      {
        role: 'tool',
        content: 'Hello',
        tool_call: { function: 'read_mail', args: { folder: 'inbox' }, id: 'c1' },
        error: null,
      },
      { role: 'assistant', content: 'It says hello.', tool_calls: [] },
    ],
  });
  expect(readConversation(text).messages).toEqual(messages);
});

test.each([
  ['{', 'neither YAML nor JSON'],
  ['hello', 'Write a list of'],
  ['- user: hi\n- cal: x', 'Entry 2 has `cal`'],
  ['- user: hi\n- with: {}', 'Entry 2 needs'],
  ['- user: hi', 'is a run without messages'],
  ['- user: hi\n- call: x\n- user: no', 'a user turn between a call and the answer'],
  [`- user: ${'x'.repeat(2_000_000)}`, 'longer than 2 million'],
])('%.40s is not read, in words', (text, words) => {
  expect(() => readConversation(text)).toThrow(UnreadConversation);
  expect(() => readConversation(text)).toThrow(words);
});
