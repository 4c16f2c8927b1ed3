import { checkPolicy, loadPolicy } from '@sluice/core';
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
  const comment = text.match(/^ {2}# .*$/gm)?.join('\n') ?? '';
  expect(comment).toContain('`staged: true`');
  expect(comment.includes('`untrusted & nobody`')).toBe(dimensions === 'readers');
  const [, raised = ''] = /(body: \{ form: text.*?\})/.exec(comment) ?? [];
  const written = text.replace('{ body: text }', `{ ${raised} }`);
  expect(written).not.toBe(text);
  expect((await checkPolicy(written)).filter(({ severity }) => severity === 'error')).toEqual([]);
});

test.each(['integrity', 'readers'] as const)(
  'a comment says what could be written where a person is asked, and that loads: %s',
  async (dimensions) => {
    const tool = (name: string, names: readonly string[]) => {
      const properties = Object.fromEntries(names.map((each) => [each, string]));
      const parameters = { type: 'object', properties };
      return { name, where: 'tools.json', parameters, hints: {}, from: 'own' } as const;
    };
    const tools = [
      tool('close_shop', []),
      tool('send_email', ['to', 'subject', 'body', 'x\n  pay: 1 #']),
      tool('refund_order', ['amount']),
      tool('add_comment', ['issue', 'comment']),
    ];
    const parts = { packed: [], unknown: [], toolNames: 'plain', holder: [] } as const;
    const text = policyText({ ...parts, acting: 'ask', dimensions, tools });
    expect(text.match(/`staged: true`/g)).toHaveLength(1);
    expect(text.match(/^ {2}# {3}rules: .*when: \{ to: VALUE \}/gm)).toHaveLength(1);
    expect(text).toMatch(
      /or, as said above: call: \{ .*data: \{ comment: text \} \}\n {2}add_comment:/,
    );
    const [, call = ''] = /^ {2}# {3}call: (.*)$/m.exec(text) ?? [];
    const [, rules = ''] = /^ {2}# {3}(rules: .*)$/m.exec(text) ?? [];
    const whole = `call: ${call.replace('{', `{ ${rules},`)} }`;
    const written = text.replace(/(send_email: \{ .*) \}/, `$1, ${whole}`);
    expect(written).not.toBe(text);
    expect((await checkPolicy(text)).concat(await checkPolicy(written))).toEqual([]);
    const policy = await loadPolicy(written);
    expect(policy.ruleCall('send_email', '{"to":"a","subject":"b","body":"c"}').kind).toBe(
      'ceiling',
    );
  },
);
