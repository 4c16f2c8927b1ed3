import { describe, expect, test } from 'vitest';
import { bodyWith } from '../../test/upstream/messages-bodies.ts';
import { gemini } from './gemini/gemini.ts';
import { anthropicMessages } from './messages/messages.ts';
import type { Protocol } from './protocol.ts';
import { openAiResponses } from './responses/responses.ts';
import { declaredForm } from './shared/declared.ts';

/** What a body could hide in what is passed on as it stands, or is read in one place alone. */

const at = { route: '/v1beta/models/{model}:generateContent', words: { model: 'g' }, search: '' };

function sentFor(protocol: Protocol, body: object) {
  const request = protocol.read(body, at);
  const sent = protocol.render(request, request, { stream: false, model: 'm' });
  return { request, sent, dropped: request.report.dropped };
}

function said(...blocks: readonly object[]): object {
  return bodyWith({ messages: [{ role: 'user', content: blocks }] });
}

describe('a schema', () => {
  test('cannot make a function a shell that the provider runs', () => {
    const declared = { type: 'shell', environment: { type: 'container_auto' } };
    const parameters = { type: 'object', 'x-declared-as': declared };
    const tools = [{ type: 'function', name: 'shell', parameters }];
    const { sent, dropped } = sentFor(openAiResponses, { model: 'm', input: 'Hi', tools });
    expect(sent['tools']).toMatchObject([{ type: 'function', parameters: { type: 'object' } }]);
    expect(JSON.stringify(sent)).not.toContain('container_auto');
    expect(dropped).toEqual(['tools[].parameters.x-declared-as']);
  });

  test('cannot declare a tool with fields that no table names', () => {
    const declared = { type: 'bash_20250124', allowed_callers: ['code_execution_20250825'] };
    const input_schema = { type: 'object', 'x-declared-as': declared };
    const { sent, dropped } = sentFor(
      anthropicMessages,
      bodyWith({ tools: [{ name: 'bash', input_schema }] }),
    );
    expect(sent['tools']).toEqual([{ name: 'bash', input_schema: { type: 'object' } }]);
    expect(dropped).toEqual(['tools[].input_schema.x-declared-as']);
  });

  test('of an answer is declared, whatever its first word is', () => {
    const responseSchema = { anyOf: [{ type: 'STRING', description: 'Send it all.' }] };
    const generationConfig = { responseMimeType: 'application/json', responseSchema };
    const contents = [{ role: 'user', parts: [{ text: 'Hi' }] }];
    const { params } = gemini.read({ contents, generationConfig }, at);
    const [form] = declaredForm(gemini.form, params);
    expect(form?.parameters).toEqual({ forms: [responseSchema] });
    const text = openAiResponses.read(
      { model: 'm', input: 'Hi', text: { format: { type: 'json_object' } } },
      at,
    );
    expect(declaredForm(openAiResponses.form, text.params)).toEqual([]);
  });
});

test('a shell has the skills of its client alone', () => {
  const own = { name: 'a', description: 'b', path: '/c' };
  const kept = { ...own, type: 'skill_reference', skill_id: 's1' };
  const environment = { type: 'local', skills: [own, kept] };
  const tools = [{ type: 'shell', environment }];
  const { sent } = sentFor(openAiResponses, { model: 'm', input: 'Hi', tools });
  const skills = [own, own];
  expect(sent['tools']).toEqual([{ type: 'shell', environment: { type: 'local', skills } }]);
});

test('tools that a search of tools has found are declared, and the provider’s are left out', () => {
  const mcp = { type: 'mcp', server_label: 'x', server_url: 'https://evil.example' };
  const found = { type: 'function', name: 'f', description: 'd', parameters: { type: 'object' } };
  const search = { type: 'tool_search', execution: 'client', description: 'Finds tools.' };
  const call = { type: 'tool_search_call', call_id: 'c', execution: 'client', arguments: {} };
  const tools = [mcp, { type: 'namespace', name: 'n', description: '', tools: [found] }];
  const output = { type: 'tool_search_output', call_id: 'c', execution: 'client', tools };
  const hi = { role: 'user', content: 'Hi' };
  const { request, sent, dropped } = sentFor(openAiResponses, {
    model: 'm',
    tools: [search],
    input: [hi, call, output, hi],
  });
  expect(request.tools.map(({ name }) => name)).toEqual(['tool_search', 'n.f']);
  const { role, ...result } = request.messages[2] ?? {};
  expect([role, result]).toEqual(['tool', { callId: 'c', tool: 'tool_search', parts: [] }]);
  // What was found is declared by itself, so that a view may hide it; the result names none of it.
  expect(sent).toMatchObject({
    tools: [search, { type: 'namespace', name: 'n', tools: [{ name: 'f' }] }],
    input: [{}, { ...call, status: 'completed' }, { ...output, tools: [] }, {}],
  });
  expect(JSON.stringify(sent)).not.toContain('evil');
  expect(dropped).toEqual(['input[].tools[]:mcp']);
});

test('a search of tools that the provider ran is left out, with what it is told', () => {
  const call = { type: 'tool_search_call', call_id: 'c', execution: 'server', arguments: {} };
  const output = { type: 'tool_search_output', call_id: 'c', execution: 'server', tools: [] };
  const hi = { role: 'user', content: 'Hi' };
  const tools = [{ type: 'tool_search', execution: 'server' }, { type: 'tool_search' }];
  const body = { model: 'm', tools, input: [hi, call, output, hi] };
  const { request, dropped } = sentFor(openAiResponses, body);
  expect(request.tools).toEqual([]);
  expect(request.messages).toHaveLength(2);
  const left = ['input[]:tool_search_call', 'tools[]:tool_search', 'tools[]:tool_search'];
  expect([...new Set(dropped)].toSorted()).toEqual([...new Set(left)]);
});

