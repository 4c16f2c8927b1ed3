import { describe, expect, test } from 'vitest';
import { Content } from '../history/content.ts';
import type { Message } from '../history/message.ts';
import { fourPoint } from '../../test/paper-spaces.ts';
import { turnsOf } from './turns.ts';

const space = fourPoint();
const low = space.bottom;
const user: Message = { role: 'user', shape: low, parts: [] };

describe('results are joined to their calls', () => {
  test.each<[string, readonly Message[], readonly string[]]>([
    ['in order', [calls('a', 'b'), result('a'), result('b')], ['0:a 1:b']],
    ['out of order', [calls('a', 'b'), result('b'), result('a')], ['0:a 1:b']],
    ['late', [calls('a'), user, result('a')], ['0:a', 'user']],
    ['a call without a result', [calls('a', 'b'), result('b'), user], ['0:none 1:b', 'user']],
    ['a call at the end', [user, calls('a')], ['user', '0:none']],
    ['a result for no call', [user, result('a')], ['user']],
    ['a result before its call', [result('a'), calls('a')], ['0:none']],
    ['two results for one call', [calls('a'), result('a'), result('a')], ['0:a']],
    ['no calls', [calls(), user], ['', 'user']],
  ])('%s', (_, messages, expected) => {
    const turns = turnsOf(messages).turns.map((turn) =>
      turn.kind === 'prompt'
        ? turn.message.role
        : turn.results.map(({ call, message }) => `${call}:${message?.callId ?? 'none'}`).join(' '),
    );
    expect(turns).toEqual(expected);
  });
});

function result(callId: string): Message {
  return { role: 'tool', callId, shape: low, parts: [] };
}

function calls(...ids: readonly string[]): Message {
  const text = Content.whole(space, '', low);
  const args = Content.whole(space, '{}', low);
  return {
    role: 'assistant',
    text,
    label: low,
    calls: ids.map((id) => ({ id, tool: 'search', declared: true, args, label: low })),
  };
}
