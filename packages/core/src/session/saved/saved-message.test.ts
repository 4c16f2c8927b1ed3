import { expect, test } from 'vitest';
import { Content } from '../../history/content.ts';
import { Opaque, type Message } from '../../history/message.ts';
import { fourPoint } from '../../../test/paper-spaces.ts';
import { loadMessage, saveMessage } from './saved-message.ts';

const space = fourPoint();
const label = space.parse('untrusted & private');
const parts = [
  { kind: 'text' as const, content: Content.whole(space, 'No.', label) },
  { kind: 'opaque' as const, mediaType: 'image/png', data: new Opaque('AA=='), label },
];
const result: Message = { role: 'tool', callId: 'a', parts, shape: label };

test.each<[string, Message]>([
  ['a turn', { role: 'user', parts, shape: space.bottom }],
  ['a result', result],
  ['a result that failed', { ...result, failed: true }],
  [
    'a generation',
    { role: 'assistant', text: Content.whole(space, 'Hi.', label), calls: [], label },
  ],
])('%s is the same after it was saved', (_, message) => {
  const saved: unknown = JSON.parse(JSON.stringify(saveMessage(message)));
  const loaded = loadMessage(space, saved);
  expect(saveMessage(loaded)).toEqual(saveMessage(message));
  expect(Object.keys(loaded).toSorted()).toEqual(Object.keys(message).toSorted());
});

test('a mark that is none cannot be read', () => {
  const saved = { ...saveMessage(result), failed: 'yes' };
  expect(() => loadMessage(space, saved)).toThrow('cannot be read');
});
