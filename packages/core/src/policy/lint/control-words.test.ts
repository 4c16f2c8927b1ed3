import { expect, test } from 'vitest';
import { controlSign } from './control-words.ts';

test.each([
  'body',
  'email_body',
  'userMessage',
  'issue_comment',
  'event_description',
  'group-note',
])('%s is text for people', (name) => {
  expect(controlSign('send_mail', name)).toBeUndefined();
});

test.each([
  ['recipient_email', 'recipient'],
  ['message_id', 'id'],
  ['body_url', 'url'],
  ['channel_name', 'channel'],
  // Whatever its last word is, an interpreter acts on it.
  ['query_text', 'query'],
  ['sqlContent', 'sql'],
  ['prompt_body', 'prompt'],
  ['destination', 'destination'],
  ['listNames', 'names'],
])('%s is named like an argument that is acted on', (name, word) => {
  expect(controlSign('send_mail', name)).toContain(`\`${word}\``);
});

test.each([
  ['delete_note', 'which', 'delete'],
  ['moveCard', 'after', 'move'],
])('%s acts on what `%s` names', (tool, name, word) => {
  expect(controlSign(tool, name)).toContain(`\`${word}\``);
  expect(controlSign(tool, 'comment')).toBeUndefined();
});
