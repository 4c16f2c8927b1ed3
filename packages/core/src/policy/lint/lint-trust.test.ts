import { expect, test } from 'vitest';
import { linted, low } from '../../../test/linted-policy.ts';
import { proves } from '../../testing/proves.ts';
import { checkPolicy, printProblem } from '../load.ts';
import type { CallSource, PolicySource, ResultSource, ToolSource } from '../source.ts';
import { sourceWordIn } from './source-words.ts';
import { writeWordIn } from './write-words.ts';

const high = 'untrusted & nobody';

const honest: ToolSource = {
  result: { format: 'json', label: high },
  call: { ceiling: low },
};

async function codes(
  tools: Readonly<Record<string, ToolSource>>,
  more: Partial<PolicySource> = {},
): Promise<readonly string[]> {
  const named = Object.keys(tools).length > 0 ? tools : { quiet: honest };
  const problems = await checkPolicy(JSON.stringify({ ...linted, tools: named, ...more }));
  return problems.map(({ path, code }) => `${path} ${String(code)}`);
}

const ofResult = (result: Partial<ResultSource>): Promise<readonly string[]> =>
  codes({ read: { ...honest, effect: 'read', result: { format: 'json', label: low, ...result } } });

const ofTool = (tool: Partial<ToolSource>, name = 'mail'): Promise<readonly string[]> =>
  codes({ [name]: { ...honest, ...tool } });

test('a rule for commands that only read is no write', async () => {
  const call = (shell: readonly ('read' | 'readSecret' | 'write')[]): CallSource => ({
    ceiling: low,
    rules: [{ when: { command: { shell } }, ceiling: 'top' }],
  });
  const open = 'tools.mail.call.rules[0].ceiling write-unlimited';
  const codesOf = (one: CallSource): Promise<readonly string[]> =>
    codes({}, { tools: { mail: { ...honest, call: one } } });
  expect(await codesOf(call(['read', 'readSecret']))).not.toContain(open);
  expect(await codesOf(call(['read', 'write']))).toContain(open);
});

proves('policy/check-trust', async () => {
  const body = { path: '$[*].body', label: high };
  const at = 'tools.read.result';
  expect(await ofResult({ rules: [body] })).toEqual([`${at}.rules[0].label default-trusted`]);
  const inside = [
    { path: '$.meta', label: low },
    { path: '$.meta.note', label: high },
  ];
  expect(await ofResult({ label: high, shape: low, rules: inside })).toEqual([
    `${at}.rules[1].label default-trusted`,
  ]);
  for (const path of ['$.items[*]', '$[*][*]', '$.items']) {
    expect(await ofResult({ rules: [{ path, label: high }] }), path).toEqual([
      `${at}.rules[0].label default-trusted`,
    ]);
  }
  const spans = [{ pattern: 'COMMENT:.*', label: high }];
  const pasted = { label: low, spans: [{ pattern: '<q>.*?</q>', label: high }] };
  expect(await codes({}, { user: pasted })).toEqual(['user.spans[0] pattern-raises']);
  expect(await ofResult({ format: 'text', spans })).toEqual([`${at}.spans[0] pattern-raises`]);
  const failed = { label: high, failed: low };
  expect(await ofResult(failed)).toEqual([`${at}.failed failure-trusted`]);
  expect(await codes({}, { onViolation: 'log' })).toEqual(['onViolation only-logged']);
  expect(await ofTool({ onViolation: 'log' })).toEqual(['tools.mail.onViolation only-logged']);
  expect(await ofTool({ call: { ceiling: 'top' } })).toEqual([
    'tools.mail.call.ceiling write-unlimited',
  ]);
  expect(await ofTool({ effect: 'read' }, 'delete_mail')).toEqual([
    'tools.delete_mail.effect write-called-read',
  ]);
  expect(await codes({}, { answer: { ceiling: 'top', withLinks: 'top' } })).toEqual([
    'answer.withLinks links-unlimited',
  ]);
  expect(await codes({}, { answer: { acts: true, ceiling: 'top' } })).toEqual([
    'answer.ceiling write-unlimited',
  ]);
  for (const answer of [{ acts: true }, { acts: true, ceiling: low }]) {
    expect(await codes({}, { answer })).toEqual([]);
  }
});

