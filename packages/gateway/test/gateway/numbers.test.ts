import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { bearer, send, type RawResponse } from '../attacks/raw.ts';
import { sse, type Fault } from '../upstream/script.ts';
import { startRig, type Rig } from './harness.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ wait: 0 });
});
afterAll(async () => rig[Symbol.asyncDispose]());

const numbers = [
  '1187654321098765433',
  '0.1234567890123456789',
  '1.0',
  '12345678901234567890.12',
  '1E5',
  '-0.0',
] as const;

const paths = {
  chat: '/v1/chat/completions',
  responses: '/v1/responses',
  messages: '/v1/messages',
} as const;
type Name = keyof typeof paths;
const names = ['chat', 'responses', 'messages'] as const;

/** A schema, a transcript and a setting that hold the number, in the very bytes of a client. */
function bodyWith(name: Name, number: string, more: string): string {
  const schema = `{"type":"object","properties":{"amount":{"type":"integer","maximum":${number}}}}`;
  const text = JSON.stringify(`{"amount":${number}}`);
  switch (name) {
    case 'chat':
      return `{"model":"m","temperature":${number},${more}"messages":[{"role":"user","content":"x"},
        {"role":"assistant","tool_calls":[{"id":"a","type":"function","function":
        {"name":"look_up","arguments":${text}}}]},{"role":"tool","tool_call_id":"a","content":"y"}],
        "tools":[{"type":"function","function":{"name":"look_up","parameters":${schema}}}]}`;
    case 'responses':
      return `{"model":"m","temperature":${number},${more}"input":[{"role":"user","content":"x"},
        {"type":"function_call","call_id":"a","name":"look_up","arguments":${text}},
        {"type":"function_call_output","call_id":"a","output":"y"}],"tools":[{"type":"function",
        "name":"look_up","parameters":${schema},"strict":false}]}`;
    case 'messages':
      return `{"model":"m","max_tokens":9,"temperature":${number},${more}"messages":[
        {"role":"user","content":"x"},{"role":"assistant","content":[{"type":"tool_use","id":"a",
        "name":"look_up","input":{"amount":${number}}}]},{"role":"user","content":[
        {"type":"tool_result","tool_use_id":"a","content":"y"}]}],
        "tools":[{"name":"look_up","input_schema":${schema}}]}`;
  }
}

async function post(name: Name, body: string): Promise<RawResponse> {
  const headers = { ...bearer(rig.key), 'anthropic-version': '2023-06-01' };
  return send(rig, { path: paths[name], headers, body });
}

proves('gateway/numbers-kept', async () => {
  rig.upstream.play(() => ({ text: 'Done.' }));
  for (const name of names) {
    for (const number of numbers) {
      expect(await post(name, bodyWith(name, number, ''))).toMatchObject({ status: 200 });
      const sent = rig.upstream.requests.at(-1)?.text ?? '';
      expect(sent).toContain(`"temperature":${number}`);
      // The provider gets a past call as text, or as the object that it was.
      expect(sent.replaceAll('\\', '')).toContain(`{"amount":${number}}`);
    }
  }
});

test.each(names)('%s: a number in a schema stays the number that it is', async (name) => {
  rig.upstream.play(() => ({ text: 'Done.' }));
  await post(name, bodyWith(name, '9007199254740993', ''));
  expect(rig.upstream.requests.at(-1)?.text).toContain('"maximum":9007199254740993');
});

const event = (type: string, data: string): string =>
  `event: ${type}\ndata: {"type":"${type}",${data}}\n\n`;

/** A call with these arguments, as each provider writes it. */
function calling(name: Name, args: string, stream: boolean): Fault {
  const text = JSON.stringify(args);
  const half = JSON.stringify(args.slice(0, 9));
  const rest = JSON.stringify(args.slice(9));
  const json = 'application/json';
  const whole = {
    chat: `{"model":"m","choices":[{"index":0,"finish_reason":"tool_calls","message":{"role":
      "assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":
      "look_up","arguments":${text}}}]}}]}`,
    responses: `{"model":"m","status":"completed","output":[{"type":"function_call","id":"f",
      "call_id":"a","name":"look_up","arguments":${text},"status":"completed"}]}`,
    messages: `{"model":"m","role":"assistant","stop_reason":"tool_use","content":[{"type":
      "tool_use","id":"a","name":"look_up","input":${args}}]}`,
  } as const;
  if (!stream) return { fault: 'bytes', type: json, text: whole[name] };
  const item = `{"type":"function_call","id":"f","call_id":"a","name":"look_up"`;
  const streamed = {
    chat:
      `data: {"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a",` +
      `"type":"function","function":{"name":"look_up","arguments":${half}}}]}}]}\n\n` +
      `data: {"model":"m","choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"function":` +
      `{"arguments":${rest}}}]},"finish_reason":"tool_calls"}]}\n\ndata: [DONE]\n\n`,
    responses:
      event('response.output_item.added', `"output_index":0,"item":${item},"arguments":""}`) +
      event('response.function_call_arguments.delta', `"output_index":0,"delta":${half}`) +
      event('response.function_call_arguments.delta', `"output_index":0,"delta":${rest}`) +
      event('response.output_item.done', `"output_index":0,"item":${item},"arguments":${text}}`) +
      event('response.completed', `"response":{"model":"m","status":"completed","output":[]}`),
    messages:
      event('message_start', `"message":{"model":"m","usage":{"input_tokens":1}}`) +
      event(
        'content_block_start',
        `"index":0,"content_block":{"type":"tool_use","id":"a","name":"look_up","input":{}}`,
      ) +
      event(
        'content_block_delta',
        `"index":0,"delta":{"type":"input_json_delta","partial_json":${half}}`,
      ) +
      event(
        'content_block_delta',
        `"index":0,"delta":{"type":"input_json_delta","partial_json":${rest}}`,
      ) +
      event('content_block_stop', `"index":0`) +
      event('message_delta', `"delta":{"stop_reason":"tool_use"}`) +
      `event: message_stop\ndata: {"type":"message_stop"}\n\n`,
  } as const;
  return { fault: 'bytes', type: sse, text: streamed[name] };
}

const asking = (name: Name, stream: boolean, user: string): string =>
  bodyWith(name, '7', stream ? '"stream":true,' : '').replace('"x"', JSON.stringify(user));

describe.each(names)('%s', (name) => {
  describe.each([false, true])('streams: %s', (stream) => {
    test.each(numbers)('the client gets %s as the model wrote it', async (number) => {
      const args = `{"amount":${number}}`;
      rig.upstream.play(() => calling(name, args, stream));
      const { status, text } = await post(name, asking(name, stream, `call ${number}`));
      expect(status).toBe(200);
      expect(text.replaceAll('\\', '')).toContain(args);
    });
  });
});
