import { describe, expect, test } from 'vitest';
import { fourPoint } from '../../test/paper-spaces.ts';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import { Content } from './content.ts';
import { History } from './history.ts';
import type { Call, Message } from './message.ts';

const space = fourPoint();
const low = space.bottom;
const invalid = expect.objectContaining({ code: 'history-invalid' });

proves('history/append-only', () => {
  const given = [user('a')];
  const first = History.of([], given);
  const held = first.messages;
  const second = first.append(user('b'));
  const other = first.append(user('c'), user('d'));
  const replaced = second.with(0, user('e'));
  given.push(user('f'));
  expect([first, second, other, replaced].map(({ length }) => length)).toEqual([1, 2, 3, 2]);
  expect(first.messages).toBe(held);
  expect(held).toHaveLength(1);
  expect(second.messages[0]).toBe(held[0]);
  expect(replaced.messages[1]).toBe(second.messages[1]);
  expect(second.messages[0]).not.toBe(replaced.messages[0]);
  expect(() => Array.prototype.push.call(held, user('g'))).toThrow(TypeError);
});

describe('two calls of one id are refused', () => {
  test.each<[string, () => History]>([
    ['in one message', () => History.of([], [assistant('1', '1')])],
    ['in two messages', () => History.of([], [assistant('1'), assistant('2', '1')])],
    ['when appended', () => History.of([], [assistant('1')]).append(user('a'), assistant('1'))],
    [
      'when replaced',
      () => History.of([], [assistant('1'), assistant('2')]).with(0, assistant('2')),
    ],
  ])('%s', (_, make) => {
    expect(make).toThrow(invalid);
  });
});

test('a message is replaced by one of its own role, where there is one', () => {
  const history = History.of([], [user('a'), assistant('1')]);
  expect(history.with(1, assistant('1')).length).toBe(2);
  for (const index of [0, 2, -1, 0.5]) {
    expect(() => history.with(index, assistant('2'))).toThrow(invalid);
  }
});

test('a history is bounded', () => {
  const full = History.of([], Array<Message>(limits.historyMessagesMax).fill(user('a')));
  expect(full.length).toBe(limits.historyMessagesMax);
  expect(() => full.append(user('b'))).toThrow(expect.objectContaining({ code: 'limit-exceeded' }));
});

function user(text: string): Message {
  const content = Content.whole(space, text, low);
  return { role: 'user', shape: low, parts: [{ kind: 'text', content }] };
}

function assistant(...ids: readonly string[]): Message {
  const calls = ids.map((id): Call => {
    const args = Content.whole(space, '{}', low);
    return { id, tool: 'search', declared: true, args, label: low };
  });
  return { role: 'assistant', text: Content.whole(space, '', low), calls, label: low };
}
