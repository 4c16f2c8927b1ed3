import { chatTemplate } from '@sluice/local';
import { expect, test } from 'vitest';
import { keyValueQuestions } from '../kv/key-value.ts';
import { twoLevel } from '../lattices.ts';
import { type Chat, chatMl, type Conversation, turnsIn } from './chat.ts';
import { contextOf, kvForm } from './prompts.ts';

const conversation: Conversation = {
  system: 'Be brief.',
  examples: [{ user: 'One?', assistant: '1.' }],
  before: 'Here:\n',
  after: 'Two?',
};

/** No system turn, and a first token of its own. */
const other: Chat = chatTemplate({
  model: 'other',
  source: `{% for m in messages %}{% if m.role == 'system' %}{{ raise_exception('no') }}{% endif %}\
[{{ m.role }}]{{ m.content }}{% endfor %}[assistant]`,
  bos: '<s>',
  beginsWithBos: true,
});

test.each<[string, Chat, string, string]>([
  [
    'ChatML',
    chatMl,
    '<|im_start|>system\nBe brief.<|im_end|>\n<|im_start|>user\nOne?<|im_end|>\n' +
      '<|im_start|>assistant\n1.<|im_end|>\n<|im_start|>user\n',
    '<|im_end|>\n<|im_start|>assistant\n',
  ],
  ['another template', other, '<s>[user]Be brief.\n\nOne?[assistant]1.[user]', '[assistant]'],
])('a conversation is rendered by the model’s own template: %s', (...row) => {
  const [, chat, opening, closing] = row;
  expect(turnsIn(chat, conversation)).toEqual({
    before: [
      { kind: 'template', text: opening },
      { kind: 'question', text: 'Here:\n' },
    ],
    after: [
      { kind: 'question', text: 'Two?' },
      { kind: 'template', text: closing },
    ],
  });
});

test('the questions of a data set are asked in the chat of the model', () => {
  const [question] = keyValueQuestions(1);
  if (question === undefined) throw new Error('there is no question');
  const lattice = twoLevel();
  const { parts } = contextOf(kvForm.inChat(other), lattice, question).promptAt(lattice.space.top);
  const text = parts.map((part) => part.text).join('');
  expect(text.startsWith('<s>[user]')).toBe(true);
  expect(text).not.toContain('<|im_');
});
