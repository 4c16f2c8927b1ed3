import { expect, test } from 'vitest';
import { high, linted, low, plainResult, warningsOf } from '../../../test/linted-policy.ts';
import { checkPolicy } from '../load.ts';
import type { CallSource } from '../source.ts';

const ofCall = (call: CallSource): Promise<string[]> =>
  warningsOf({ mail: { result: plainResult, call } });

test.each<[string, CallSource, string]>([
  [
    'a rule within a stricter one',
    {
      ceiling: 'top',
      rules: [
        { name: 'narrow', when: { to: 'ann', amount: { atMost: 5 } }, ceiling: 'top' },
        { name: 'wide', when: { amount: { atMost: 9 } }, ceiling: low },
      ],
    },
    'rules[0]: `narrow` changes nothing: `wide`',
  ],
  [
    'twice the same, in other words',
    {
      ceiling: low,
      rules: [
        { name: 'one', when: { to: 'ann' }, ceiling: high },
        { name: 'two', when: { '$.to': { in: ['ann'] } }, ceiling: high },
      ],
    },
    'rules[1]: `two` changes nothing: `one`',
  ],
  [
    'a condition that cannot hold',
    { ceiling: 'top', rules: [{ when: { to: { exists: false, in: ['a'] } }, ceiling: low }] },
    'rules[0].when.to: this rule can never hold',
  ],
  [
    'the ceiling again',
    { ceiling: low, rules: [{ name: 'same', when: { to: 'ann' }, ceiling: low }] },
    'rules[0]: `same` changes nothing: its ceiling is the one beside `rules`',
  ],
  [
    'the ceiling and its readers again',
    {
      ceiling: 'trusted',
      readersFrom: ['to'],
      rules: [{ when: { n: 1 }, ceiling: 'trusted', readersFrom: ['$.to'] }],
    },
    'changes nothing: its ceiling',
  ],
  [
    'a value that is both allowed and denied',
    { ceiling: 'top', arguments: { to: { allow: ['a'], deny: ['a'] } } },
    'arguments.to: no value of `to` keeps these bounds, so no call can ever pass',
  ],
  [
    'bounds of a number that exclude each other',
    { ceiling: 'top', arguments: { n: { atLeast: 5, atMost: 1, optional: true } } },
    'arguments.n: no value of `n` keeps these bounds, so only calls without it can pass',
  ],
  [
    'computed readers under a ceiling for everyone',
    { ceiling: high, readersFrom: ['to'] },
    'call.readersFrom: the ceiling names everyone',
  ],
  [
    'computed readers of a rule under a ceiling for everyone',
    {
      ceiling: low,
      rules: [{ when: { n: 1 }, ceiling: high, readersFrom: ['to'] }],
    },
    'rules[0].readersFrom: the ceiling names everyone',
  ],
])('calls: %s', async (_, call, wanted) => {
  const found = await ofCall(call);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(wanted);
});

test('the ceiling again beside a wider rule narrows it, so it is not reported', async () => {
  const rules: CallSource['rules'] = [
    { when: { n: 1 }, ceiling: low },
    { when: { m: 1 }, ceiling: high },
  ];
  expect(await ofCall({ ceiling: low, rules })).toEqual([]);
});

test('rules that both matter are not reported', async () => {
  const rules: CallSource['rules'] = [
    { when: { amount: { atMost: 5 } }, ceiling: 'top', onViolation: 'block' },
    { when: { amount: { atMost: 9 } }, ceiling: low },
    { when: { cc: 'ann' }, ceiling: high },
    { when: { to: ['ann', 'bob'] }, ceiling: 'top' },
  ];
  expect(await ofCall({ ceiling: low, rules })).toEqual([]);
});

test('an argument that the tool does not declare', async () => {
  const parameters = { type: 'object', properties: { recipient: {} } };
  const tools = [{ name: 'mail', description: '', parameters }];
  const call: CallSource = {
    ceiling: 'untrusted',
    readersFrom: ['recipients', 'recipient'],
    arguments: { to: { allow: ['ann'] } },
    rules: [{ when: { recipint: 7 }, ceiling: 'bottom' }],
  };
  const source = { ...linted, tools: { mail: { result: plainResult, call } } };
  const found = await checkPolicy(JSON.stringify(source, null, 1), { tools });
  expect(new Set(found.map(({ code }) => code))).toEqual(new Set(['argument-unknown']));
  expect(found.map(({ path, hint }) => `${path} ${hint}`).toSorted()).toEqual([
    'tools.mail.call.arguments.to write `recipient`',
    'tools.mail.call.readersFrom[0] write `recipient`',
    'tools.mail.call.rules[0].when.recipint write `recipient`',
  ]);
});
