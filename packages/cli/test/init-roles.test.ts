import { checkPolicy } from '@sluice/core';
import { expect, test } from 'vitest';
import { dataIn } from '../src/init/draft/role.ts';
import { policyText } from '../src/init/policy-text.ts';

const string = { type: 'string' };

function dataOf(name: string, properties: object): Readonly<Record<string, string>> {
  const guesses = dataIn({ name, parameters: { type: 'object', properties } });
  return Object.fromEntries(guesses.map((guess) => [guess.name, guess.form]));
}

test.each<[string, object, object]>([
  ['send_email', { to: string, subject: string, body: string }, { subject: 'line', body: 'text' }],
  ['SlackPostMessage', { channel: string, messageText: string }, { messageText: 'text' }],
  [
    'create_event',
    { title: string, description: string, start: string, attendees: string },
    {
      title: 'line',
      description: 'text',
    },
  ],
  ['add_comment', { comment: { type: 'string', maxLength: 500 } }, { comment: 'text' }],
  // A part of a name says nothing.
  ['send_email', { message_id: string, content_type: string, body_html: string }, {}],
  // Free text alone.
  ['send_email', { body: { type: 'array', items: string }, text: { enum: ['a'] }, note: {} }, {}],
  ['send_email', { body: { type: 'string', format: 'uri' } }, {}],
  ['send_email', { body: { type: 'string', description: 'The HTML of the mail' } }, {}],
  ['send_email', { body: { type: 'string', pattern: '^a$' } }, {}],
  // Tools on whose text something acts.
  ['write_file', { content: string }, {}],
  ['run_query', { text: string }, {}],
  ['ask_agent', { message: string }, {}],
  ['git_commit', { message: string }, {}],
  ['trigger_workflow', { description: string }, {}],
  ['browser_fill', { text: string }, {}],
])('the data of %s %j', (name, properties, data) => {
  expect(dataOf(name, properties)).toEqual(data);
});

test.each(['integrity', 'readers'] as const)('a draft with roles loads: %s', async (dimensions) => {
  const text = policyText({
    packed: [],
    unknown: [],
    toolNames: 'plain',
    holder: [],
    acting: 'own-words',
    dimensions,
    tools: [
      {
        name: 'send_email',
        where: 'tools.json',
        parameters: { type: 'object', properties: { to: string, body: string } },
        hints: {},
        from: 'own',
      },
    ],
  });
  expect(text).toContain('call: { data: { body: text } }');
  expect(await checkPolicy(text)).toEqual([]);
});