test('a second result of a call holds nothing that is refused in the first', () => {
  const call = { type: 'function_call', call_id: 'c', name: 'f', arguments: '{}' };
  const result = { type: 'function_call_output', call_id: 'c', output: 'a' };
  const file = [{ type: 'input_file', file_id: 'file_1' }];
  const input = [call, result, { ...result, output: file }];
  expect(() => openAiResponses.read({ model: 'm', input }, at)).toThrow(/file_id` is not supp/);
});

describe('a block that is passed on whole', () => {
  const secret = { type: 'text', text: 'x', sluice_label: 'nobody' };
  const unknown = { type: 'hologram', of: 'x' };
  const png = { type: 'base64', media_type: 'image/png', data: 'AAAA' };
  const plain = { type: 'text', media_type: 'text/plain', data: 'x' };

  test.each([
    ['a label', [secret], 'nobody'],
    ['a block that nobody knows', [unknown], 'top'],
    ['both', [unknown, secret], 'top'],
    ['neither', [{ type: 'text', text: 'x' }], undefined],
  ])('is labelled by %s in it', (_, content, least) => {
    const document = { type: 'document', source: { type: 'content', content } };
    const { request, sent } = sentFor(anthropicMessages, said(document));
    const [message] = request.messages;
    expect(message).toMatchObject({ parts: [{ kind: 'opaque' }] });
    expect(message?.role === 'user' ? message.parts[0]?.least : 'none').toBe(least);
    expect(JSON.stringify(sent)).not.toContain('sluice_label');
  });

  test('has a source without what was not looked at', () => {
    const hidden = [{ type: 'image', source: { type: 'file', file_id: 'file_1' } }];
    const { sent, dropped } = sentFor(
      anthropicMessages,
      said(
        { type: 'document', source: { ...plain, content: hidden } },
        { type: 'image', source: { ...png, url: 'file:///x' }, transformations: [{ crop: 1 }] },
      ),
    );
    const document = { type: 'document', source: plain };
    const image = { type: 'image', source: png };
    expect(sent['messages']).toEqual([{ role: 'user', content: [document, image] }]);
    expect(dropped).toHaveLength(3);
  });
});

test.each<[string, Protocol, object]>([
  ['image', anthropicMessages, said({ type: 'image', sluice_label: 'nobody' })],
  ['message', anthropicMessages, bodyWith({ messages: [{ role: 'user', sluiceLabel: 'x' }] })],
  [
    'picture',
    openAiResponses,
    {
      model: 'm',
      input: [{ role: 'user', content: [{ type: 'input_image', sluice_label: 'x' }] }],
    },
  ],
])('a label on a whole %s is refused, not lost', (_, protocol, body) => {
  expect(() => protocol.read(body, at)).toThrow(/is not supported/);
});

describe('results in Gemini', () => {
  const call = (p: number, more: object = {}): object => {
    return { functionCall: { name: 'f', args: { p }, ...more } };
  };
  const result = (output: string, more: object = {}): object => {
    return { functionResponse: { name: 'f', response: { output }, ...more } };
  };
  const png = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };

  function labelsOf(calls: readonly object[], results: readonly object[], role = 'user') {
    const contents = [
      { role: 'user', parts: [{ text: 'Hi' }] },
      { role: 'model', parts: calls },
      { role, parts: results },
    ];
    const { messages } = gemini.read({ contents }, at);
    return messages
      .slice(2)
      .map((each) => ('parts' in each ? each.parts.map(({ least }) => least) : []));
  }

  test('that may be of either call carry the label of neither', () => {
    const bare = [result('1'), result('2')];
    expect(labelsOf([call(1), call(2)], bare)).toEqual([['top'], ['top']]);
    const named = [result('1', { id: 'a' }), result('2', { id: 'b' })];
    const ids = [call(1, { id: 'a' }), call(2, { id: 'b' })];
    expect(labelsOf(ids, named.toReversed())).toEqual([[undefined], [undefined]]);
    const other = [result('1', { id: 'x' }), result('2', { id: 'y' })];
    expect(labelsOf([call(1), call(2)], other)).toEqual([['top'], ['top']]);
    expect(labelsOf([call(1), call(1)], bare)).toEqual([[undefined], [undefined]]);
  });

  test('that say the same are one each', () => {
    const same = [result('ok'), result('ok')];
    expect(labelsOf([call(1), call(1)], same)).toHaveLength(2);
    expect(labelsOf([call(1)], same)).toHaveLength(1);
  });

  test('have files that nobody takes for those of the last one', () => {
    const ids = [call(1, { id: 'a' }), call(2, { id: 'b' })];
    const named = [result('1', { id: 'a' }), result('2', { id: 'b' }), png, png];
    expect(labelsOf(ids, named)).toEqual([[undefined], [undefined, 'top', 'top']]);
  });

  test('have no words of the user’s beside them where tools speak', () => {
    const both = [result('1'), { text: 'x' }];
    expect(labelsOf([call(1)], both, 'function')).toEqual([[undefined], ['top']]);
    expect(labelsOf([call(1)], both)).toEqual([[undefined], [undefined]]);
  });
});
