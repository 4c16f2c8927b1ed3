import { describe, expect, test } from 'vitest';
import { proves } from '../../../testing/proves.ts';
import type { ClientRequest } from '../../protocol.ts';
import { callMark, endMark } from '../marks.ts';
import { readRequest } from './read.ts';

const at = {
  route: '/v1beta/models/{model}:generateContent',
  words: { model: 'gemini-3-pro' },
  search: '',
};
const user = (...parts: readonly object[]): object => ({ role: 'user', parts });
const model = (...parts: readonly object[]): object => ({ role: 'model', parts });
const call = (name: string, more: object = {}, signature = {}): object => {
  return { functionCall: { name, args: { a: 1 }, ...more }, ...signature };
};
const result = (name: string, response: unknown, more: object = {}): object => {
  return { functionResponse: { name, response, ...more } };
};
const said = { text: 'Hi.' };
const png = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
const minted = `call_${'0123456789abcdef'.repeat(2)}`;

function read(...contents: readonly object[]): ClientRequest {
  return readRequest({ contents }, at);
}

function toolMessages({ messages }: ClientRequest) {
  return messages.filter((message) => message.role === 'tool');
}

describe('a request', () => {
  test('is read whole', () => {
    const tool = { name: 'f', description: 'd', parameters: { type: 'OBJECT' } };
    const request = readRequest(
      {
        systemInstruction: { parts: [{ text: 'You help.' }, { text: 'Be kind.' }] },
        contents: [user(said, png)],
        tools: [{ functionDeclarations: [tool] }, { googleSearch: {} }],
        toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
        generationConfig: { temperature: 1, thinkingConfig: { includeThoughts: true } },
        safetySettings: [{ category: 'X', threshold: 'Y' }],
      },
      at,
    );
    expect(request).toMatchObject({
      model: 'gemini-3-pro',
      messages: [
        { role: 'system', parts: [{ text: 'You help.' }, { text: 'Be kind.' }] },
        { role: 'user', parts: [{ text: 'Hi.' }, { mediaType: 'image/png', data: png }] },
      ],
      tools: [{ name: 'f', description: 'd', parameters: { type: 'OBJECT' } }],
      callable: new Set(['f']),
      stream: false,
      structured: false,
      params: {
        generationConfig: { temperature: 1, thinkingConfig: { includeThoughts: true } },
        safetySettings: [{ category: 'X', threshold: 'Y' }],
      },
      report: { dropped: [], unread: [] },
    });
    expect([...(request.hosted ?? [])]).toEqual([['web_search', { googleSearch: {} }]]);
  });

  test.each([
    [{ responseMimeType: 'application/json' }, true],
    [{ responseJsonSchema: {} }, true],
    [{ responseMimeType: 'text/plain' }, false],
    [{ topK: 1 }, false],
  ])('that says %j wants JSON: %s', (generationConfig, structured) => {
    expect(readRequest({ contents: [user(said)], generationConfig }, at)).toMatchObject({
      structured,
    });
  });

  test.each([
    ['state that the provider keeps', { cachedContent: 'cachedContents/1' }],
    ['an answer to go on with', { continuationToken: 'x' }],
    ['several candidates', { generationConfig: { candidateCount: 2 } }],
    ['speech', { generationConfig: { responseModalities: ['AUDIO'] } }],
    ['tools of other servers', { tools: [{ mcpServers: [{ name: 'a' }] }] }],
    ['a file that the provider fetches', { contents: [user({ fileData: { fileUri: 'x' } })] }],
    ['the same in another spelling', { contents: [user({ file_data: {} })] }],
  ])('with %s is refused', (_, more) => {
    expect(() => readRequest({ contents: [user(said)], ...more }, at)).toThrow(/not supported/);
  });

  test('loses what nobody knows, and says so', () => {
    const { report, messages } = readRequest(
      {
        contents: [
          user({ ...said, brandNew: 1 }),
          model({ hologram: {} }, said),
          user({ taste: 1 }),
        ],
        tools: [{ codeExecution: {} }],
        future: 1,
        generationConfig: { dreams: true },
      },
      at,
    );
    expect(report.dropped.toSorted()).toEqual([
      'contents[].parts[].brandNew',
      'contents[].parts[]:hologram',
      'future',
      'generationConfig.dreams',
      'tools[].codeExecution',
    ]);
    expect(report.unread).toEqual(['contents[].parts[]:taste']);
    expect(messages.at(-1)).toMatchObject({ parts: [{ kind: 'opaque', least: 'top' }] });
  });

  test('for a stream asks for events', () => {
    const route = '/v1beta/models/{model}:streamGenerateContent';
    const body = { contents: [user(said)] };
    expect(readRequest(body, { ...at, route, search: '?alt=sse' }).stream).toBe(true);
    expect(() => readRequest(body, { ...at, route })).toThrow(/server-sent events/);
  });
});

