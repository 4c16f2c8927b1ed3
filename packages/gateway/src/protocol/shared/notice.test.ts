import type { PlainMessage } from '@sluice/core';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messagesSaid, noticeBehind, noticeOf } from './notice.ts';

const question = `ap_${'0'.repeat(32)}`;
const notice = noticeOf([
  { question, tool: 'send_money' },
  { question, tool: undefined },
]);
const user: PlainMessage = { role: 'user', parts: [{ kind: 'text', text: notice }] };
const call = { id: 'call_1', tool: 'send_money', args: '{}' };

function said(text: string, calls = [call]): PlainMessage {
  return { role: 'assistant', text, calls };
}

test('names what waits, and where it is decided', () => {
  const at = `(npx sluice approvals ${question})`;
  expect(notice).toContain(` \`send_money\` ${at}, what comes next ${at}.`);
});

test('an answer reads as if nothing had stood in it', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, behind) => {
      const whole = `${before}${noticeBehind(before, notice)}${behind}`;
      expect(messagesSaid([said(whole)])).toEqual([said(before + behind)]);
    }),
  );
});

test.each([
  ['one after the other', `${noticeBehind('', notice)}${noticeBehind('', notice)}Done.`, 'Done.'],
  ['at the end, cut', `One moment.\n\n${notice}`, 'One moment.'],
  ['in a block of its own, cut', `${notice}Done.`, 'Done.'],
])('%s', (_, text, rest) => {
  expect(messagesSaid([said(text)])).toEqual([said(rest)]);
});

test('a message that is nothing else is none, unless it has calls', () => {
  expect(messagesSaid([user, said(notice, []), said('Done.', [])])).toEqual([
    user,
    said('Done.', []),
  ]);
  expect(messagesSaid([said(notice)])).toEqual([said('')]);
});

test('nobody but the assistant has notices', () => {
  const result: PlainMessage = { ...user, role: 'tool', callId: 'call_1', tool: 'send_money' };
  expect(messagesSaid([user, result])).toEqual([user, result]);
});
