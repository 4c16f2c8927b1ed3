import { expect, test } from 'vitest';
import type { PlainMessage } from '../../history/plain.ts';
import { KnownTurns } from './handed-in.ts';

const turn = (role: 'system' | 'user', text: string): PlainMessage => {
  return { role, parts: [{ kind: 'text', text }] };
};
const system = turn('system', 'Be kind.');
const first = turn('user', 'Read my mail.');
const next = turn('user', 'Pay Bob.');
const answer: PlainMessage = { role: 'assistant', text: 'Done.', calls: [] };

test.each<[string, readonly PlainMessage[], boolean]>([
  ['the known prompt and one new turn', [system, next], true],
  ['one new turn', [next], true],
  ['the first turn again', [system, first], false],
  ['a turn more', [system, first, answer, next], false],
  ['another system prompt, which may hold a summary', [turn('system', 'So far: ...'), next], false],
  ['a summary and a turn', [system, turn('user', 'So far: ...'), next], false],
  ['an answer and a turn', [answer, next], false],
])('%s: begins a second conversation: %s', (_, messages, begins) => {
  const turns = new KnownTurns();
  expect(() => turns.check(messages)).not.toThrow();
  turns.add([system, first]);
  const check = expect.soft(() => turns.check(messages));
  (begins ? check : check.not).toThrow('a second conversation');
});
