import type { PlainTool } from '@sluice/core';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { callText, readCalls, replyText, spacedJson, toolText } from './call-text.ts';

const names = ['send', 'send_all', 'say "hi"', 'é\n'];
const tools = names.map((name): PlainTool => ({ name, description: 'd', parameters: {} }));

test('a call is one line of JSON', () => {
  expect(callText({ tool: 'send', args: '{"to":"bob"}' })).toBe(
    '{"tool": "send", "arguments": {"to":"bob"}}',
  );
});

test('arguments that are no object are shown as they stand', () => {
  expect(callText({ tool: 'send', args: '{"to":"bo' })).toBe(
    String.raw`{"tool": "send", "arguments": {"arguments":"{\"to\":\"bo"}}`,
  );
});

test('a tool is told with its schema', () => {
  const parameters = { type: 'object', required: ['a', 'b'] };
  expect(toolText({ name: 'n', description: 'd', parameters })).toBe(
    '{"name": "n", "description": "d", "parameters": {"type": "object", "required": ["a", "b"]}}',
  );
});

test.each<[unknown, string]>([
  [[], '[]'],
  [{}, '{}'],
  [[1, 'a', null, { a: [true] }], '[1, "a", null, {"a": [true]}]'],
  [undefined, 'null'],
  [{ a: undefined, b: 1 }, '{"b": 1}'],
])('%o is spelt %s', (value, text) => {
  expect(spacedJson(value)).toBe(text);
});

test('another spelling, the same value', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(spacedJson(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

describe('calls are read as they were written', () => {
  test('whatever their arguments', () => {
    const args = fc.dictionary(fc.string(), fc.jsonValue()).map((value) => spacedJson(value));
    const call = fc.record({ tool: fc.constantFrom(...names), args });
    fc.assert(
      fc.property(fc.array(call), (calls) => {
        expect(readCalls(replyText({ text: '', calls }), tools)).toEqual(calls);
      }),
    );
  });

  test.each<[string, string]>([
    ['{"tool": "send", "arguments": {"to": "bo', '{"to": "bo'],
    ['{"tool": "send", "arguments": {"to": "bob"}', '{"to": "bob"}'],
    ['{"tool": "send", "arguments": ', ''],
  ])('half a call, %s, has half its arguments', (text, args) => {
    expect(readCalls(text, tools)).toEqual([{ tool: 'send', args }]);
  });

  test('a call whose tool is not yet known is none', () => {
    expect(readCalls('{"tool": "se', tools)).toEqual([]);
  });
});

test('text and calls stand on lines of their own', () => {
  const call = { tool: 'send', args: '{}' };
  expect(replyText({ text: 'Well.', calls: [call, call] })).toBe(
    `Well.\n${callText(call)}\n${callText(call)}`,
  );
});
