import type { PlainMessage } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  assistant,
  bodyWith as body,
  call,
  hello,
  result,
  user,
} from '../../../../test/upstream/messages-bodies.ts';
import { outcomeOf, refusalOf as refusal } from '../../../../test/messages-refusals.ts';
import { proves } from '../../../testing/proves.ts';
import { RequestError } from '../../errors.ts';
import { readRequest } from './read.ts';

function messagesOf(messages: readonly object[]): readonly PlainMessage[] {
  return readRequest(body({ messages })).messages;
}

const text = (value: string): object => ({ type: 'text', text: value });

describe('the transcript', () => {
  test('is read in no provider’s words', () => {
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AA' },
    };
    const { messages } = readRequest(
      body({
        system: [text('Be brief.'), text('Be kind.')],
        messages: [
          user(text('go'), { ...image, cache_control: { type: 'ephemeral' } }),
          assistant(
            { type: 'thinking', thinking: 'hm', signature: 's' },
            { ...text('I '), citations: null },
            text('will.'),
            { ...call('a'), caller: { type: 'direct' } },
            call('b', 'read'),
          ),
          user(result('b', { content: [text('one'), text('two')] }), result('a'), text('and?')),
          { role: 'assistant', content: 'Well.' },
          { role: 'user', content: 'Go on.' },
        ],
      }),
    );
    expect(messages).toEqual([
      { role: 'system', parts: parts('Be brief.', 'Be kind.') },
      {
        role: 'user',
        parts: [...parts('go'), { kind: 'opaque', mediaType: 'image/png', data: image }],
      },
      {
        role: 'assistant',
        text: 'I will.',
        calls: [
          { id: 'a', tool: 'send', args: '{"to":"bob"}' },
          { id: 'b', tool: 'read', args: '{"to":"bob"}' },
        ],
      },
      { role: 'tool', callId: 'b', tool: 'read', parts: parts('one', 'two') },
      { role: 'tool', callId: 'a', tool: 'send', parts: parts('sent') },
      { role: 'user', parts: parts('and?') },
      { role: 'assistant', text: 'Well.', calls: [] },
      { role: 'user', parts: parts('Go on.') },
    ]);
  });
  const parts = (...values: string[]) => values.map((value) => ({ kind: 'text', text: value }));

  test('a failed call is one, and a result may be empty', () => {
    const failed = result('a', { is_error: true, content: undefined });
    const messages = messagesOf([hello, assistant(call('a')), user(failed)]);
    expect(messages.at(-1)).toEqual({
      role: 'tool',
      callId: 'a',
      tool: 'send',
      parts: [],
      failed: true,
    });
  });

  test('a later system message stands where it stood', () => {
    const messages = messagesOf([hello, { role: 'system', content: 'Be brief.' }]);
    expect(messages.at(-1)).toEqual({ role: 'system', parts: parts('Be brief.') });
  });

  const answer = user(result('a'));
  const answered = [hello, assistant(call('a')), answer];
  const png = { type: 'base64', media_type: 'image/png', data: 'AA' };
  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'AA' };
  test.each([
    ['image/png', { type: 'image', source: png }],
    ['image/*', { type: 'image', source: { type: 'url', url: 'https://a.example/cat' } }],
    ['application/pdf', { type: 'document', source: pdf, title: 'T', context: null }],
    ['application/pdf', { type: 'document', source: { type: 'url', url: 'http://a.example/b' } }],
    [
      'text/plain',
      { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'x' } },
    ],
    ['text/plain', { type: 'document', source: { type: 'content', content: [text('x')] } }],
    [
      'application/x-search-result',
      { type: 'search_result', source: 's', title: 't', content: [text('x')] },
    ],
  ])('a part of %s stands as it stood: %j', (mediaType, block) => {
    const opaque = { kind: 'opaque', mediaType, data: block };
    expect(messagesOf([user(block)])).toEqual([{ role: 'user', parts: [opaque] }]);
    const inResult = messagesOf([
      hello,
      assistant(call('a')),
      user(result('a', { content: [block] })),
    ]);
    expect(inResult.at(-1)).toMatchObject({ role: 'tool', parts: [opaque] });
  });

  const file = { type: 'file', file_id: 'file_1' };
  test.each([
    ['nothing', [], 'messages'],
    ['an answer at the beginning', [assistant(text('Hi')), hello], 'messages[0]'],
    ['a system message at the beginning', [{ role: 'system', content: 'x' }], 'messages[0]'],
    ['an unknown role', [{ role: 'tool', content: 'x' }], 'messages[0].role'],
    ['no content', [{ role: 'user' }], 'messages[0].content'],
    ['an empty message', [user()], 'messages[0].content'],
    ['a blank message', [{ role: 'user', content: ' \n' }], 'messages[0].content'],
    ['a blank block', [user(text('x'), text(''))], 'messages[0].content'],
    ['a call without its result', [hello, assistant(call('a')), hello], 'messages[2].content'],
    ['a call without any result', [hello, assistant(call('a'))], 'messages'],
    ['one result of two', [hello, assistant(call('a'), call('b')), user(result('a'))], 'messages'],
    ['a result without a call', [user(result('a'))], 'messages[0].content[0].tool_use_id'],
    ['a result twice', [...answered, user(result('a'))], 'messages[3].content[0].tool_use_id'],
    ['an id twice', [...answered, assistant(call('a'))], 'messages[3].content[0].id'],
    [
      'an answer between call and result',
      [hello, assistant(call('a')), user(result('a')), assistant(call('b')), hello],
      'messages[4].content',
    ],
    [
      'text before results',
      [hello, assistant(call('a')), user(text('x'), result('a'))],
      'messages[2].content[1]',
    ],
    [
      'a container of the provider',
      [user({ type: 'container_upload' })],
      'messages[0].content[0].type',
    ],
    [
      'a file of the provider',
      [user({ type: 'image', source: file })],
      'messages[0].content[0].source.file_id',
    ],
    [
      'an address of another scheme',
      [user({ type: 'image', source: { type: 'url', url: 'file:///etc/passwd' } })],
      'messages[0].content[0].source.url',
    ],
    ['a block of no type', [user({ text: 'x' })], 'messages[0].content[0].type'],
    [
      'a block in another spelling',
      [user({ type: 'searchResult' })],
      'messages[0].content[0].type',
    ],
    [
      'a call that the user makes',
      [user({ ...call('a') }, text('x'))],
      'messages[0].content[0].type',
    ],
    [
      'reasoning of the user',
      [user({ type: 'thinking', thinking: 'x', signature: 's' })],
      'messages[0].content[0].type',
    ],
    [
      'arguments that are no object',
      [hello, assistant({ ...call('a'), input: 'x' })],
      'messages[1].content[0].input',
    ],
    ['a name that is none', [hello, assistant(call('a', 'a b'))], 'messages[1].content[0].name'],
  ])('%s is refused', (_, messages, path) => {
    const { status, message, hint } = refusal(body({ messages }));
    expect(status).toBe(400);
    expect(message).toContain(`\`${path}\``);
    expect(hint).toMatch(/\S/);
  });

  const paid = { type: 'invoice', sum: 9, cache_control: { type: 'ephemeral' } };
  const kept = {
    kind: 'opaque',
    mediaType: 'application/x-unknown',
    data: { type: 'invoice', sum: 9 },
    least: 'top',
  };

  proves('protocol/unknown-at-top', () => {
    for (const [messages, unread] of [
      [[user({ ...paid })], 'messages[].content[]:invoice'],
      [[hello, { role: 'system', content: [{ ...paid }] }], 'messages[].content[]:invoice'],
      [
        [hello, assistant(call('a')), user(result('a', { content: [{ ...paid }] }))],
        'messages[].content[].content[]:invoice',
      ],
    ] as const) {
      const request = readRequest(body({ messages }));
      expect(request.messages.at(-1)).toMatchObject({ parts: [kept] });
      expect(request.report).toEqual({ dropped: [], unread: [unread] });
    }
    const { messages, report } = readRequest(body({ system: [text('x'), { ...paid }] }));
    expect(messages[0]).toMatchObject({ parts: [{ kind: 'text', text: 'x' }, kept] });
    expect(report.unread).toEqual(['system[]:invoice']);
  });

  test.each([
    [
      'a tool of the provider that the assistant used',
      [hello, assistant({ type: 'server_tool_use', name: 'bash' }, text('Hi')), hello],
      'messages[].content[]:server_tool_use',
    ],
    [
      'a block of the assistant that nobody knows',
      [hello, assistant({ ...paid }, text('Hi')), hello],
      'messages[].content[]:invoice',
    ],
    [
      'citations',
      [user({ type: 'document', source: pdf, citations: { enabled: true } })],
      'messages[].content[].citations',
    ],
    [
      'the caller of a call',
      [hello, assistant({ ...call('a'), caller: { type: 'code_execution_20250825' } }), answer],
      'messages[].content[].caller',
    ],
    [
      'the toolset of a call',
      [hello, assistant({ ...call('a'), toolset_name: 'x' }), answer],
      'messages[].content[].toolset_name',
    ],
    ['the time at which a message goes', [{ ...hello, clear_at: 'later' }], 'messages[].clear_at'],
  ])('%s is left out and reported', (_, messages, dropped) => {
    const request = readRequest(body({ messages: structuredClone(messages) }));
    expect(request.report).toEqual({ dropped: [dropped], unread: [] });
    expect(JSON.stringify(request.messages)).not.toMatch(
      /server_tool_use|invoice|citations|caller|toolset|clear_at/,
    );
  });

  test('a refusal quotes names of fields, never what stands in them', () => {
    const secret = 'hunter2';
    const bodies = [
      body({ tools: [{ name: secret, input_schema: secret }] }),
      body({ messages: [user({ type: 'toolResult', name: secret })] }),
      body({ messages: [{ role: secret, content: secret }] }),
      body({ messages: [user(result(secret))] }),
      body({ cache_control: { type: secret } }),
    ];
    for (const each of bodies) {
      const { message, hint } = refusal(each);
      expect(message + hint).not.toContain(secret);
    }
  });
});

test('blocks of any shape are read or refused, and never anything else', () => {
  const type = fc.constantFrom('text', 'image', 'document', 'search_result', 'tool_result');
  const block = fc.record(
    { type, text: fc.jsonValue(), source: fc.jsonValue(), content: fc.jsonValue() },
    { requiredKeys: ['type'] },
  );
  fc.assert(
    fc.property(fc.array(block), (blocks) => {
      const outcome = outcomeOf(() => messagesOf([user(...blocks)]));
      expect(Array.isArray(outcome) || outcome instanceof RequestError).toBe(true);
    }),
  );
});