test('what says the same with the strict label around has no warning', async () => {
  const id = { path: '$[*].id', label: low };
  expect(await ofResult({ label: high, shape: low, rules: [id] })).toEqual([]);
  expect(await ofResult({ label: low, rules: [] })).toEqual([]);
  expect(await ofResult({ label: high, failed: high })).toEqual([]);
  expect(await ofResult({ label: low, failed: low, because: 'its own words' })).toEqual([]);
  expect(await ofResult({ rules: [{ path: '$', label: high }] })).toEqual([]);
  expect(await ofResult({ rules: [{ path: '$..*', label: high }] })).toEqual([]);
  const inItems = [
    { path: '$.items', label: low },
    { path: '$.items[*]', label: high },
  ];
  expect(await ofResult({ label: high, shape: low, rules: inItems })).toEqual([]);
  const every = { path: '$[*]', label: high, shape: low };
  expect(await ofResult({ rules: [every, id] })).toEqual([]);
  const fence = [{ between: ['<quote>', '</quote>'] as const, label: high }];
  expect(await ofResult({ format: 'text', spans: fence })).toEqual([]);
  expect(await ofTool({})).toEqual([]);
  expect(await ofTool({ effect: 'read', call: { ceiling: 'top' } }, 'get_post')).toEqual([]);
  expect(await codes({}, { user: { label: low, spans: fence } })).toEqual([]);
});

test.each<[string, Partial<PolicySource>, string]>([
  [
    'a rule that only records',
    {
      tools: {
        pay: {
          ...honest,
          call: { ceiling: 'top', rules: [{ when: { a: 1 }, ceiling: low, onViolation: 'log' }] },
        },
      },
    },
    'tools.pay.call.rules[0].onViolation only-logged',
  ],
  [
    'an answer',
    { answer: { ...linted.answer, onViolation: 'log' } },
    'answer.onViolation only-logged',
  ],
  [
    'a field of an answer',
    { answer: { ...linted.answer, fields: [{ path: '$.a', ceiling: low, onViolation: 'log' }] } },
    'answer.fields[0].onViolation only-logged',
  ],
  [
    'a search that is trusted',
    { providerTools: { web_search: { ceiling: low, result: low } } },
    'providerTools.web_search.result search-trusted',
  ],
  [
    'a search that is trusted, whoever may read it',
    {
      providerTools: {
        web_search: { ceiling: 'trusted & nobody', result: 'trusted & readers{ann}' },
      },
    },
    'providerTools.web_search.result search-trusted',
  ],
  ['any second model', { models: { '*': { judge: 'top' } } }, 'models.*.judge judge-unlimited'],
  [
    'a span of a turn that lowers',
    { user: { label: high, spans: [{ pattern: 'x', label: low, endorse: { because: 'y' } }] } },
    'user.spans[0] span-lowers',
  ],
  [
    'a span of a turn that lowers nothing',
    { system: { label: high, spans: [{ pattern: 'x', label: low }] } },
    'system.spans[0] span-idle',
  ],
  [
    'a write at a word that strangers choose',
    {
      tools: {
        mail: {
          ...honest,
          call: { ceiling: low, rules: [{ when: { to: { matches: '.+' } }, ceiling: 'top' }] },
        },
      },
    },
    'tools.mail.call.rules[0].ceiling write-unlimited',
  ],
  [
    'a list of what is denied',
    {
      tools: { mail: { ...honest, call: { ceiling: low, arguments: { to: { deny: ['eve'] } } } } },
    },
    'tools.mail.call.arguments.to.deny list-holds-back',
  ],
])('%s is warned of', async (_, more, wanted) => {
  expect(await codes({}, more)).toContain(wanted);
});

