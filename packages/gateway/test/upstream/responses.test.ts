import OpenAI from 'openai';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openAiResponses } from '../../src/protocol/responses/responses.ts';
import { responsesRefusal } from './responses-refusal.ts';
import { responsesDialect } from './responses.ts';
import { inTurn, type Reply } from './script.ts';
import { startUpstream, type Upstream } from './upstream.ts';

/** The scripted provider is one to its own SDK, and our reader reads what it sends. */

let upstream: Upstream;
let client: OpenAI;

beforeAll(async () => {
  upstream = await startUpstream({ dialects: [responsesDialect], chunkBytes: 17 });
  const baseURL = `${upstream.url}/v1`;
  client = new OpenAI({ apiKey: upstream.key, baseURL, maxRetries: 0, logLevel: 'off' });
});
afterAll(() => upstream.close());

const body = { model: 'm', input: 'Hi' };
const reply: Reply = {
  text: 'Sending – both.',
  reasoning: 'Twice, then.',
  calls: [
    { tool: 'send', args: '{"to":"bob"}' },
    { tool: 'shell', args: 'ls', custom: true },
  ],
  usage: { input: 5, output: 3, cached: 1 },
};

beforeEach(() => upstream.play(inTurn(reply, reply)));

test('the SDK reads a whole response, and the same from a stream', async () => {
  const whole = await client.responses.create(body);
  expect(whole).toMatchObject({
    status: 'completed',
    output_text: 'Sending – both.',
    output: [
      { type: 'reasoning', summary: [{ text: 'Twice, then.' }] },
      { type: 'message' },
      { type: 'function_call', name: 'send', arguments: '{"to":"bob"}' },
      { type: 'custom_tool_call', name: 'shell', input: 'ls' },
    ],
    usage: { input_tokens: 5, output_tokens: 3, input_tokens_details: { cached_tokens: 1 } },
  });
  const final = await client.responses.stream(body).finalResponse();
  expect(JSON.stringify(openAiResponses.readReply(final)).replaceAll(/rs_\d+/g, '')).toBe(
    JSON.stringify(openAiResponses.readReply(whole)).replaceAll(/rs_\d+/g, ''),
  );
});

test('what it is sent is seen as one transcript', () => {
  const call = { type: 'function_call', call_id: 'c', name: 'send', arguments: '{}' };
  const { messages, tools } = responsesDialect.see({
    ...body,
    instructions: 'Be brief.',
    input: [
      { role: 'user', content: [{ type: 'input_text', text: 'Hi' }] },
      { type: 'reasoning', encrypted_content: 'gAAAA' },
      { role: 'assistant', content: [{ type: 'output_text', text: 'So.' }] },
      call,
      { type: 'function_call_output', call_id: 'c', output: 'ok' },
    ],
    tools: [{ type: 'function', name: 'send' }],
  });
  expect(messages).toEqual([
    { role: 'system', text: 'Be brief.', calls: [] },
    { role: 'user', text: 'Hi', calls: [] },
    { role: 'assistant', text: 'So.', calls: [{ id: 'c', tool: 'send', args: '{}' }] },
    { role: 'tool', text: 'ok', calls: [], callId: 'c' },
  ]);
  expect(tools).toEqual(['send']);
});

describe('it refuses, as the provider does,', () => {
  const call = { type: 'function_call', call_id: 'c', name: 'send', arguments: '{}' };
  const output = { type: 'function_call_output', call_id: 'c', output: 'ok' };
  const thought = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAAA' };
  const said = { type: 'message', role: 'assistant', content: 'So.' };
  const user = { role: 'user', content: 'Hi' };
  test.each<[what: string, more: object, words: string]>([
    ['an unknown field', { invented: 1 }, 'Unknown parameter'],
    ['a response that it did not keep', { previous_response_id: 'resp_1' }, 'not found'],
    ['a result without its call', { input: [output] }, 'No tool call found'],
    [
      'a result of another kind',
      { input: [{ ...call, type: 'custom_tool_call', input: '' }, output] },
      'No tool call found',
    ],
    ['a call without its result', { input: [call] }, 'No tool output found'],
    ['two calls of one id', { input: [call, output, call] }, 'Duplicate'],
    ['reasoning at the end', { input: [user, thought] }, 'required following item'],
    ['reasoning before the user', { input: [thought, user] }, 'required following item'],
    ['reasoning before a result', { input: [call, thought, output] }, 'required following item'],
    [
      'reasoning without its content',
      { input: [{ ...thought, encrypted_content: null }, said] },
      'not persisted',
    ],
    ['an item that it did not keep', { input: [{ ...said, id: 'msg_1' }] }, 'not found'],
    [
      'parts of another role',
      { input: [{ role: 'user', content: [{ type: 'output_text' }] }] },
      'Invalid value',
    ],
    ['a choice without its tool', { tool_choice: { type: 'function', name: 'send' } }, 'not found'],
    ['no input', { input: [] }, 'Missing'],
  ])('%s', async (_, more, words) => {
    await expect(client.responses.create({ ...body, ...more })).rejects.toMatchObject({
      status: 400,
      message: expect.stringContaining(words),
    });
  });

  test('and takes reasoning with its item, and calls with their results', () => {
    const input = [user, thought, said, thought, call, output];
    expect(responsesRefusal({ ...body, input })).toBe(undefined);
  });
});
