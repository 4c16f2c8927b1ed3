import type { PlainMessage } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { proves } from '../../../testing/proves.ts';
import { geminiRefusal } from '../../../../test/upstream/gemini-refusal.ts';
import { unsigned } from '../../shared/unsigned.ts';
import { readRequest } from './read.ts';
import { render, renderCount } from './render.ts';

const at = { route: '', words: { model: 'm' }, search: '' };
const contents = [{ role: 'user', parts: [{ text: 'Hi.' }] }];
const said: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: 'Hi.' }] };
const options = { stream: false, model: 'm' };

function rendered(messages: readonly PlainMessage[], more: object = {}) {
  const request = readRequest({ contents, ...more }, at);
  const body = render(request, { messages, tools: request.tools }, options);
  return { body, refused: geminiRefusal(body, 'generateContent') };
}

const called: PlainMessage = {
  role: 'assistant',
  text: 'I look.',
  calls: [
    { id: 'c1', tool: 'f', args: '{"n":12345678901234567890}' },
    { id: 'c2', tool: 'g', args: 'half' },
  ],
};
const png = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
const results: readonly PlainMessage[] = [
  { role: 'tool', callId: 'c1', tool: 'f', parts: [{ kind: 'text', text: 'one' }] },
  {
    role: 'tool',
    callId: 'c2',
    tool: 'g',
    parts: [
      { kind: 'text', text: 'no' },
      { kind: 'opaque', mediaType: 'image/png', data: png },
    ],
    failed: true,
  },
];

describe('a view', () => {
  test('is what the provider takes', () => {
    const { body, refused } = rendered([said, called, ...results]);
    expect(refused).toBeUndefined();
    expect(JSON.stringify(body['contents'])).toBe(
      JSON.stringify([
        { role: 'user', parts: [{ text: 'Hi.' }] },
        {
          role: 'model',
          parts: [
            { text: 'I look.' },
            {
              thoughtSignature: unsigned,
              functionCall: {
                id: 'c1',
                name: 'f',
                args: { n: JSON.rawJSON('12345678901234567890') },
              },
            },
            { functionCall: { id: 'c2', name: 'g', args: { arguments: 'half' } } },
          ],
        },
        {
          role: 'user',
          parts: [
            { functionResponse: { id: 'c1', name: 'f', response: { output: 'one' } } },
            { functionResponse: { id: 'c2', name: 'g', response: { error: 'no' } } },
            png,
          ],
        },
      ]),
    );
    expect(body['store']).toBe(false);
  });

  test('holds the tools that it shows, each schema in its own field', () => {
    const functionDeclarations = [
      { name: 'f', parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } } } },
      { name: 'g', description: 'd', parametersJsonSchema: { type: 'object' } },
      { name: 'h' },
    ];
    const tools = [{ functionDeclarations }, { googleSearch: { excludeDomains: ['x'] } }];
    const toolConfig = { functionCallingConfig: { mode: 'any', allowedFunctionNames: ['f', 'h'] } };
    const request = readRequest({ contents, tools, toolConfig }, at);
    const [f] = request.tools;
    const shown = f === undefined ? [] : [f];
    const all = render(request, { messages: [said], tools: request.tools }, options);
    expect(all['tools']).toEqual([{ functionDeclarations }]);
    const some = { ...options, offered: ['web_search'] };
    expect(render(request, { messages: [said], tools: shown }, some)).toMatchObject({
      tools: [{ functionDeclarations: functionDeclarations.slice(0, 1) }, tools[1]],
      toolConfig: { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: ['f'] } },
    });
    const none = render(request, { messages: [said], tools: [] }, options);
    expect(none).not.toHaveProperty('tools');
    expect(none).not.toHaveProperty('toolConfig');
    const other = render(request, { messages: [said], tools: request.tools.slice(1, 2) }, options);
    expect(other['toolConfig']).toEqual({ functionCallingConfig: { mode: 'NONE' } });
  });

  proves('gemini/own-signatures-only', () => {
    const reasoning = {
      parts: [
        { kind: 'own', part: { text: 'Hm.', thought: true } },
        { kind: 'text', characters: 7 },
        { kind: 'call', signature: 'S1' },
        { kind: 'call' },
      ],
    };
    const parts = (stored: unknown): unknown =>
      Object(rendered([said, { ...called, reasoning: stored }, ...results]).body['contents'])[1]
        .parts;
    expect(parts(reasoning)).toMatchObject([
      { text: 'Hm.', thought: true },
      { text: 'I look.' },
      { thoughtSignature: 'S1', functionCall: { id: 'c1' } },
      { functionCall: { id: 'c2' } },
    ]);
    // What was stored of another text, or as something else, is not sent; nor is the client's own.
    for (const other of [
      { parts: reasoning.parts.slice(2) },
      { parts: [{ kind: 'x' }] },
      'x',
      undefined,
    ]) {
      expect(parts(other)).toMatchObject([
        { text: 'I look.' },
        { thoughtSignature: unsigned },
        { functionCall: { id: 'c2' } },
      ]);
    }
  });

  test('is counted by what its client sent', () => {
    const bare = readRequest({ contents }, at);
    expect(renderCount(bare, { messages: [said], tools: [] }, 'm')).toEqual({ contents });
    const request = readRequest({ contents, generationConfig: { topK: 1 } }, at);
    expect(renderCount(request, { messages: [said], tools: [] }, 'm')).toEqual({
      generateContentRequest: { model: 'models/m', contents, generationConfig: { topK: 1 } },
    });
  });
});
