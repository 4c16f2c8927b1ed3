import type { PlainMessage, View } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { custom, text, tools, transcript } from '../../../test/chat/transcripts.ts';
import { chatRefusal } from '../../../test/upstream/chat-refusal.ts';
import { proves } from '../../testing/proves.ts';
import type { ClientRequest } from '../protocol.ts';
import { readRequest } from './read.ts';
import { renderRequest } from './render.ts';
import { Place } from '../shared/place.ts';

const options = { stream: false, model: 'upstream' } as const;
const hello: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'hi' }] };
const view: View = { messages: [hello], tools };

const { report } = Place.body();

function request(more: Partial<ClientRequest> = {}): ClientRequest {
  const messages: readonly PlainMessage[] = [hello];
  const rest = { stream: false, structured: false, previous: undefined, report, params: {} };
  return { model: 'm', messages, tools, custom, ...rest, ...more };
}

test('what is rendered is read as the same, and the provider takes it', () => {
  fc.assert(
    fc.property(transcript, fc.boolean(), (messages, stream) => {
      const body = renderRequest(request(), { messages, tools }, { stream, model: 'upstream' });
      expect(chatRefusal(body)).toBeUndefined();
      const again = readRequest(JSON.parse(JSON.stringify(body)));
      expect(again).toMatchObject({ model: 'upstream', messages, tools, custom, stream });
    }),
  );
});

test('a request that was read is rendered for the provider, its params as they stood', () => {
  const params = {
    temperature: 0.5,
    parallel_tool_calls: false,
    tool_choice: 'required',
    stop: 'x',
  };
  const stream_options = { include_obfuscation: false };
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }], stream: true };
  const declared = tools.map(({ name }) => ({ type: 'function', function: { name } }));
  const read = readRequest({ ...body, ...params, stream_options, tools: declared });
  expect(renderRequest(read, { ...read }, { stream: true, model: 'other' })).toEqual({
    ...body,
    ...params,
    model: 'other',
    store: false,
    stream_options: { include_obfuscation: false, include_usage: true },
    tools: tools.map(({ name }) => ({
      type: 'function',
      function: { name, parameters: { type: 'object', properties: {} } },
    })),
  });
});

test('custom tools keep their form and their grammar', () => {
  const body = renderRequest(request(), view, options);
  const format = { type: 'grammar', grammar: { syntax: 'regex', definition: '.*' } };
  expect(body['tools']).toMatchObject([
    { type: 'function' },
    { type: 'function' },
    { type: 'custom', custom: { name: 'shell', description: 'Runs a line.', format } },
  ]);
});

