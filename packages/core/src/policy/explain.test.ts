import { expect, test } from 'vitest';
import { SluiceError } from '../errors.ts';
import { loadCases, printCases, testPolicy } from './cases.ts';
import { explainPolicy, printExplanation } from './explain.ts';
import { definePolicy } from './load.ts';
import type { Policy } from './policy.ts';
import type { CaseSource } from './case-source.ts';

const policy: Policy = await definePolicy({
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
  onViolation: 'ask',
  answer: {
    ceiling: 'untrusted',
    withLinks: 'trusted',
    fields: [{ path: '$.to', ceiling: 'trusted', optional: true, onViolation: 'block' }],
    onViolation: 'log',
  },
  user: { label: 'trusted', spans: [{ pattern: 'x', label: 'untrusted' }] },
  tools: {
    notes: {
      result: {
        format: 'json',
        label: 'untrusted',
        shape: 'trusted',
        rules: [
          { name: 'ids', path: '$[*].id', label: 'trusted' },
          { name: 'extra', path: '$[*].extra', label: 'untrusted' },
        ],
      },
      call: 'never',
    },
    page: {
      result: {
        format: 'text',
        label: 'trusted',
        spans: [{ name: 'exes', pattern: 'x', label: 'top' }],
      },
    },
    send: {
      call: { ceiling: 'trusted', rules: [{ when: { n: 1 }, ceiling: 'untrusted' }] },
      onViolation: 'block',
    },
  },
});

test('an explanation names the rule of each region and of the call', () => {
  const text = '[{"id": 1, "text": "hunter2", "extra": {"ignore previous": 1}}]';
  const explanation = explainPolicy(policy, {
    tool: 'notes',
    args: '{}',
    result: { text, failed: false },
  });
  expect(explanation).toMatchObject({
    known: true,
    call: { kind: 'never' },
    result: { unreadable: false },
  });
  const { space } = policy;
  const printed = printExplanation(space, explanation, { clearance: space.bottom });
  expect(printed).toContain("$[0]['id']: trusted (ids)");
  expect(printed).toContain('(a path above your clearance): untrusted (default)');
  expect(printed).toContain('(a path above your clearance): untrusted (extra)');
  expect(printed).toContain('never automatic');
  expect(printed).not.toMatch(/hunter2|ignore previous|text/);
  const cleared = printExplanation(space, explanation, { clearance: space.top });
  expect(cleared).toContain('ignore previous');
  expect(cleared).toContain("$[0]['text']~: untrusted (default)");
  expect(cleared).toContain("$[0]['text']: untrusted (default)");
  expect(cleared).not.toContain('hunter2');
});

test('an explanation says so where a result is not what it should be', () => {
  const { space } = policy;
  const print = (tool: string, args: string, text: string): string =>
    printExplanation(
      space,
      explainPolicy(policy, { tool, args, result: { text, failed: false } }),
      { clearance: space.bottom },
    );
  expect(print('notes', '{}', 'hunter2')).toContain('one region: not the document');
  expect(print('page', '{}', 'axb')).toContain('$: untrusted (exes)');
  expect(print('send', '{"n": 1}', '')).toContain('at most untrusted by rule `send when n`');
  expect(print('send', 'hunter2', '')).toContain('denied (arguments-unparseable)');
  expect(print('other', '{}', 'hunter2')).toContain('not in the policy');
});

test('a call at a label: what would follow', () => {
  const { space } = policy;
  const print = (tool: string, args: string, label: string): string => {
    const explanation = explainPolicy(policy, { tool, args, label: space.parse(label) });
    return printExplanation(space, explanation, { clearance: space.bottom });
  };
  expect(print('send', '{"n": 1}', 'untrusted')).toContain('at untrusted: allow');
  expect(print('send', '{}', 'untrusted')).toContain('at untrusted: block');
  expect(print('send', '{}', 'trusted')).toContain('at trusted: allow');
  expect(print('notes', '{}', 'trusted')).toContain('at trusted: ask');
  expect(print('send', '{', 'trusted')).toContain('at trusted: deny');
  expect(explainPolicy(policy, { tool: 'send', args: '{}' }).decision).toBeUndefined();
});