proves('gemini/every-spelling', () => {
  const body = {
    system_instruction: { parts: [{ text: 'You help.' }] },
    contents: [
      user({ inline_data: { mime_type: 'image/png', data: 'AAAA' } }),
      model({ function_call: { name: 'f', args: { snake_case: 1 } } }),
      user({ function_response: { name: 'f', response: { some_key: 1, other_key: 2 } } }),
    ],
    tools: [{ function_declarations: [{ name: 'f', parameters: { some_key: 1 } }] }],
    generation_config: { max_output_tokens: 9 },
  };
  const { messages, tools, params, report } = readRequest(body, at);
  expect(messages).toMatchObject([
    { role: 'system' },
    { parts: [{ data: png }] },
    { calls: [{ args: '{"snake_case":1}' }] },
    { parts: [{ text: '{"some_key":1,"other_key":2}' }] },
  ]);
  expect(tools[0]?.parameters).toEqual({ some_key: 1 });
  expect(params['generationConfig']).toEqual({ maxOutputTokens: 9 });
  expect(report).toEqual({ dropped: [], unread: [] });
  for (const name of ['cachedContent', 'cached_content', 'CACHED-CONTENT']) {
    const refused = { contents: [user(said)], [name]: 'cachedContents/1' };
    expect(() => readRequest(refused, at)).toThrow(/is not supported/);
  }
});

