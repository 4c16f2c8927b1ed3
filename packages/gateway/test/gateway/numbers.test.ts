import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import { bearer, send, type RawResponse } from '../attacks/raw.ts';
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
      // What the provider gets of a past call: as text, or as the object that it was.
      expect(sent.replaceAll('\\', '')).toContain(`{"amount":${number}}`);
    }
  }
});

test.each(names)('%s: a number in a schema stays the number that it is', async (name) => {
  rig.upstream.play(() => ({ text: 'Done.' }));
  await post(name, bodyWith(name, '9007199254740993', ''));
  expect(rig.upstream.requests.at(-1)?.text).toContain('"maximum":9007199254740993');
});
