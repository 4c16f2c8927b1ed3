import type { PlainMessage } from '@sluice/core';
import { expect, test } from 'vitest';
import { textOfMessage } from '../trace/recorder.ts';
import { contextView } from './as-context.ts';

const says = (role: 'system' | 'user', text: string): PlainMessage => {
  return { role, parts: [{ kind: 'text', text }] };
};
const found = (text: string): PlainMessage => {
  return { role: 'tool', callId: 'c', tool: 'look', parts: [{ kind: 'text', text }] };
};
const looks: PlainMessage = {
  role: 'assistant',
  text: '',
  calls: [{ id: 'c', tool: 'look', args: '{}' }],
};

test('results stand below the words that they answer, and calls nowhere', () => {
  const answer: PlainMessage = { role: 'assistant', text: 'It is A.', calls: [] };
  const messages = [says('system', 'S'), says('user', 'Q'), looks, found('A'), answer];
  const view = contextView({
    messages: [...messages, says('user', 'R'), looks, found('B')],
    tools: [],
  });
  expect(view.messages.map((each) => [each.role, textOfMessage(each)])).toEqual([
    ['system', 'S'],
    ['user', 'Q\n\nA'],
    ['assistant', 'It is A.'],
    ['user', 'R\n\nB'],
  ]);
});

test('a result after what the model has said is a turn of its own', () => {
  const spoken: PlainMessage = { ...looks, text: 'I look.' };
  const view = contextView({ messages: [says('user', 'Q'), spoken, found('A')], tools: [] });
  expect(view.messages.map(textOfMessage)).toEqual(['Q', 'I look.', 'A']);
});
