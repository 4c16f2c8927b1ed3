import type { PlainMessage, PlainTool, View } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countTokensRefusal, messagesRefusal } from '../../../../test/upstream/messages-refusal.ts';
import { proves } from '../../../testing/proves.ts';
import { renderCountTokens } from './count-tokens.ts';
import { readRequest } from './read.ts';
import { render } from './render.ts';

const schema = { type: 'object', properties: { to: { type: 'string' } } };
const send: PlainTool = { name: 'send', description: 'Sends.', parameters: schema };
const hello = [{ role: 'user', content: 'Hi' }];

function rendered(view: View, more: object = {}): Readonly<Record<string, unknown>> {
  const request = readRequest({ model: 'm', max_tokens: 2048, messages: hello, ...more });
  return render(request, view, { stream: false, model: 'big' });
}

const said = (text: string): PlainMessage => ({ role: 'user', parts: [{ kind: 'text', text }] });
const system = (text: string): PlainMessage => ({
  role: 'system',
  parts: [{ kind: 'text', text }],
});
const result = (callId: string, text: string): Extract<PlainMessage, { role: 'tool' }> => ({
  role: 'tool',
  callId,
  tool: 'send',
  parts: [{ kind: 'text', text }],
});
const called = (...ids: string[]): PlainMessage => ({
  role: 'assistant',
  text: '',
  calls: ids.map((id) => ({ id, tool: 'send', args: '{"to": "bob"}' })),
});

describe('a view', () => {
  test('becomes a body', () => {
    const view: View = {
      tools: [send],
      messages: [
        system('Be brief.'),
        system('Be kind.'),
        said('go'),
        { role: 'assistant', text: 'So.', calls: [{ id: 'call_1', tool: 'send', args: '{}' }] },
        result('call_1', 'sent'),
        said('and?'),
      ],
    };
    expect(rendered(view, { temperature: 1, stop_sequences: ['x'] })).toEqual({
      model: 'big',
      max_tokens: 2048,
      temperature: 1,
      stop_sequences: ['x'],
      stream: false,
      system: [
        { type: 'text', text: 'Be brief.' },
        { type: 'text', text: 'Be kind.' },
      ],
      tools: [{ name: 'send', description: 'Sends.', input_schema: schema }],
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'go' }] },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'So.' },
            { type: 'tool_use', id: 'call_1', name: 'send', input: {} },
          ],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'call_1',
              content: [{ type: 'text', text: 'sent' }],
            },
            { type: 'text', text: 'and?' },
          ],
        },
      ],
    });
  });

  test('has results in the order of the calls, before all else', () => {
    const messages = [said('go'), called('a', 'b'), said('?'), result('b', '2'), result('a', '1')];
    const { messages: turns } = rendered({ tools: [], messages });
    expect(turns).toMatchObject([
      {},
      {},
      { content: [{ tool_use_id: 'a' }, { tool_use_id: 'b' }, { type: 'text', text: '?' }] },
    ]);
  });

  test('has one turn for what follows each other on one side', () => {
    const spoken: PlainMessage = { role: 'assistant', text: 'x', calls: [] };
    const messages = [said('a'), said('b'), spoken, called('c'), result('c', ''), said('d')];
    const { messages: turns } = rendered({ tools: [], messages });
    expect(turns).toMatchObject([{ role: 'user' }, { role: 'assistant' }, { role: 'user' }]);
  });

  test('has later system messages where they stand', () => {
    const messages = [system('first'), said('a'), system('later')];
    expect(rendered({ tools: [], messages })).toMatchObject({
      system: [{ text: 'first' }],
      messages: [{ role: 'user' }, { role: 'system', content: [{ type: 'text', text: 'later' }] }],
    });
  });

  test('says which calls failed, and shows what is left of hidden ones', () => {
    const messages: readonly PlainMessage[] = [
      said('a'),
      {
        role: 'assistant',
        text: '',
        calls: [{ id: 'a', tool: 'a tool\nof no such name', args: '{"half' }],
      },
      { role: 'tool', callId: 'a', tool: 'x', parts: [], failed: true },
      { role: 'assistant', text: '', calls: [{ id: 'b', tool: 'x', args: '{}' }] },
      { ...result('b', 'No.'), failed: true },
    ];
    expect(rendered({ tools: [], messages })['messages']).toMatchObject([
      {},
      { content: [{ name: 'a_tool_of_no_such_name', input: { arguments: '{"half' } }] },
      // The provider refuses an error that says nothing.
      { content: [{ type: 'tool_result', tool_use_id: 'a', content: [] }] },
      {},
      { content: [{ is_error: true, content: [{ type: 'text', text: 'No.' }] }] },
    ]);
  });

  test('has images as they stood in the body', () => {
    const image = { type: 'image', source: { type: 'url', url: 'https://a.example/cat' } };
    const request = { messages: [{ role: 'user', content: [image] }] };
    const { messages } = readRequest({ model: 'm', max_tokens: 1, ...request });
    expect(rendered({ tools: [], messages })['messages']).toEqual(request.messages);
    const other: PlainMessage = {
      role: 'user',
      parts: [{ kind: 'opaque', mediaType: 'image/png', data: 'base64' }],
    };
    expect(() => rendered({ tools: [], messages: [other] })).toThrow('not of this protocol');
  });
});

