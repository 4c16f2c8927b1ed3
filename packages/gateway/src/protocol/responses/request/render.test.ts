import { placeholder, type PlainMessage, type View } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { responsesRefusal } from '../../../../test/upstream/responses-refusal.ts';
import { proves } from '../../../testing/proves.ts';
import { aRequest, aThought, saying } from '../../../../test/responses/answers.ts';
import { isRecord } from '../../shared/fields.ts';
import { renderRequest } from './render.ts';

type JsonObject = Readonly<Record<string, unknown>>;

const user: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'Hi' }] };

function rendered(messages: readonly PlainMessage[], more: object = {}): JsonObject {
  const request = aRequest(more);
  const view: View = { messages, tools: request.tools };
  return renderRequest(request, view, { stream: false, model: 'provider-model' });
}

function itemsOf(messages: readonly PlainMessage[]): readonly unknown[] {
  const { input } = rendered(messages);
  return Array.isArray(input) ? input : [];
}

test('a request keeps nothing at the provider, and names nothing that it kept', () => {
  const more = {
    store: true,
    temperature: 0,
    metadata: { a: 'b' },
    previous_response_id: 'resp_1',
  };
  expect(rendered([user], more)).toEqual({
    model: 'provider-model',
    input: [{ type: 'message', role: 'user', content: 'Hi' }],
    tools: [
      {
        type: 'function',
        name: 'send',
        description: 'Sends.',
        parameters: { type: 'object', properties: { to: { type: 'string' } } },
        strict: false,
      },
      { type: 'custom', name: 'patch', description: 'Patches.' },
    ],
    temperature: 0,
    metadata: { a: 'b' },
    store: false,
    stream: false,
  });
});

proves('protocol/no-provider-state', () => {
  for (const more of [{}, { store: true }, { store: false }, { previous_response_id: 'resp_1' }]) {
    const body = rendered([user], more);
    expect(body['store']).toBe(false);
    expect(body).not.toHaveProperty('previous_response_id');
  }
});

proves('protocol/view-alone', () => {
  const request = aRequest({ instructions: 'hidden words', tool_choice: 'required' });
  const view: View = { messages: [user], tools: [] };
  const body = renderRequest(request, view, { stream: true, model: 'm' });
  expect(body).toEqual({
    model: 'm',
    input: [{ type: 'message', role: 'user', content: 'Hi' }],
    store: false,
    stream: true,
  });
});

test.each<[asked: string, more: object, include: unknown]>([
  ['nothing', {}, undefined],
  ['reasoning', { reasoning: { effort: 'low' } }, ['reasoning.encrypted_content']],
  [
    'its encrypted form',
    { include: ['reasoning.encrypted_content'] },
    ['reasoning.encrypted_content'],
  ],
])('asked for %s, the provider is asked for %o', (_, more, include) => {
  expect(rendered([user], more)['include']).toEqual(include);
});

test('a result says that it failed, where it can', () => {
  const calls = [
    { id: 'a', tool: 'send', args: '{}' },
    { id: 'b', tool: 'patch', args: '{"input":""}' },
  ];
  const parts = [{ kind: 'text', text: 'No.' }] as const;
  const results = calls.map(({ id, tool }): PlainMessage => {
    return { role: 'tool', callId: id, tool, parts, failed: true };
  });
  const output = 'No.';
  expect(itemsOf([user, { role: 'assistant', text: '', calls }, ...results]).slice(-2)).toEqual([
    { type: 'function_call_output', call_id: 'a', output, status: 'incomplete' },
    { type: 'custom_tool_call_output', call_id: 'b', output },
  ]);
});

describe('tools of the view', () => {
  const only = (name: string): View => {
    return { messages: [user], tools: aRequest().tools.filter((tool) => tool.name === name) };
  };
  const choice = { type: 'allowed_tools', mode: 'auto', tools: [named('send'), named('patch')] };
  function named(name: string): object {
    return { type: name === 'patch' ? 'custom' : 'function', name };
  }

  test.each<[tool_choice: unknown, shown: string, expected: unknown]>([
    ['required', 'send', 'required'],
    [named('send'), 'send', named('send')],
    [named('send'), 'patch', 'none'],
    [choice, 'patch', { ...choice, tools: [named('patch')] }],
  ])('of the choice %o, `%s` alone is shown', (tool_choice, shown, expected) => {
    const request = aRequest({ tool_choice });
    const body = renderRequest(request, only(shown), { stream: false, model: 'm' });
    expect(body['tool_choice']).toEqual(expected);
    expect(responsesRefusal(body)).toBe(undefined);
  });

  test('a schema that is hidden is not enforced', () => {
    const strict = { type: 'object', properties: {}, additionalProperties: false };
    const tool = { type: 'function', name: 't', parameters: strict, strict: true };
    const request = aRequest({ tools: [tool] });
    const strictIn = (parameters: JsonObject): unknown => {
      const view: View = { messages: [user], tools: [{ name: 't', description: '', parameters }] };
      const { tools } = renderRequest(request, view, { stream: false, model: 'm' });
      return Array.isArray(tools) && isRecord(tools[0]) ? tools[0]['strict'] : 'no tool';
    };
    expect(strictIn(strict)).toBe(true);
    expect(strictIn({ type: 'object' })).toBe(false);
  });
});