describe('calls and results', () => {
  proves('gemini/calls-known', () => {
    const mark = { thoughtSignature: callMark(minted) };
    const urlSafe = { thoughtSignature: callMark(minted).replaceAll('+', '-').replace(/=+$/, '') };
    for (const called of [
      call('f', { id: minted }),
      call('f', {}, mark),
      call('f', {}, urlSafe),
      call('f', { id: 'f_1' }, mark),
      call('f', { id: `f__${minted}` }),
    ]) {
      const { id } = Object(Object(called).functionCall) as { id?: string };
      for (const more of id === undefined ? [{}] : [{}, { id }]) {
        const request = read(user(said), model(called), user(result('f', {}, more)));
        expect(request.messages[1]).toMatchObject({ calls: [{ id: minted, tool: 'f' }] });
        expect(toolMessages(request)).toMatchObject([{ callId: minted, tool: 'f' }]);
      }
    }
    const both = read(
      user(said),
      model(call('f', {}, mark)),
      model(call('f'), call('g')),
      user(
        result('g', { output: 'of g' }),
        result('f', { output: '1' }),
        result('f', { output: '2' }),
      ),
    );
    expect(both.messages[1]).toMatchObject({
      calls: [{ id: minted }, { tool: 'f' }, { tool: 'g' }],
    });
    expect(toolMessages(both).map(({ tool, parts }) => [tool, parts])).toMatchObject([
      ['g', [{ text: 'of g' }]],
      ['f', [{ text: '1' }]],
      ['f', [{ text: '2' }]],
    ]);
    expect(toolMessages(both)[1]).toMatchObject({ callId: minted });
  });

  test('pieces of a stream are one answer, and the next answer is another', () => {
    const one = [
      model({ text: 'Hel' }),
      model({ text: 'lo' }, { text: '', thoughtSignature: endMark }),
    ];
    const { messages } = read(user(said), ...one, model({ text: 'Noted.' }), user(said));
    expect(messages.slice(1, 3)).toMatchObject([{ text: 'Hello' }, { text: 'Noted.' }]);
  });

  test('thoughts, and signatures that are not ours, are left out', () => {
    const thought = { text: 'Hm.', thought: true, thoughtSignature: 'AAAA' };
    const { messages, report } = read(
      user(said),
      model(thought, { text: 'Yes.', thoughtSignature: 'BBBB' }),
      user(said),
    );
    expect(JSON.stringify(messages)).not.toMatch(/Hm\.|AAAA|BBBB/);
    expect(report.dropped).toEqual([]);
  });

  test.each<[string, unknown, { readonly text: string; readonly failed?: true }]>([
    ['output', { output: 'x' }, { text: 'x' }],
    ['the SDK’s word', { result: 'x' }, { text: 'x' }],
    ['the AI SDK’s words', { name: 'f', content: 'x' }, { text: 'x' }],
    ['an error', { error: 'gone' }, { text: 'gone', failed: true }],
    ['structure', { output: [1, { a: 2 }] }, { text: '[1,{"a":2}]' }],
    ['more than a word', { output: 'x', more: 1 }, { text: '{"output":"x","more":1}' }],
    ['a name of its own', { name: 'g', content: 'x' }, { text: '{"name":"g","content":"x"}' }],
    ['nothing', undefined, { text: '{}' }],
  ])('a result that holds %s', (_, response, { text, failed }) => {
    const [message] = toolMessages(read(user(said), model(call('f')), user(result('f', response))));
    expect(message).toMatchObject({ parts: [{ kind: 'text', text }] });
    expect(message?.failed).toBe(failed);
  });

  test('a result that a client sends twice is one, whatever is left out of either', () => {
    const sent = result('f', 'Fine.');
    const { functionResponse } = { functionResponse: {}, ...sent };
    const other = { functionResponse: { ...functionResponse, brand_new: 1 }, newer: 1 };
    const contents = [user(said), model(call('f')), user(sent, other)];
    const { messages } = readRequest({ contents }, at);
    expect(messages.filter(({ role }) => role === 'tool')).toHaveLength(1);
  });

  test('a result that a client sends twice is one', () => {
    const once = result('f', { output: 'x' }, { id: 'a' });
    const request = read(user(said), model(call('f', { id: 'a' })), user(once, once));
    expect(toolMessages(request)).toHaveLength(1);
  });

  proves('gemini/files-with-results', () => {
    const asked = [user(said), model(call('f', { id: 'a' }), call('g', { id: 'b' }))];
    const [f, g] = [result('f', {}, { id: 'a' }), result('g', {}, { id: 'b' })];
    const apart = read(...asked, user(f, png, g, said));
    expect(apart.messages.slice(2)).toMatchObject([
      { callId: 'a', parts: [{ kind: 'text' }, { kind: 'opaque', data: png }] },
      { callId: 'b', parts: [{ kind: 'text' }] },
      { role: 'user', parts: [{ text: 'Hi.' }] },
    ]);
    expect(toolMessages(apart)[0]?.parts[1]).not.toHaveProperty('least');
    // It may be either tool's.
    const [, second] = toolMessages(read(...asked, user(f, g, png)));
    expect(second?.parts[1]).toMatchObject({ data: png, least: 'top' });
    const [, both] = toolMessages(read(...asked, user(f, g, png, png)));
    expect(both?.parts.slice(1)).toMatchObject([{ least: 'top' }, { least: 'top' }]);
    const [within] = toolMessages(
      read(user(said), model(call('f')), user(result('f', {}, { parts: [png] }))),
    );
    expect(within?.parts[1]).toMatchObject({ kind: 'opaque', data: png });
  });

  test.each([
    ['a result without a call', [user(said), user(result('f', {}))]],
    ['a result of another tool', [user(said), model(call('f')), user(result('g', {}))]],
    [
      'a result of another call',
      [user(said), model(call('f', { id: 'a' })), user(result('f', {}, { id: 'b' }))],
    ],
    ['a call without its result', [user(said), model(call('f')), user(said)]],
    ['a call at the end', [user(said), model(call('f'))]],
    ['an id twice', [user(said), model(call('f', { id: 'a' }), call('g', { id: 'a' }))]],
    ['a beginning of the answer', [user(said), model(said)]],
    ['a role of its own', [{ role: 'tool', parts: [said] }]],
    ['no content', []],
  ])('%s is no transcript', (_, contents) => {
    expect(() => read(...contents)).toThrow(/^`contents/);
  });
});