describe('tools', () => {
  const strict = { ...schema, additionalProperties: false };
  const declared = [
    { name: 'send', strict: true, input_schema: strict, eager_input_streaming: true },
    { name: 'bash', type: 'bash_20250124' },
    { name: 'computer', type: 'computer_20250124', display_width_px: 9, display_height_px: 8 },
    { name: '__proto__', input_schema: { type: 'object' } },
  ];
  const { tools } = readRequest({ model: 'm', max_tokens: 1, messages: hello, tools: declared });

  test('come back as they were declared', () => {
    const view = { tools, messages: [said('a')] };
    expect(rendered(view, { tools: declared })['tools']).toEqual(declared);
  });

  test('whose description is hidden keep nothing but their name', () => {
    const hidden = tools.map(({ name }) => {
      return { name, description: '[hidden]', parameters: { type: 'object' } };
    });
    const sent = rendered({ tools: hidden, messages: [said('a')] }, { tools: declared })['tools'];
    const input_schema = { type: 'object' };
    expect(sent).toEqual(
      declared.map(({ name }) => ({ name, description: '[hidden]', input_schema })),
    );
  });

  test('a choice among no tools is left out', () => {
    const choice = { tools: declared, tool_choice: { type: 'any' } };
    const messages = [said('a')];
    expect(rendered({ tools, messages }, choice)).toMatchObject({ tool_choice: { type: 'any' } });
    expect(rendered({ tools: [], messages }, choice)).not.toHaveProperty('tool_choice');
  });
});

/** Conversations as a monitor shows them: calls are answered, in any order. */
const anyView: fc.Arbitrary<View> = fc
  .array(
    fc.record({
      kind: fc.constantFrom('user', 'system', 'answer', 'calls'),
      text: fc.oneof(fc.string(), fc.constantFrom('', ' \n', '[redacted]')),
      calls: fc.array(fc.record({ tool: fc.string(), args: fc.string(), result: fc.string() }), {
        minLength: 1,
        maxLength: 3,
      }),
      failed: fc.boolean(),
      reversed: fc.boolean(),
    }),
  )
  .map((steps) => {
    const messages: PlainMessage[] = [system('Be brief.'), said('go')];
    let count = 0;
    for (const { kind, text, calls, failed, reversed } of steps) {
      if (kind === 'user') messages.push(said(`${text}.`));
      if (kind === 'system' && messages.at(-1)?.role === 'user') messages.push(system(`${text}.`));
      if (kind === 'answer') messages.push({ role: 'assistant', text, calls: [] });
      if (kind !== 'calls') continue;
      const made = calls.map((call) => ({ ...call, id: `call_${(count += 1)}` }));
      const results = made.map(({ id, tool, result: value }): PlainMessage => ({
        role: 'tool',
        callId: id,
        tool,
        parts: [{ kind: 'text', text: value }],
        failed,
      }));
      const bare = made.map(({ id, tool, args }) => ({ id, tool, args }));
      messages.push({ role: 'assistant', text, calls: bare });
      messages.push(...(reversed ? results.toReversed() : results));
    }
    const last = messages.at(-1)?.role;
    return { tools: [send], messages: last === 'assistant' ? [...messages, said('?')] : messages };
  });

const anyThinking = fc.constantFrom<object>(
  {},
  { thinking: { type: 'enabled', budget_tokens: 1024 } },
  { thinking: { type: 'adaptive' } },
  { thinking: { type: 'disabled' } },
);

proves('messages/provider-takes-it', () => {
  fc.assert(
    fc.property(anyView, anyThinking, fc.boolean(), (view, thinking, marked) => {
      const marker = marked ? { cache_control: { type: 'ephemeral', ttl: '1h' } } : {};
      const more = { ...thinking, ...marker, metadata: { user_id: 'u' }, top_k: 3 };
      expect(messagesRefusal(rendered(view, more))).toBeUndefined();
      const request = readRequest({ model: 'm', max_tokens: 2048, messages: hello, ...more });
      expect(countTokensRefusal(renderCountTokens(request, view, 'big'))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('what was rendered is read, and rendered again to the same', () => {
  const again = (sent: unknown): Readonly<Record<string, unknown>> => {
    const request = readRequest(sent);
    return render(request, request, { stream: false, model: 'big' });
  };
  fc.assert(
    fc.property(anyView, (view) => {
      // Once, for texts of the assistant that follow each other become one.
      const sent = again(rendered(view));
      expect(again(sent)).toEqual(sent);
    }),
  );
});