test('calls and their results, those of custom tools too', () => {
  expect(
    itemsOf([
      {
        role: 'assistant',
        text: 'So.',
        calls: [
          { id: '1', tool: 'send', args: '{"to":"a"}' },
          { id: '2', tool: 'send', args: placeholder },
          { id: '3', tool: 'patch', args: '{"input":"x"}' },
          { id: '4', tool: 'patch', args: placeholder },
          { id: '5', tool: 'no such tool', args: '{}' },
        ],
      },
      { role: 'tool', callId: '1', tool: 'send', parts: [{ kind: 'text', text: 'ok' }] },
      { role: 'tool', callId: '3', tool: 'patch', parts: [] },
    ]),
  ).toEqual([
    { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'So.' }] },
    { type: 'function_call', call_id: '1', name: 'send', arguments: '{"to":"a"}' },
    {
      type: 'function_call',
      call_id: '2',
      name: 'send',
      arguments: JSON.stringify({ arguments: placeholder }),
    },
    { type: 'custom_tool_call', call_id: '3', name: 'patch', input: 'x' },
    { type: 'custom_tool_call', call_id: '4', name: 'patch', input: placeholder },
    { type: 'function_call', call_id: '5', name: 'no_such_tool', arguments: '{}' },
    { type: 'function_call_output', call_id: '1', output: 'ok' },
    { type: 'custom_tool_call_output', call_id: '3', output: '' },
  ]);
});

test('parts stand as the client sent them, and those of another protocol are refused', () => {
  const data = { type: 'input_image', image_url: 'https://example.com/a.png' };
  const image = { kind: 'opaque', mediaType: 'image/*', data } as const;
  const text = { kind: 'text', text: 'See' } as const;
  expect(itemsOf([{ role: 'user', parts: [text, image] }])).toEqual([
    { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'See' }, data] },
  ]);
  const foreign = { ...image, data: { type: 'image_url', image_url: 'https://example.com' } };
  expect(() => itemsOf([{ role: 'user', parts: [foreign] }])).toThrow('another protocol');
});

const reasoned = { kind: 'reasoning', item: aThought };
const call = (id: string): { id: string; tool: string; args: string } => {
  return { id, tool: 'send', args: '{}' };
};

proves('responses/reasoning-in-place', () => {
  const message = { role: 'assistant', text: 'ab', calls: [call('1'), call('2')] } as const;
  const plain = itemsOf([message]);
  const [said, first, second] = plain;
  const places = (...items: readonly object[]): readonly unknown[] =>
    itemsOf([{ ...message, reasoning: { items } }]);
  const text = { kind: 'text', characters: 2 };
  const aCall = { kind: 'call' };
  expect(places(reasoned, text, aCall, reasoned, aCall)).toEqual([
    aThought,
    said,
    first,
    aThought,
    second,
  ]);
  expect(places(reasoned, aCall, text, aCall)).toEqual([aThought, first, said, second]);
  const spoken = { type: 'message', role: 'assistant', phase: 'commentary' };
  expect(places({ ...text, phase: 'commentary' }, aCall, aCall)).toEqual([
    { ...spoken, content: [{ type: 'output_text', text: 'ab' }] },
    first,
    second,
  ]);
  for (const broken of [
    places(text, aCall, aCall, reasoned), // nothing follows it
    places(reasoned, text, aCall), // a call more than there was
    places(reasoned, text, aCall, aCall, aCall), // a call less
    places(reasoned, { kind: 'text', characters: 1 }, aCall, aCall), // another text
    places(reasoned, { kind: 'text', characters: 3 }, aCall, aCall),
    places(
      { kind: 'reasoning', item: { ...aThought, encrypted_content: null } },
      text,
      aCall,
      aCall,
    ),
    places(),
    itemsOf([{ ...message, reasoning: [aThought] }]),
    itemsOf([{ ...message, reasoning: 'thought' }]),
  ]) {
    expect(broken).toEqual(plain);
  }
});

proves('responses/accepted-upstream', () => {
  const stored = fc.array(
    fc.constantFrom(
      reasoned,
      { kind: 'text', characters: 0 },
      { kind: 'text', characters: 1 },
      { kind: 'call' },
    ),
    { maxLength: 5 },
  );
  const turn = fc.tuple(saying, fc.option(stored, { nil: undefined }));
  fc.assert(
    fc.property(fc.array(turn, { minLength: 1, maxLength: 3 }), (turns) => {
      const messages = turns.flatMap(([{ text, calls }, items], at): readonly PlainMessage[] => {
        const minted = calls.map((each) => ({ ...each, id: `${each.id}_${at}` }));
        return [
          user,
          { role: 'assistant', text, calls: minted, ...(items && { reasoning: { items } }) },
          ...minted.map(({ id: callId, tool }) => {
            return { role: 'tool', callId, tool, parts: [] } as const;
          }),
        ];
      });
      expect(responsesRefusal(rendered(messages, { reasoning: { effort: 'low' } }))).toBe(
        undefined,
      );
    }),
  );
});

proves('responses/client-reasoning', () => {
  const input = [
    { role: 'user', content: 'Hi' },
    { ...aThought, encrypted_content: 'theirs' },
    { role: 'assistant', content: 'Hello.' },
  ];
  const request = aRequest({ input });
  const view: View = { messages: request.messages, tools: [] };
  const body = renderRequest(request, view, { stream: false, model: 'm' });
  expect(JSON.stringify([request.messages, body])).not.toMatch(/theirs|reasoning|Thinking/);
});
