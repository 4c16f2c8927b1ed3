import { expect, test } from 'vitest';
import { calls, record, says, written, writtenText } from './recorded-runs.ts';
import { sluice } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  list_orders:
    effect: read
    call: { ceiling: top }
    result:
      format: json
      label: untrusted
      shape: trusted
      rules:
        - { name: ids, path: '$[*].id', label: trusted }
        - { name: totals, path: '$[*].total', label: trusted }
  refund:
    call:
      ceiling: trusted
      arguments: { amount: { atMost: 9 }, reason: { optional: true } }
      rules:
        - { name: small, when: { amount: { atMost: 5 } }, ceiling: top }
        - { name: none, when: { amount: { atMost: 0 } }, ceiling: top }
    result: { format: json, label: trusted }
  close_account: { call: never, result: { format: text, label: trusted } }
`;

const runs = [
  record([
    says('user', 'Refund it.'),
    ...calls('list_orders', {}, '[{"id": 1, "note": {"a": "x"}}, {"id": 2, "note": {"a": "y"}}]'),
    ...calls('refund', { amount: 4 }, 'no json'),
    ...calls('find', { q: 'x' }, 'x'),
    says('assistant', 'Done.'),
  ]),
];

test('says what runs have used of a policy, and what they used that it does not name', async () => {
  const file = written('runs.jsonl', runs);
  const ran = await sluice([
    'coverage',
    file,
    '--policy',
    writtenText('sluice.yaml', policy),
    '--json',
  ]);
  expect(ran.code).toBe(0);
  expect(ran.out).toContain('1 runs have called 2 of the 3 tools in the policy');
  expect(ran.out).toContain('list_orders: never used: result rule `totals`');
  expect(ran.out).toContain("list_orders: no rule names `$[*]['note']['a']`");
  expect(ran.out).toContain('refund: never used: call rule `none`, argument `reason`');
  expect(ran.out).toContain('refund: 1 results are not of the declared format');
  expect(ran.out).toContain('close_account: never called');
  expect(ran.out).toContain('find: called 1 times, and not in the policy');
  expect(ran.figures()).toEqual({
    'coverage.tools': 3,
    'coverage.toolsCalled': 2,
    'coverage.undeclaredTools': 1,
    'coverage.rules': 4,
    'coverage.rulesUsed': 2,
    'coverage.unreadableResults': 1,
  });
});

test('an unknown suite is a mistake', async () => {
  const ran = await sluice(['coverage', written('runs.jsonl', runs), '--suite', 'shop']);
  expect(ran.code).toBe(2);
  expect(ran.errors).toContain('choose one of `banking`');
});

test('rules that go by the call, or by keys, count as used where they apply', async () => {
  const text = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top }
tools:
  read_file:
    effect: read
    call: { ceiling: top }
    result:
      format: json
      label: untrusted
      shape: trusted
      rules:
        - { name: accounts, path: $, label: untrusted, shape: trusted, keys: trusted }
        - { name: ours, path: '$[*]', label: trusted, when: { '$[*]~': { matches: 'ab-.*' } } }
        - { name: handbook, path: '$[*].a', label: trusted, args: { path: { under: /srv } } }
        - { name: other, path: '$[*].a', label: trusted, args: { path: { under: /etc } } }
`;
  const run = record([
    says('user', 'Read it.'),
    ...calls('read_file', { path: '/srv/a' }, '{"ab-1": {"a": 1}}'),
    says('assistant', 'Done.'),
  ]);
  const file = written('runs.jsonl', [run]);
  const ran = await sluice(['coverage', file, '--policy', writtenText('sluice.yaml', text)]);
  expect(ran.out).toContain('never used: result rule `other`');
  expect(ran.out).not.toMatch(/never used:.*(?:accounts|ours|handbook)/);
});