proves('policy/check-trust', async () => {
  const names = ['to', 'cc', 'bcc_addresses', 'body'];
  const parameters = { properties: Object.fromEntries(names.map((name) => [name, {}])) };
  const declared = [{ name: 'mail', description: '', parameters }];
  const warned = async (call: CallSource, tools = declared): Promise<readonly string[]> => {
    const policy = { ...linted, tools: { mail: { ...honest, call } } };
    const problems = await checkPolicy(JSON.stringify(policy), { tools });
    return problems.flatMap(({ path, code, message }) =>
      code === 'readers-unread' ? [`${path} ${message.split(' may ')[0] ?? ''}`] : [],
    );
  };
  const open = { ceiling: 'trusted', readersFrom: ['to'] };
  const at = 'tools.mail.call';
  expect(await warned(open)).toEqual([`${at}.readersFrom \`cc\`, \`bcc_addresses\``]);
  const ruled = { ceiling: low, rules: [{ ...open, when: { to: 'ann' } }] };
  expect(await warned(ruled)).toEqual([`${at}.rules[0].readersFrom \`cc\`, \`bcc_addresses\``]);
  expect(await warned({ ...open, schema: parameters }, [])).toHaveLength(1);
  expect(await warned({ ...open, readersFrom: ['to', '$.cc[*].email', 'bcc_addresses'] })).toEqual(
    [],
  );
  const listed = { cc: { allow: ['ann'], optional: true }, bcc_addresses: { allow: ['ann'] } };
  expect(await warned({ ...open, arguments: listed })).toEqual([]);
  expect(await warned({ ceiling: low })).toEqual([]);
  expect(await warned(open, [])).toEqual([]);
});

test('a write that names what may be asked for by anybody is not', async () => {
  const rules = [
    { when: { dryRun: true }, ceiling: 'top' },
    { when: { file: { exists: false } }, ceiling: 'top' },
    { when: { amount: { atMost: 0 } }, ceiling: 'top' },
  ];
  expect(await ofTool({ call: { ceiling: low, rules } })).toEqual([]);
});

test.each([
  ['send_mail', 'send'],
  ['deleteMail', 'delete'],
  ['slack_post_message', 'post'],
  ['GITHUB_CREATE_ISSUE', 'create'],
  ['createPR', 'create'],
  ['exec', 'exec'],
  ['files.write', 'write'],
  ['execute-sql', 'execute'],
  ['mcp__bank__pay', 'pay'],
  ['mcp__call__read_file', undefined],
  ['mcp__call__delete__read', 'delete'],
  ['fetch_and_delete', 'delete'],
  ['searchThenReplace', 'replace'],
  ['bash', 'bash'],
  ['sendmail', 'sendmail'],
  ['read_write', 'write'],
  ['list_purge', 'purge'],
  ['get_then_email', 'email'],
  ['check_out_book', 'checkout'],
  ['getReportAndMarkIt', 'mark'],
  ['find_user_by_email', undefined],
  ['lookUpOrder', undefined],
  ['find_and_list', undefined],
  ['get_shell_history', undefined],
  ['terms_and_conditions', undefined],
  ['get_post', undefined],
  ['listRuns', undefined],
  ['list_commits', undefined],
  ['read_message', undefined],
  ['search_orders', undefined],
  ['fetch', undefined],
  ['directory_tree', undefined],
  ['postal_code', undefined],
  ['setting', undefined],
  ['', undefined],
])('%s is named like the write %s', (name, word) => {
  expect(writeWordIn(name)).toBe(word);
});