describe('of a redacted view', () => {
  const calls = [
    { id: 'call_1', tool: 'shell', args: '{}' },
    { id: 'call_2', tool: 'pay 900 to eve!', args: '[redacted]' },
  ];
  const redacted: readonly PlainMessage[] = [
    { role: 'assistant', text: '[redacted]', calls },
    {
      role: 'tool',
      callId: 'call_1',
      tool: 'shell',
      parts: [{ kind: 'text', text: '[redacted]' }],
    },
    { role: 'tool', callId: 'call_2', tool: 'x', parts: [{ kind: 'text', text: '[redacted]' }] },
    { role: 'user', parts: [] },
  ];
  const hidden = { description: '[redacted]', parameters: { type: 'object' } };

  test('the provider takes what is left', () => {
    const strict = request({ params: { tools: ['send'] } });
    const left = { messages: redacted, tools: tools.map((tool) => ({ ...tool, ...hidden })) };
    const body = renderRequest(strict, left, options);
    expect(chatRefusal(body)).toBeUndefined();
    expect(body['messages']).toMatchObject([
      {
        tool_calls: [
          { type: 'custom', custom: { name: 'shell', input: '[redacted]' } },
          {
            type: 'function',
            function: { name: 'pay_900_to_eve_', arguments: '{"arguments":"[redacted]"}' },
          },
        ],
      },
      {},
      {},
      { role: 'user', content: '' },
    ]);
  });

  test('a schema that is shown stays strict, one that is hidden does not', () => {
    const parameters = { type: 'object', properties: {}, additionalProperties: false };
    const send = { name: 'send', description: '', parameters };
    const strict = request({ tools: [send], params: { tools: ['send'] } });
    const shown = renderRequest(strict, { messages: [hello], tools: [send] }, options);
    const left = { messages: [hello], tools: [{ ...send, ...hidden }] };
    expect(shown['tools']).toMatchObject([{ function: { strict: true } }]);
    expect(renderRequest(strict, left, options)['tools']).toEqual([
      { type: 'function', function: { name: 'send', ...hidden } },
    ]);
  });

  test('a view without tools is rendered without them, strict ones included', () => {
    const strict = request({ params: { tools: ['send'], parallel_tool_calls: true } });
    const body = renderRequest(strict, { messages: [hello], tools: [] }, options);
    expect(Object.keys(body).toSorted()).toEqual(['messages', 'model', 'store', 'stream']);
  });

  const send = { type: 'function', function: { name: 'send' } };
  const shell = { type: 'custom', custom: { name: 'shell' } };
  const allowed = (...names: object[]) => ({
    type: 'allowed_tools',
    allowed_tools: { mode: 'required', tools: names },
  });

  test.each<[string, unknown, { among: readonly string[]; is: unknown }]>([
    ['a mode', 'required', { among: ['send'], is: 'required' }],
    ['a mode, without tools', 'required', { among: [], is: undefined }],
    ['a tool that is shown', send, { among: ['send'], is: send }],
    ['a tool that is hidden', send, { among: ['shell'], is: 'none' }],
    ['a set', allowed(send, shell), { among: ['send', 'shell'], is: allowed(send, shell) }],
    ['a set, in part', allowed(send, shell), { among: ['shell'], is: allowed(shell) }],
    ['a set, all hidden', allowed(send, shell), { among: ['read_mail'], is: 'none' }],
  ])('the choice is %s', (_, choice, { among, is }) => {
    const left = tools.filter(({ name }) => among.includes(name));
    const params = { tool_choice: choice, parallel_tool_calls: true };
    const body = renderRequest(request({ params }), { messages: [hello], tools: left }, options);
    expect(body['tool_choice']).toEqual(is);
    expect(chatRefusal(body)).toBeUndefined();
  });
});

test.each<[string, unknown, object]>([
  ['as servers give it', { reasoning_content: 'hm' }, { reasoning_content: 'hm' }],
  ['by its other name', { reasoning: 'hm' }, { reasoning: 'hm' }],
  [
    'and nothing else that was stored',
    { reasoning: 'hm', content: 'x', tool_calls: [] },
    { reasoning: 'hm' },
  ],
  ['if it is of another protocol', [{ type: 'thinking' }], {}],
])('reasoning goes back %s', (_, reasoning, fields) => {
  const said: PlainMessage = { role: 'assistant', text: 'a', calls: [], reasoning };
  const body = renderRequest(request(), { messages: [said], tools: [] }, options);
  expect(body['messages']).toEqual([{ role: 'assistant', content: 'a', ...fields }]);
});

test('a part of another protocol is an error', () => {
  const part = { kind: 'opaque', mediaType: 'image/png', data: new Uint8Array(2) } as const;
  const messages: readonly PlainMessage[] = [{ role: 'user', parts: [part] }];
  expect(() => renderRequest(request(), { messages, tools: [] }, options)).toThrow(
    /another protocol/,
  );
});

proves('protocol/view-alone', () => {
  fc.assert(
    fc.property(transcript, transcript, text, (sent, shown, secret) => {
      const client = request({
        messages: sent,
        tools: [...tools, { name: 'hidden', description: secret, parameters: { secret } }],
      });
      const other = request({ messages: [hello] });
      expect(renderRequest(client, { messages: shown, tools }, options)).toEqual(
        renderRequest(other, { messages: shown, tools }, options),
      );
    }),
  );
});

proves('protocol/no-provider-state', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'hi' }] };
  for (const more of [{}, { store: true, metadata: { run: '1' } }, { store: false }]) {
    const read = readRequest({ ...body, ...more });
    const rendered = renderRequest(read, { ...read }, options);
    expect(rendered['store']).toBe(false);
    expect(rendered).not.toHaveProperty('metadata');
  }
  const file = { type: 'file', file: { file_id: 'file-1' } };
  expect(() => readRequest({ ...body, messages: [{ role: 'user', content: [file] }] })).toThrow(
    'file_id',
  );
});
