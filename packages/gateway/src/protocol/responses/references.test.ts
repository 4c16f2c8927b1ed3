import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anAnswer, aRequest, saying } from '../../../test/responses/answers.ts';
import { proves } from '../../testing/proves.ts';
import type { StoredAnswer } from '../protocol.ts';
import { withReferences } from './by-id.ts';
import { itemOrigin } from './ids.ts';
import { readRequest } from './request/read.ts';
import { writeAnswer } from './answer/write.ts';

function storeOf(id: string, said: object): (answerId: string) => StoredAnswer | undefined {
  const answer = { ...anAnswer(said), custom: aRequest().custom };
  return (answerId) => (answerId === id ? answer : undefined);
}

proves('responses/references', () => {
  fc.assert(
    fc.property(saying, fc.stringMatching(/^[\w-]{1,12}$/), fc.boolean(), (said, id, typed) => {
      const { output } = writeAnswer(aRequest(), anAnswer({ ...said, id }));
      const items = Array.isArray(output) ? output : [];
      const references = items.map((item: { id: string }) =>
        typed ? { type: 'item_reference', id: item.id } : { id: item.id, type: null },
      );
      const body = (input: readonly unknown[]): object => {
        const results = said.calls.map(({ id: call_id }) => {
          return { type: 'function_call_output', call_id, output: '' };
        });
        return { model: 'm', input: [{ role: 'user', content: '' }, ...input, ...results] };
      };
      const resolved = withReferences(body(references), storeOf(id, said));
      expect(readRequest(resolved)).toEqual(readRequest(body(items)));
      expect(() => readRequest(body(references))).toThrow('is not supported');
      expect(() => readRequest(withReferences(body(references), storeOf('another', said)))).toThrow(
        'is not supported',
      );
    }),
  );
});

test('references and items of one response are one message', () => {
  const input = [
    { type: 'item_reference', id: 'rs_a_1_0' },
    { type: 'item_reference', id: 'msg_a_1_0' },
    { type: 'function_call', id: 'fc_a_1_0', call_id: 'c', name: 'send', arguments: '{}' },
    { type: 'function_call_output', call_id: 'c', output: 'ok' },
  ];
  const said = { text: 'So.', calls: [{ id: 'c', tool: 'send', args: '{}' }] };
  const body = withReferences({ model: 'm', input }, storeOf('a_1', said));
  expect(readRequest(body).messages[0]).toEqual({ role: 'assistant', ...said });
});

test.each<[what: string, body: unknown]>([
  ['a text', { input: 'Hi' }],
  ['no object', 'Hi'],
  ['an item of its own', { input: [{ id: 'msg_a_1_0', role: 'assistant', content: 'x' }] }],
  ['an item that was not written', { input: [{ type: 'item_reference', id: 'fc_a_1_7' }] }],
  ['an id of another form', { input: [{ type: 'item_reference', id: 'msg_a' }] }],
])('%s stays as it is', (_, body) => {
  expect(withReferences(body, storeOf('a_1', { text: 'So.' }))).toEqual(body);
});

test.each([
  ['msg_a_1_0', { kind: 'msg', answerId: 'a_1' }],
  ['ctc_7_12', { kind: 'ctc', answerId: '7' }],
  ['call_7_0', undefined],
  ['msg_7', undefined],
  ['msg__0', undefined],
])('the origin of `%s` is %o', (id, origin) => {
  expect(itemOrigin(id)).toEqual(origin);
});
