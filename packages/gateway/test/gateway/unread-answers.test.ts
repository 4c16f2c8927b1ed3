import { describe, expect, test } from 'vitest';
import { proves } from '../../src/testing/proves.ts';
import type { Fault } from '../upstream/script.ts';
import { mailPolicy, startRig, type Rig } from './harness.ts';

/** A block of a type that nobody knows, and a text behind it, as each provider answers. */
const said = 'It is done.';
const sketch = { type: 'new_sketch', lines: ['a'] };

interface Wire {
  readonly path: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, unknown>>;
  readonly whole: Readonly<Record<string, unknown>>;
}

const usage = { input_tokens: 1, output_tokens: 1 };

const wires: Readonly<Record<string, Wire>> = {
  Messages: {
    path: '/v1/messages',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
    body: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content: 'Hi' }] },
    whole: {
      type: 'message',
      role: 'assistant',
      model: 'm',
      content: [sketch, { type: 'text', text: said }],
      stop_reason: 'end_turn',
      usage,
    },
  },
  Responses: {
    path: '/v1/responses',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    body: { model: 'm', input: 'Hi' },
    whole: {
      status: 'completed',
      output: [
        sketch,
        { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] },
      ],
      usage,
    },
  },
  Gemini: {
    path: '/v1beta/models/m:generateContent',
    headers: (key) => ({ 'x-goog-api-key': key }),
    body: { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
    whole: {
      candidates: [
        {
          content: { role: 'model', parts: [{ newSketch: { lines: ['a'] } }, { text: said }] },
          finishReason: 'STOP',
        },
      ],
    },
  },
};

async function answerOf(rig: Rig, wire: Wire): Promise<{ status: number; text: string }> {
  const reply: Fault = {
    fault: 'bytes',
    type: 'application/json',
    text: JSON.stringify(wire.whole),
  };
  rig.upstream.play(() => reply);
  const response = await fetch(`${rig.gateway().url}${wire.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...wire.headers(rig.key) },
    body: JSON.stringify(wire.body),
  });
  return { status: response.status, text: await response.text() };
}

const strict = mailPolicy
  .replace('onViolation: ask', 'onViolation: block')
  .replace('answer: { ceiling: untrusted, withLinks: trusted }', 'answer: { ceiling: trusted }');

describe.each(Object.entries(wires))('%s: a block of an unknown type in an answer', (_, wire) => {
  test('is no error: where any text may be shown, what stands beside it is', async () => {
    await using rig = await startRig();
    const { status, text } = await answerOf(rig, wire);
    expect(status, text).toBe(200);
    expect(text).toContain(said);
  });

  proves('gateway/unread-answer', async () => {
    await using rig = await startRig({ policy: strict });
    const { status, text } = await answerOf(rig, wire);
    expect(status, text).toBe(200);
    expect(text).not.toContain(said);
  });
});

proves('gateway/unread-answer', async () => {
  const events = [
    { type: 'message_start', message: { model: 'm', content: [], usage } },
    { type: 'content_block_start', index: 0, content_block: sketch },
    { type: 'content_block_stop', index: 0 },
    { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'text_delta', text: said } },
    { type: 'content_block_stop', index: 1 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage },
    { type: 'message_stop' },
  ];
  const stream = events.map((data) => `event: ${data.type}\ndata: ${JSON.stringify(data)}\n\n`);
  await using rig = await startRig({ policy: strict });
  rig.upstream.play(() => ({ fault: 'bytes', type: 'text/event-stream', text: stream.join('') }));
  const wire = wires['Messages'];
  const response = await fetch(`${rig.gateway().url}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...wire?.headers(rig.key) },
    body: JSON.stringify({ ...wire?.body, stream: true }),
  });
  const text = await response.text();
  expect(text).toContain('message_stop');
  expect(text).not.toMatch(/It is|done\./);
});
