import { decideParts } from '../engine/decision.ts';
import { describe, expect, test } from 'vitest';
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

describe('a call', () => {
  const letters = definePolicy(
    {
      version: 1,
      lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
      onViolation: 'ask',
      answer: { ceiling: 'untrusted' },
      postCheck: [{ name: 'key', values: ['kestrel-4471'] }],
      tools: {
        send: {
          call: {
            ceiling: 'trusted',
            data: {
              body: { form: 'text', ceiling: 'untrusted', writes: [], because: 'Nobody reads it.' },
              note: 'text',
            },
            arguments: { amount: { atMost: 5, optional: true } },
            schema: {
              required: ['to'],
              properties: {
                to: { type: 'string', maxLength: 9 },
                n: { items: { type: 'string' } },
              },
              dependentRequired: { body: ['subject'] },
            },
          },
        },
        stay: { call: 'never' },
        shut: { call: 'never', onViolation: 'block' },
        open: { call: 'never', onViolation: 'log' },
      },
    },
    { skeleton: (text) => text },
  );

  async function printed(
    tool: string,
    args: object,
    { label, data }: { readonly label?: string; readonly data?: string } = {},
  ): Promise<string> {
    const lettered = await letters;
    const { space } = lettered;
    const parsed = (text: string | undefined) => (text === undefined ? text : space.parse(text));
    const labels = { label: parsed(label), data: parsed(data) };
    const explained = explainPolicy(lettered, { tool, args: JSON.stringify(args), ...labels });
    return printExplanation(space, explained, { clearance: space.top });
  }

  test('shows what each argument met', async () => {
    const args = { to: 'ann', subject: 'x', body: 'Hi', note: 'N' };
    const mixed = await printed('send', args, { label: 'trusted', data: 'untrusted' });
    expect(mixed).toContain('the tool, to, subject: trusted flows to trusted');
    expect(mixed).toContain('body (data): untrusted flows to untrusted');
    expect(mixed).toContain('note (data): untrusted does not flow to trusted');
    expect(mixed).toContain('at trusted, data at untrusted: ask');
    const { note: _, ...rest } = args;
    expect(await printed('send', rest, { label: 'trusted', data: 'untrusted' })).toMatch(
      /: allow$/,
    );
    const whole = await printed('send', rest, { label: 'untrusted' });
    expect(whole).toContain('the tool, to, subject: untrusted does not flow to trusted');
    expect(whole).toMatch(/at untrusted: ask$/);
    expect(await printed('send', rest)).toContain('body (data): at most untrusted');
  });

  test('says what labels per argument need, and where they spare no question', async () => {
    const alone = await printed('send', { to: 'ann', body: 'Hi', subject: 'x' });
    expect(alone).toContain('    data has a label of its own only under `staged: true` (');
    const beside = await printed('send', { to: 'ann', body: 'Hi', subject: 'x', note: 'N' });
    expect(beside).toContain(
      '    `staged: true` would spare this call no question: `note` has no ceiling above the call’s',
    );
    expect(await printed('send', { to: 'ann' })).not.toContain('staged');
  });

  test('that is no text has the ceiling of the call', async () => {
    const args = { to: 'ann', subject: 'x', body: ['Hi'] };
    const shown = await printed('send', args, { label: 'trusted', data: 'untrusted' });
    expect(shown).toContain('body (data): untrusted does not flow to trusted');
  });

  test('is explained as it is decided, also where one that is data is no text', async () => {
    const lettered = await letters;
    const args = JSON.stringify({ to: 'ann', subject: 'x', body: ['Hi'] });
    const labels = { control: lettered.space.parse('trusted'), data: lettered.space.top };
    const shown = { tool: 'send', args, label: labels.control, data: labels.data };
    const { decision } = explainPolicy(lettered, shown);
    const decided = decideParts(lettered.space, labels, lettered.ruleCall('send', args));
    expect(decision?.outcome).toBe(decided.kind);
  });

  test.each([
    ['a limit', { to: 'ann', amount: 6 }, "`$['amount']` is missing or outside of its limits"],
    ['a schema', { to: 'somebody else' }, '`to` does not keep the schema (`maxLength`)'],
    ['a schema, within a list', { to: 'ann', n: [3] }, '`n` does not keep the schema (`type`)'],
    ['a lack', {}, '`to` does not keep the schema (`required`)'],
    [
      'a lack beside another',
      { to: 'ann', body: 'x' },
      '`subject` does not keep the schema (`dependentRequired`)',
    ],
    ['a gate', { to: 'ann', note: 'kestrel 4471' }, '`note` holds a forbidden text'],
  ])('that is denied for %s names the argument, and no value', async (_, args, wanted) => {
    const shown = await printed('send', args, { label: 'trusted' });
    expect(shown).toContain(wanted);
    expect(shown).toMatch(/at trusted: deny$/);
    expect(shown).not.toMatch(/somebody|kestrel|6/);
  });

  test('that is never automatic says who may still agree', async () => {
    expect(await printed('stay', {})).toContain('waits for a person');
    expect(await printed('shut', {})).toContain('nobody is asked');
    expect(await printed('open', {})).toContain('each call runs and is recorded');
  });
});
