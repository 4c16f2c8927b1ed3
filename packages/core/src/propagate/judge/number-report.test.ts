import { describe, expect, test } from 'vitest';
import type { ModelReply } from '../../model/chat-model.ts';
import { numberReport } from './number-report.ts';

const report = (count: number): ReturnType<typeof numberReport> =>
  numberReport({ tool: 'report', description: 'Reports.', numbers: 'documents', count });

function calling(args: unknown, more: Partial<ModelReply> = {}): ModelReply {
  const written = typeof args === 'string' ? args : JSON.stringify(args);
  return { text: '', calls: [{ tool: 'report', args: written }], stop: 'complete', ...more };
}

describe('the schema', () => {
  test.each([
    [3, { type: 'integer', enum: [1, 2, 3] }],
    [65, { type: 'integer', minimum: 1, maximum: 65 }],
    [0, { type: 'integer', minimum: 1, maximum: 0 }],
  ])('of %d numbers allows no others', (count, items) => {
    const { parameters } = report(count).tool;
    expect(parameters['properties']).toMatchObject({ documents: { items, maxItems: count } });
  });
});

test.each<[string, ModelReply, readonly number[] | undefined]>([
  ['numbers', calling({ documents: [3, 1] }), [3, 1]],
  ['no number', calling({ documents: [] }), []],
  ['reasoning beside them', calling({ reasoning: 'so', documents: [2] }), [2]],
  ['a number that is not there', calling({ documents: [4] }), undefined],
  ['zero', calling({ documents: [0] }), undefined],
  ['a half', calling({ documents: [1.5] }), undefined],
  ['a text', calling({ documents: ['1'] }), undefined],
  ['one twice', calling({ documents: [1, 1] }), undefined],
  ['no list', calling({ documents: 1 }), undefined],
  ['another argument', calling({ regions: [1] }), undefined],
  ['half a call', calling('{"documents":[1'), undefined],
  ['a reply cut off', calling({ documents: [1] }, { stop: 'truncated' }), undefined],
  ['another tool', calling({}, { calls: [{ tool: 'x', args: '{"documents":[1]}' }] }), undefined],
  ['no call', calling({}, { calls: [], text: '[1]' }), undefined],
])('%s is read as what it is', (_, reply, numbers) => {
  expect(report(3).read(reply)).toEqual(numbers);
});