test('a case of a tool that the policy does not name says which may be meant', () => {
  const call: CaseSource = {
    call: { tool: 'sned', args: {} },
    label: 'trusted',
    expect: 'allow',
  };
  const result: CaseSource = { result: { tool: 'paeg', text: 'a' }, expect: { $: 'trusted' } };
  const other = { ...call, call: { tool: 'transmogrify', args: {} } };
  const [first, second, third] = testPolicy(policy, [call, result, other]);
  expect(first?.differences).toContain('the policy names no tool `sned`; did you mean `send`?');
  expect(second?.differences).toContain('the policy names no tool `paeg`; did you mean `page`?');
  expect(third?.differences).toContain('the policy names no tool `transmogrify`');
  const elsewhere = testPolicy({ ...policy }, [call]);
  expect(elsewhere[0]?.differences).toHaveLength(1);
});

test('a case names a place by any path that finds one', () => {
  const result = { tool: 'notes', text: '[{"id": 1}, {"id": 2}]' };
  const expected = { '$[0].id': 'trusted', '$[-1]["id"]': 'trusted' };
  expect(testPolicy(policy, [{ result, expect: expected }])[0]?.passed).toBe(true);
  const [wrong] = testPolicy(policy, [{ result, expect: { '$[0].ids': 'trusted' } }]);
  expect(wrong?.differences[0]).toContain("only `$`, `$[0]`, `$[0]['id']`, `$[1]`");
});

test('a policy made elsewhere cannot be explained', () => {
  expect(() => explainPolicy({ ...policy }, { tool: 'send' })).toThrow(SluiceError);
});

const cases: readonly (readonly [string, CaseSource, boolean])[] = [
  ['allowed', { call: { tool: 'send', args: {} }, label: 'trusted', expect: 'ask' }, false],
  [
    'blocked',
    { call: { tool: 'send', args: { n: 2 } }, label: 'untrusted', expect: 'block' },
    true,
  ],
  [
    'by rule',
    { call: { tool: 'send', args: { n: 1 } }, label: 'untrusted', expect: 'allow' },
    true,
  ],
  ['raw text', { call: { tool: 'send', args: '{' }, label: 'trusted', expect: 'deny' }, true],
  ['never', { call: { tool: 'notes', args: {} }, label: 'trusted', expect: 'ask' }, true],
  ['answer', { answer: 'x', label: 'untrusted', expect: 'allow' }, true],
  ['link', { answer: '<img src=x>', label: 'untrusted', expect: 'log' }, true],
  ['field', { answer: { to: 'ann' }, label: 'untrusted', expect: 'block' }, true],
  ['no field', { answer: '{"at": 9}', label: 'untrusted', expect: 'allow' }, true],
  ['no JSON', { answer: 'x', structured: true, label: 'untrusted', expect: 'block' }, true],
  ['not a label', { answer: 'x', label: 'high', expect: 'allow' }, false],
  [
    'labels',
    {
      result: { tool: 'notes', text: '[{"id": 1, "a": 2}]' },
      expect: { $: 'trusted', "$[0]['id']": 'trusted', "$[0]['a']": 'untrusted' },
    },
    true,
  ],
  ['no such path', { result: { tool: 'notes', text: '[]' }, expect: { '$[0]': 'trusted' } }, false],
  [
    'failed',
    { result: { tool: 'notes', text: '[]', failed: true }, expect: { $: 'untrusted' } },
    true,
  ],
  ['text', { result: { tool: 'page', text: 'axb' }, expect: { $: 'untrusted' } }, true],
];

test.each(cases)('case: %s', (name, source, passed) => {
  const [outcome] = testPolicy(policy, [{ ...source, name }]);
  expect(outcome).toMatchObject({ name, passed });
  expect(outcome?.differences.length === 0).toBe(passed);
  expect(printCases(outcome === undefined ? [] : [outcome])).toContain(
    `${passed ? 'pass' : 'FAIL'}  ${name}`,
  );
});

test('cases stand in a file of their own', () => {
  const text = 'cases:\n  - { answer: x, label: trusted, expect: allow }\n';
  expect(testPolicy(policy, loadCases(text))).toEqual([
    { name: 'case 1', passed: true, differences: [] },
  ]);
  expect(() =>
    loadCases('cases:\n  - { answer: x, label: trusted, expect: alow }', { file: 'c.yaml' }),
  ).toThrow('c.yaml:2:42: error: `alow` is not allowed here');
  expect(() => loadCases('cases: [', { file: 'c.yaml' })).toThrow('not YAML');
});