proves('policy/check-trust', async () => {
  const ofSource = (name: string, tool: Partial<ToolSource>, more: Partial<PolicySource> = {}) =>
    codes({ [name]: { ...honest, effect: 'read', ...tool } }, more);
  const text = { format: 'text', label: low } as const;
  const at = 'tools.read_mail.result.label source-trusted';
  expect(await ofSource('read_mail', { result: text })).toEqual([at]);
  const secret = { ...text, label: 'trusted & readers{ann@acme.example}' };
  expect(await ofSource('read_mail', { result: secret })).toEqual([at]);
  expect(await ofSource('read_mail', { result: { ...text, label: high } })).toEqual([]);
  const reasoned = { ...text, because: 'only our own staff can write to it' };
  expect(await ofSource('read_mail', { result: reasoned })).toEqual([]);
  expect(await ofSource('read_mail', { result: { ...text, because: 'TODO' } })).toEqual([at]);
  const body = { path: '$[*].body', label: high };
  const ruled = { format: 'json', label: low, rules: [body] } as const;
  expect(await ofSource('read_mail', { result: ruled })).toEqual([
    'tools.read_mail.result.rules[0].label default-trusted',
  ]);
  // Nothing is said of trust here at all.
  const lattice = { confidentiality: { readers: 'any' } } as const;
  const call = { ceiling: 'everyone' };
  const readersOnly = { call, result: { format: 'text', label: 'everyone' } } as const;
  expect(await ofSource('read_mail', readersOnly, { lattice })).toEqual([]);
});

test('what a tool says of itself tells a source of strangers too', async () => {
  const result = { format: 'text', label: low } as const;
  const warned = async (description: string, tool: Partial<ToolSource> = {}) => {
    const newest: ToolSource = { effect: 'read', call: { ceiling: low }, result, ...tool };
    const tools = [{ name: 'newest', description, parameters: {} }];
    const policy = JSON.stringify({ ...linted, tools: { newest } });
    const problems = await checkPolicy(policy, { tools });
    return problems.flatMap(({ code, message }) => (code === 'source-trusted' ? [message] : []));
  };
  expect(await warned('Returns the newest messages of a channel.')).toEqual([
    '`newest` is described like what strangers write to (`messages`), and is trusted',
  ]);
  expect(await warned('Notes by third parties.')).toHaveLength(1);
  expect(await warned('Returns the newest order.')).toEqual([]);
  expect(await warned('Returns the newest messages.', { effect: 'write' })).toEqual([]);
  const reasoned = { ...result, because: 'only our own staff can write to it' };
  expect(await warned('Returns the newest messages.', { result: reasoned })).toEqual([]);
});

test.each([
  ['read_issue', 'issue'],
  ['read_mail', 'mail'],
  ['getUnreadEmails', 'emails'],
  ['issue_read', 'issue'],
  ['list_pull_requests', 'pr'],
  ['get_emails_content', 'emails'],
  ['mcp__github__get_issue_comments', 'comments'],
  ['get_rating_reviews_for_hotels', 'reviews'],
  ['web_search', 'web'],
  ['search', 'search'],
  ['fetch', 'fetch'],
  ['fetch_url', 'url'],
  ['read_inbox', 'inbox'],
  ['read_channel', 'channel'],
  ['list_channels', undefined],
  ['get_chat_history', 'chat'],
  ['get_conversations', 'conversations'],
  ['send_mail', undefined],
  ['comment_on_issue', undefined],
  ['issue_refund', undefined],
  ['get_sent_emails', undefined],
  ['search_contacts_by_email', undefined],
  ['list_email_tags', undefined],
  ['get_page_count', undefined],
  ['search_orders', undefined],
  ['read_file', undefined],
  ['mcp__mail__list_folders', undefined],
  ['', undefined],
])('of %s it is said that strangers write to its %s', (name, word) => {
  expect(sourceWordIn(name, { isRead: false })).toBe(word);
});

test('a name that may be a verb counts where the policy calls the tool a read', () => {
  expect(sourceWordIn('inbox', { isRead: false })).toBeUndefined();
  expect(sourceWordIn('inbox', { isRead: true })).toBe('inbox');
});

test('a warning says its code, and every warning has one', async () => {
  const text = JSON.stringify({ ...linted, tools: { pay: {} }, unlabelled: 'bottom' });
  const problems = await checkPolicy(text, {
    tools: [{ name: 'x', description: '', parameters: {} }],
  });
  expect(problems.length).toBeGreaterThan(3);
  for (const problem of problems) {
    expect(problem.code).toBeDefined();
    expect(printProblem(problem)).toContain(`[${String(problem.code)}]`);
  }
});
