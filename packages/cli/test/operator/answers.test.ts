import { expect, test } from 'vitest';
import { event, eventPage, questionDetail, read } from '../../src/operator/api/answers.ts';

const summary = {
  id: 'ap_1',
  tenant: 'acme',
  run: 'r',
  state: 'open',
  tool: 'pay',
  rule: 'pay',
  label: 'top',
  askedMs: 1,
  expiresMs: 2,
  approvedBy: [],
  waitingFor: ['ann'],
};
const evidence = {
  argument: '/to',
  region: 'm1:0',
  how: 'exact',
  from: 'read_mail',
  path: '$',
  label: 'top',
  excerpt: 'x',
};
const detail = {
  ...summary,
  args: '{}',
  ceiling: null,
  violations: [],
  evidence: [evidence],
  unsourced: [],
  deciding: [],
  hash: 'h',
};

test('a question is read as the API writes it, and what is not known is left out', () => {
  const answer = { ...detail, later: 1 };
  expect(read(questionDetail, answer)).toEqual({ ...detail, ceiling: undefined });
});

test.each([
  ['a field', { ...detail, hash: undefined }, 'has no `hash`'],
  ['a field of another kind', { ...detail, args: {} }, 'has no `args`'],
  [
    'a field of a region',
    { ...detail, evidence: [{ ...evidence, from: 1 }] },
    'has no `evidence.0.from`',
  ],
  ['everything', 'no', 'is no object'],
])('nobody approves what is not shown whole: without %s', (_, answer, lack) => {
  expect(() => read(questionDetail, answer)).toThrow(`the gateway’s answer ${lack}`);
});

const told = { seq: 1, atMs: 2, run: 'r', type: 'asked', label: null, subject: 's', payload: {} };

test.each([
  [undefined, true],
  [null, true],
  ['false', true],
  [true, true],
  [false, false],
])(
  'an event whose `redacted` is %j is taken for one above the clearance: %j',
  (redacted, hidden) => {
    expect(read(event, { ...told, redacted })).toEqual({ ...told, label: '', redacted: hidden });
    expect(read(event, told).redacted).toBe(true);
  },
);

test('an event without fields is read as one of which nothing is kept', () => {
  const { payload: _, ...bare } = told;
  const page = read(eventPage, { events: [bare, { ...told, payload: null }], next: null });
  expect(page.events.map(({ payload }) => payload)).toEqual([{}, {}]);
  expect(page.next).toBeUndefined();
});
