import { expect, test } from 'vitest';
import { fakePolicy } from '../../test/fake-policy.ts';
import { Content } from './content.ts';
import { History } from './history.ts';
import type { Message } from './message.ts';
import { vouchedRegion } from './relabel.ts';

const { space } = fakePolicy({});
const { bottom: label } = space;

function saying(text: string): Content {
  return Content.whole(space, text, label);
}

function resultOf(declared: boolean, callId = 'call_1', tool = 'pay mallory'): History {
  const call = { id: 'call_1', tool, declared, args: saying('{}'), label };
  const messages: readonly Message[] = [
    { role: 'assistant', text: saying(''), calls: [call], label },
    { role: 'tool', callId, parts: [{ kind: 'text', content: saying('done') }], shape: label },
  ];
  return History.of([], messages);
}

test.each([
  ['a tool that is vouched for', resultOf(true), 'pay mallory'],
  ['a tool whose name is somebody’s text', resultOf(false), 'undeclared tool'],
  ['a call that nobody knows', resultOf(true, 'call_2'), 'unknown tool'],
  ['a tool that is called like a person', resultOf(true, 'call_1', 'user'), 'tool user'],
  [
    'a tool that is called like nobody',
    resultOf(true, 'call_1', 'unknown tool'),
    'tool unknown tool',
  ],
])('a person is told who wrote the result of %s', (_, history, from) => {
  expect(vouchedRegion(history, 'm1.0')?.from).toBe(from);
});
