import { describe, expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import type { CaseSource } from './case-source.ts';
import { testPolicy } from './cases.ts';
import { diffPolicies } from './diff/diff.ts';
import { checkPolicy, definePolicy } from './load.ts';
import type { CallSource, PolicySource, ResultSource, ToolSource } from './source.ts';

const lattice: PolicySource['lattice'] = {
  integrity: { chain: ['trusted', 'untrusted'] },
  confidentiality: { readers: 'any' },
};
const answer = { ceiling: 'top', withLinks: 'trusted & everyone' } as const;
const low = 'trusted & everyone';
const middle = 'untrusted & everyone';
const high = 'untrusted & nobody';

function policyOf(tools: Readonly<Record<string, ToolSource>>): PolicySource {
  return { version: 1, lattice, onViolation: 'ask', answer, tools };
}

const body = { form: 'text', ceiling: 'untrusted', writes: 'sent' } as const;
const subject = { form: 'line', ceiling: 'untrusted', writes: 'sent' } as const;

/** The ceiling of the call and those of its data. */
async function ceilingsOf(
  call: Partial<CallSource>,
  args: unknown,
): Promise<Readonly<Record<string, string>>> {
  const send = { call: { ceiling: low, data: { body, subject }, ...call } };
  const policy = await definePolicy(policyOf({ send }));
  const ruling = policy.ruleCall('send', JSON.stringify(args));
  if (ruling.kind !== 'ceiling') return { '': ruling.kind };
  const data = Object.entries(ruling.perArgument).map(([name, { text }]) => [name, text]);
  return { '': ruling.ceiling.text, ...Object.fromEntries(data) };
}

proves('policy/data-ceilings', async () => {
  const of = (args: unknown, call: Partial<CallSource> = {}) => ceilingsOf(call, args);
  const free = { to: 'ann', body: 'Hello', subject: 'Hi' };
  expect(await of(free)).toEqual({ '': low, body: middle, subject: middle });
  // Of what is not given, nothing is said; other spellings are other arguments.
  expect(await of({ to: 'ann', Body: 'x', body: null })).toEqual({ '': low });
  expect(await of({ body: 'see https://a.example/x', subject: '@ann' })).toEqual({
    '': low,
    body: low,
    subject: low,
  });
  expect(await of({ body: ['x'], subject: 'a\nBcc: eve' })).toEqual({
    '': low,
    body: low,
    subject: low,
  });
  // Without a ceiling of its own, an argument has the call's.
  const plain: Partial<CallSource> = { data: { body: 'text' } };
  expect(await of(free, plain)).toEqual({ '': low, body: low });
  // Only the named dimensions are replaced: the readers that are computed stay.
  const computed: Partial<CallSource> = { ceiling: 'trusted', readersFrom: ['to'] };
  expect(await of({ to: ['ann'], body: 'Hello' }, computed)).toEqual({
    '': 'trusted & readers{ann}',
    body: 'untrusted & readers{ann}',
  });
  // A call that nothing is known of has no ceiling for its data either.
  const unknown: Partial<CallSource> = { rules: [{ when: { n: { atMost: 3 } }, ceiling: high }] };
  expect(await of({ n: 'x', body: 'Hello' }, unknown)).toEqual({ '': low });
});

test('a call with one label is held against all its ceilings', async () => {
  const send: ToolSource = {
    call: { ceiling: high, data: { body: { form: 'text', ceiling: 'trusted' } } },
  };
  const cases: readonly CaseSource[] = [
    { call: { tool: 'send', args: { to: 'ann' } }, label: middle, expect: 'allow' },
    { call: { tool: 'send', args: { body: 'x' } }, label: middle, expect: 'ask' },
  ];
  const policy = await definePolicy(policyOf({ send }));
  const outcomes = testPolicy(policy, cases).map(({ differences }) => differences);
  expect(outcomes).toEqual([[], []]);
});

proves('policy/data-conditions', async () => {
  const rules: CallSource['rules'] = [{ when: { body: 'Hello' }, ceiling: middle }];
  expect(await ceilingsOf({ rules }, { body: 'Hello' })).toMatchObject({ '': low });
  const lowers: CallSource['rules'] = [{ when: { body: 'Hello' }, ceiling: low }];
  const call = { ceiling: middle, rules: lowers };
  expect(await ceilingsOf(call, { body: 'Hello' })).toMatchObject({ '': low });
  expect(await ceilingsOf(call, { body: 'Bye' })).toMatchObject({ '': middle });
  const wild: CallSource['rules'] = [{ when: { '$[*]': 'Hello' }, ceiling: middle }];
  expect(await ceilingsOf({ rules: wild }, { body: 'Hello' })).toMatchObject({ '': low });
  // Of a condition on a control argument the ceiling replaces the other, as without data.
  const control: CallSource['rules'] = [{ when: { to: 'ann' }, ceiling: middle }];
  expect(await ceilingsOf({ rules: control }, { to: 'ann' })).toMatchObject({ '': middle });
  for (const readersFrom of [['body'], ['$.body[*]'], ['$[*]'], ['$..to']]) {
    const source = policyOf({
      send: { call: { ceiling: 'trusted', readersFrom, data: { body } } },
    });
    await expect(definePolicy(source)).rejects.toThrow('is data, so it cannot say who reads');
  }
});

async function mistakes(source: PolicySource): Promise<readonly string[]> {
  const problems = await checkPolicy(JSON.stringify(source));
  return problems.filter(({ severity }) => severity === 'error').map(({ path }) => path);
}

async function mistakesOf(
  result: ResultSource,
  call: Partial<CallSource> = {},
  more: Partial<ToolSource> = {},
): Promise<readonly string[]> {
  const send: ToolSource = { call: { ceiling: low, data: { body, subject }, ...call }, ...more };
  return mistakes(policyOf({ send, outbox: { effect: 'read', result } }));
}

proves('policy/stores', async () => {
  const outbox = { format: 'json', reads: 'sent' } as const;
  const at = 'tools.outbox.result';
  expect(await mistakesOf({ ...outbox, label: middle })).toEqual([]);
  expect(await mistakesOf({ ...outbox, label: low })).toEqual([`${at}.label`]);
  expect(await mistakesOf({ ...outbox, reads: [], label: low })).toEqual([]);
  expect(await mistakesOf({ ...outbox, label: middle, failed: low })).toEqual([`${at}.failed`]);
  const rule = { path: '$[*].id', label: low };
  expect(await mistakesOf({ ...outbox, label: middle, rules: [rule] })).toEqual([
    `${at}.rules[0].label`,
  ]);
  const other = { ...rule, reads: [] };
  expect(await mistakesOf({ ...outbox, label: middle, rules: [other] })).toEqual([]);
  const own = { ...rule, reads: ['sent'] };
  expect(await mistakesOf({ format: 'json', label: low, rules: [own] })).toHaveLength(1);
  const part = { path: '$[*].b', label: middle, reads: 'sent' };
  const parts = { format: 'json', label: middle, rules: [part] } as const;
  expect(await mistakesOf({ ...parts, failed: middle })).toEqual([]);
  expect(await mistakesOf({ ...parts, failed: low })).toEqual([`${at}.failed`]);
  // Number and order too.
  expect(await mistakesOf({ ...outbox, label: middle, shape: low, because: 'x' })).toEqual([
    `${at}.shape`,
  ]);
  const list = { path: '$[*]', label: middle, shape: low, because: 'x' };
  expect(await mistakesOf({ ...outbox, label: middle, rules: [list] })).toEqual([
    `${at}.rules[0].shape`,
  ]);
  // The fields of an item say who may read what an argument of the call had let somebody read.
  const toWhom = { path: '$[*].body', label: 'untrusted', readersFrom: ['$[*].to'] };
  const sent = { ...outbox, label: high, rules: [toWhom] };
  const byReaders = { ceiling: 'trusted', readersFrom: ['to'] } as const;
  expect(await mistakesOf(sent, byReaders)).toEqual([]);
  const secret = { ...body, ceiling: 'untrusted & nobody' } as const;
  expect(await mistakesOf(sent, { data: { body: secret } })).toEqual([`${at}.rules[0].label`]);
  // Rules, links and `log` mode count with what they let through.
  const rules: CallSource['rules'] = [{ when: { to: 'ann' }, ceiling: high }];
  expect(await mistakesOf({ ...outbox, label: middle }, { rules })).toEqual([`${at}.label`]);
  expect(await mistakesOf({ ...outbox, label: middle }, {}, { onViolation: 'log' })).toEqual([
    `${at}.label`,
  ]);
  // `writes` of the call counts for each argument.
  const whole = { ceiling: middle, data: {}, writes: 'sent' } as const;
  expect(await mistakesOf({ ...outbox, label: low }, whole)).toEqual([`${at}.label`]);
  // Data with a ceiling above the call's says where it is read back, or why nowhere.
  const kept = 'tools.send.call.data.body';
  const withBody = (data: object) =>
    mistakes(policyOf({ send: { call: { ceiling: low, data: { body: data } as never } } }));
  expect(await withBody({ form: 'text', ceiling: 'untrusted' })).toEqual([kept]);
  expect(await withBody({ form: 'text', withLinks: 'untrusted' })).toEqual([kept]);
  expect(await withBody({ form: 'text', ceiling: 'untrusted', writes: [] })).toEqual([kept]);
  const because = 'the tracker keeps it';
  expect(await withBody({ form: 'text', ceiling: 'untrusted', writes: [], because })).toEqual([]);
  expect(await withBody({ form: 'text', ceiling: 'unreliable', writes: 'a' })).toEqual([
    `${kept}.ceiling`,
  ]);
  expect(await withBody({ form: 'markdown' })).toHaveLength(1);
});

test('check warns of roles that look wrong and of stores that nobody uses', async () => {
  const call = { ceiling: low, data: { body, to: 'line', html: 'text', note: 'text' } } as const;
  const tools = [
    {
      name: 'send',
      description: '',
      parameters: {
        type: 'object',
        properties: {
          body: { type: 'string' },
          to: { type: 'string' },
          html: { type: 'string', enum: ['a'] },
        },
      },
    },
  ];
  const send: ToolSource = {
    result: { format: 'json', label: high, reads: ['drafts'] },
    call,
  };
  const problems = await checkPolicy(JSON.stringify(policyOf({ send })), { tools });
  expect(problems.map(({ code, path }) => `${String(code)} ${path}`).toSorted()).toEqual([
    'argument-unknown tools.send.call.data.note',
    'data-idle tools.send.call.data.body',
    'data-idle tools.send.call.data.html',
    'data-idle tools.send.call.data.note',
    'data-idle tools.send.call.data.to',
    'role-control tools.send.call.data.html',
    'role-control tools.send.call.data.to',
    'store-idle tools.send.call',
    'store-idle tools.send.result.reads',
  ]);
});

describe('check warns of data for which labels per argument spare no question', () => {
  const said = { ...body, writes: [], because: 'Nobody reads it.' };
  const idle = async (call: CallSource, label: string, more: Partial<PolicySource> = {}) => {
    const read: ToolSource = {
      effect: 'read',
      call: { ceiling: high },
      result: { format: 'text', label },
    };
    const send: ToolSource = { call, result: { format: 'text', label } };
    const source = { ...policyOf({ list_mail: read, send }), ...more };
    const problems = await checkPolicy(JSON.stringify(source));
    return problems.flatMap(({ code, path }) => (code === 'data-idle' ? [path] : []));
  };

  test('one with the ceiling of its call beside one above it', async () => {
    const data = { body: said, subject: 'line', title: { ...said, form: 'line' } } as const;
    expect(await idle({ ceiling: low, data }, middle)).toEqual(['tools.send.call.data.subject']);
    expect(await idle({ ceiling: low, data: { subject: 'line' } }, middle)).toEqual([]);
    // Readers that an argument computes may be fewer than those that the data names.
    const named = { ...said, form: 'line', ceiling: 'trusted & nobody' } as const;
    const computed = {
      ceiling: 'trusted',
      readersFrom: ['to'],
      data: { body: said, subject: named },
    };
    expect(await idle(computed, middle)).toEqual([]);
    // A rule may lower the ceiling of the call below that of the argument.
    const rules = [{ when: { to: 'eve' }, ceiling: low }];
    const kept = { ...said, form: 'line', ceiling: 'untrusted' } as const;
    expect(
      await idle({ ceiling: middle, rules, data: { body: said, subject: kept } }, middle),
    ).toEqual([]);
  });

  test('one whose ceiling is below every label that is not within the call’s', async () => {
    const one = 'tools.send.call.data.body';
    const call: CallSource = { ceiling: low, data: { body: said } };
    expect(await idle(call, high)).toEqual([one]);
    expect(await idle(call, low)).toEqual([one]);
    expect(await idle(call, middle)).toEqual([]);
    expect(await idle(call, high, { user: { label: middle } })).toEqual([]);
    const providerTools = { web_search: { ceiling: low, result: middle } };
    expect(await idle(call, high, { providerTools })).toEqual([]);
    const opened: CallSource = { ceiling: low, data: { body: { ...said, ceiling: high } } };
    expect(await idle(opened, high)).toEqual([]);
  });

  test('of readers that a result computes nothing is known', async () => {
    const rules = [{ path: '$[*].body', label: 'untrusted', readersFrom: ['$[*].to'] }] as const;
    const read: ToolSource = { result: { format: 'json', label: high, rules } };
    const send: ToolSource = { call: { ceiling: low, data: { body: said } }, result: read.result };
    const problems = await checkPolicy(JSON.stringify(policyOf({ send })));
    expect(problems.filter(({ code }) => code === 'data-idle')).toEqual([]);
  });
});

test('a change of roles or of stores is told by a comparison', async () => {
  const result: ResultSource = { format: 'json', label: middle, reads: 'sent' };
  const of = (call: CallSource, more: Partial<ResultSource> = {}) =>
    definePolicy(policyOf({ send: { call, result: { ...result, ...more } } }));
  const before = await of({ ceiling: low });
  const after = await of({ ceiling: low, data: { body } }, { reads: [] });
  expect(diffPolicies(before, after).loosened).toEqual([
    '`body` of send is data now: it is judged apart from the rest of the call',
    'results of send read other stores',
  ]);
  expect(diffPolicies(after, after).loosened).toEqual([]);
  const strict = { form: 'text', ceiling: 'trusted' } as const;
  const held = await of({ ceiling: middle, data: { body: strict }, writes: 'sent' });
  expect(diffPolicies(held, await of({ ceiling: middle })).loosened).toEqual([
    '`body` of send is no longer data, so the ceiling of the call counts',
    'calls of send write to other stores',
  ]);
});
