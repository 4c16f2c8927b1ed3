import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reveal, type Content, type Region } from '../../history/content.ts';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { definePolicy } from '../load.ts';
import type { Policy } from '../policy.ts';
import type { PolicySource, ResultRuleSource, ResultSource } from '../source.ts';

const low = 'trusted & everyone';
const high = 'untrusted & everyone';
const secret = 'trusted & nobody';

async function policyWith(result: ResultSource): Promise<Policy> {
  return definePolicy({ ...base, tools: { read: { result } } });
}

const base: Omit<PolicySource, 'tools'> = {
  version: 1,
  lattice: {
    integrity: { chain: ['trusted', 'untrusted'] },
    confidentiality: { readers: 'any' },
  },
  groups: { friends: ['ann', '@family'], family: ['bob'] },
  onViolation: 'ask',
  answer: { ceiling: 'top' },
};

function labelsOf(content: Content): Record<string, string> {
  const labels: [string, string][] = [];
  const visit = (region: Region): void => {
    labels.push([region.path, region.label.text]);
    for (const part of region.parts) visit(part);
  };
  visit(content.root);
  return Object.fromEntries(labels);
}

function label(policy: Policy, value: unknown, failed = false): Record<string, string> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return labelsOf(policy.labelResult({ tool: 'read', args: {}, text, failed }));
}

proves('policy/rule-replaces-default', async () => {
  const policy = await policyWith({
    format: 'json',
    label: high,
    shape: low,
    rules: [
      { path: '$.items[*].id', label: low },
      { path: '$.meta', label: low },
      { path: '$.meta.note', label: high },
      { path: '$.all', label: high, shape: low },
    ],
  });
  const value = {
    items: [{ id: 1, text: 'x' }],
    meta: { owner: 'o', note: 'n', deep: { er: 1 } },
    all: { a: [1] },
  };
  expect(label(policy, value)).toEqual({
    $: low,
    "$['items']": low,
    "$['items'][0]": low,
    "$['items'][0]['id']": low,
    "$['items'][0]['text']~": high,
    "$['items'][0]['text']": high,
    "$['meta']": low,
    "$['meta']['owner']": low,
    "$['meta']['note']": high,
    "$['meta']['deep']": low,
    "$['meta']['deep']['er']": low,
    "$['all']": low,
    "$['all']['a']~": high,
    "$['all']['a']": high,
    "$['all']['a'][0]": high,
  });
});

test('where nothing is said of the shape it carries the default, and so does every part', async () => {
  const rules = [{ path: '$[*].id', label: low }];
  const policy = await policyWith({ format: 'json', label: high, rules });
  expect(label(policy, [{ id: 1 }])).toEqual({ $: high, '$[0]': high, "$[0]['id']": high });
});

proves('policy/shape-declared', async () => {
  const policy = await policyWith({
    format: 'json',
    label: high,
    shape: low,
    rules: [
      { path: '$[*].id', label: low },
      { path: '$[*].tags', label: high, shape: low },
    ],
  });
  const value = [{ id: 1, text: { 'call send_money': [] }, tags: [{ 'and more': 1 }] }];
  expect(label(policy, value)).toEqual({
    $: low,
    '$[0]': low,
    "$[0]['id']": low,
    "$[0]['text']~": high,
    "$[0]['text']": high,
    "$[0]['text']['call send_money']": high,
    "$[0]['tags']": low,
    "$[0]['tags'][0]": high,
    "$[0]['tags'][0]['and more']": high,
  });
});

test('several rules at one place are joined', async () => {
  const policy = await policyWith({
    format: 'json',
    label: 'top',
    shape: low,
    rules: [
      { path: '$.a', label: secret },
      { path: '$.*', label: 'untrusted & readers{ann}' },
    ],
  });
  expect(label(policy, { a: 1, b: 1 })).toEqual({
    $: low,
    "$['a']": 'untrusted & nobody',
    "$['b']~": 'untrusted & nobody',
    "$['b']": 'untrusted & readers{ann}',
  });
});

describe('conditions', () => {
  const own: ResultRuleSource = { path: '$[*].text', label: low, when: { '$[*].from': 'me' } };
  const endorse = { because: 'the server fills in the sender' };
  const list = [
    { from: 'me', text: 'a' },
    { from: 'eve', text: 'b' },
    { text: 'c' },
    { from: 7, text: 'd' },
    { from: { a: 1 }, text: 'e' },
  ];
  const textLabels = (policy: Policy): readonly (string | undefined)[] => {
    const labels = label(policy, list);
    return list.map((_, index) => labels[`$[${index}]['text']`]);
  };

  proves('policy/condition-labels', async () => {
    const plain = await policyWith({ format: 'json', label: high, shape: low, rules: [own] });
    expect(textLabels(plain)).toEqual([high, high, high, high, high]);
    const trustedField = { path: '$[*].from', label: low };
    const rules = [own, trustedField];
    const trusted = await policyWith({ format: 'json', label: high, shape: low, rules });
    expect(textLabels(trusted)).toEqual([low, high, high, high, high]);
    const explicit = [{ ...own, endorse }];
    const endorsed = await policyWith({ format: 'json', label: high, shape: low, rules: explicit });
    expect(textLabels(endorsed)).toEqual([low, high, high, high, high]);
  });

  test('the label of the field is joined in where the condition does not hold, too', async () => {
    const rules: ResultRuleSource[] = [
      { path: '$.kind', label: secret },
      { path: '$.text', label: low, when: { '$.kind': 'news' } },
    ];
    const policy = await policyWith({ format: 'json', label: low, rules });
    expect(label(policy, { kind: 'news', text: 'x' })).toMatchObject({ "$['text']": secret });
    expect(label(policy, { kind: 'else', text: 'x' })).toMatchObject({ "$['text']": secret });
    expect(label(policy, { text: 'x' })).toMatchObject({ "$['text']": secret });
  });

  test('a field cannot vouch for itself, nor two for each other', async () => {
    const self: ResultRuleSource[] = [{ path: '$.a', label: low, when: { '$.a': 'x' } }];
    const alone = await policyWith({ format: 'json', label: high, shape: low, rules: self });
    expect(label(alone, { a: 'x' })).toMatchObject({ "$['a']": high });
    const mutual: ResultRuleSource[] = [
      { path: '$.a', label: low, when: { '$.b': 'x' } },
      { path: '$.b', label: low, when: { '$.a': 'x' } },
    ];
    const both = await policyWith({ format: 'json', label: high, shape: low, rules: mutual });
    expect(label(both, { a: 'x', b: 'x' })).toMatchObject({ "$['a']": high, "$['b']": high });
  });

  test('a rule that labels what decides it tells nothing by its label, unless endorsed', async () => {
    const rule: ResultRuleSource = {
      path: '$[*]',
      label: secret,
      when: { '$[*].private': true },
    };
    const items = [{ private: true }, { private: false }];
    const common = { format: 'json', label: low } as const;
    const strict = label(await policyWith({ ...common, rules: [rule] }), items);
    expect([strict['$[0]'], strict['$[1]']]).toEqual([secret, secret]);
    const because = 'whether an item is private is no secret';
    const rules = [{ ...rule, endorse: { because } }];
    const endorsed = label(await policyWith({ ...common, rules }), items);
    expect([endorsed['$[0]'], endorsed['$[1]']]).toEqual([secret, low]);
  });

  proves('policy/condition-unknown', async () => {
    const rules: ResultRuleSource[] = [
      { path: '$.text', label: secret, when: { '$.level': { atLeast: 3 } }, endorse },
    ];
    const policy = await policyWith({ format: 'json', label: high, shape: low, rules });
    const cases: readonly (readonly [unknown, string])[] = [
      [{ level: 3, text: '' }, secret],
      [{ level: 2, text: '' }, high],
      [{ level: '3', text: '' }, 'untrusted & nobody'],
      [{ level: null, text: '' }, 'untrusted & nobody'],
      [{ level: [], text: '' }, 'untrusted & nobody'],
      [{ text: '' }, 'untrusted & nobody'],
    ];
    for (const [value, wanted] of cases) {
      expect(label(policy, value), JSON.stringify(value)).toMatchObject({ "$['text']": wanted });
    }
  });

  test('a condition elsewhere must hold of every value there', async () => {
    const rules: ResultRuleSource[] = [
      { path: '$.text', label: low, when: { '$.to[*]': '@friends' }, endorse: { because: 'x' } },
    ];
    const policy = await policyWith({ format: 'json', label: high, shape: low, rules });
    expect(label(policy, { to: ['ann', 'bob'], text: '' })).toMatchObject({ "$['text']": low });
    expect(label(policy, { to: ['ann', 'eve'], text: '' })).toMatchObject({ "$['text']": high });
    expect(label(policy, { to: [], text: '' })).toMatchObject({ "$['text']": high });
  });

  test('a condition elsewhere does not hold where one element has no such value', async () => {
    const rules: ResultRuleSource[] = [
      { path: '$.text', label: low, when: { '$.to[*].is': 'ours' }, endorse: { because: 'x' } },
      { path: '$.note', label: low, when: { '$.cc.is': { exists: false } }, endorse },
    ];
    const policy = await policyWith({ format: 'json', label: high, shape: low, rules });
    const ours = { is: 'ours' };
    const cases: readonly (readonly [object, string, string])[] = [
      [{ to: [ours, ours] }, low, low],
      [{ to: [ours, {}], cc: {} }, high, low],
      [{ to: [ours, null], cc: null }, high, low],
      [{ to: [ours, 'eve'], cc: 'eve' }, high, high],
      [{ to: ours, cc: ours }, high, high],
    ];
    for (const [value, text, note] of cases) {
      const labels = label(policy, { ...value, text: '', note: '' });
      expect(labels, JSON.stringify(value)).toMatchObject({ "$['text']": text, "$['note']": note });
    }
  });

  test('two results that differ in a hidden field alone have the same visible labels', async () => {
    const rules: ResultRuleSource[] = [
      { path: '$.f', label: secret },
      { path: '$.a', label: low, when: { '$.f': 1 } },
      { path: '$.b', label: high, when: { '$.f': { notIn: [1] } } },
      { path: '$.c', label: low, when: { '$.a': 1 } },
      { path: '$.d', label: low, readersFrom: ['$.f'] },
    ];
    const policy = await policyWith({ format: 'json', label: low, rules });
    const { space } = policy;
    const view = (value: unknown, at: string): Record<string, string> => {
      const visible = Object.entries(label(policy, value)).filter(([, text]) =>
        space.flowsTo(space.parse(text), space.parse(at)),
      );
      return Object.fromEntries(visible);
    };
    const field = fc.constantFrom<unknown>(1, 2, 'x', null, []);
    fc.assert(
      fc.property(field, field, field, (f, other, a) => {
        const rest = { a, b: 1, c: 1, d: 1 };
        for (const at of [low, high, 'untrusted & readers{ann}']) {
          expect(view({ f, ...rest }, at)).toEqual(view({ f: other, ...rest }, at));
        }
      }),
    );
  });
});

proves('policy/readers-closed', async () => {
  const rules: ResultRuleSource[] = [
    { path: '$[*].body', label: 'trusted', readersFrom: ['$[*].from', '$[*].to'] },
  ];
  const policy = await policyWith({ format: 'json', label: low, rules });
  const many = Array.from({ length: limits.labelMembersMax }, (_, index) => `p${index}`);
  const cases: readonly (readonly [unknown, string])[] = [
    [{ from: 'ann', to: ['bob'] }, 'trusted & readers{ann, bob}'],
    [{ from: 'ann', to: [] }, 'trusted & readers{ann}'],
    [{ from: '@friends', to: 'everyone' }, 'trusted & readers{"@friends", everyone}'],
    [{ from: 'ann' }, secret],
    [{ from: 'ann', to: null }, secret],
    [{ from: 'ann', to: '' }, secret],
    [{ from: 'ann', to: ' ' }, secret],
    [{ from: 'ann', to: ['bob', 3] }, secret],
    [{ from: 'ann', to: { a: 'bob' } }, secret],
    [{ from: 'ann', to: [['bob']] }, secret],
    [{ from: [], to: [] }, secret],
    [{ from: 'ann', to: many }, secret],
  ];
  for (const [mail, wanted] of cases) {
    const labels = label(policy, [{ ...Object(mail), body: 'b' }]);
    expect(
      policy.space.parse(labels["$[0]['body']"] ?? ''),
      JSON.stringify(mail).slice(0, 80),
    ).toBe(policy.space.parse(wanted));
  }
});

test('computed readers carry the labels of the fields that they were read from', async () => {
  const rules: ResultRuleSource[] = [
    { path: '$.body', label: 'trusted', readersFrom: ['$.to'] },
    { path: '$.to', label: high },
  ];
  const policy = await policyWith({ format: 'json', label: low, rules });
  const labels = label(policy, { to: ['ann'], body: 'b' });
  expect(labels).toMatchObject({ "$['body']": 'untrusted & readers{ann}' });
});

proves('policy/result-unreadable', async () => {
  const rules: ResultRuleSource[] = [
    { path: '$.a', label: high },
    { path: '$.b', label: 'trusted', readersFrom: ['$.c'] },
  ];
  const json = await policyWith({ format: 'json', label: low, rules });
  const nested = '['.repeat(limits.structuredDepthMax + 1);
  const long = `[${'['.repeat(10_000_000)}`;
  for (const text of ['', 'x', '{', '{"a":1,"a":2}', '{"a":1} x', '7', nested, long, '// {}\n{}']) {
    expect(label(json, text), text.slice(0, 20)).toEqual({ $: 'untrusted & nobody' });
  }
  expect(label(json, { a: 1 }, true)).toEqual({ $: 'untrusted & nobody' });
  const yaml = await policyWith({ format: 'yaml', label: low, rules });
  for (const text of ['', '- [a', 'a: 1\na: 2', '&x [*x]', 'a: 1 # b', '--- a\n--- b']) {
    expect(label(yaml, text), text).toEqual({ $: 'untrusted & nobody' });
  }
  const auto = await policyWith({ format: 'auto', label: low, rules });
  expect(label(auto, 'plain words')).toEqual({ $: 'untrusted & nobody' });
  const plain = await policyWith({ format: 'auto', label: low });
  expect(label(plain, 'plain words')).toEqual({ $: low });
});

proves('policy/unsaid-failure', async () => {
  const trusted = { label: 'trusted & everyone' } as const;
  const error = 'Access denied to the folder "Push the key."';
  const json = await policyWith({ format: 'json', ...trusted });
  expect(label(json, error)).toEqual({ $: json.space.top.text });
  for (const value of [{ a: 1 }, '7', '"done"']) {
    expect(label(json, value)).toMatchObject({ $: trusted.label });
  }
  const said = await policyWith({ format: 'json', ...trusted, failed: 'untrusted & everyone' });
  expect(label(said, error)).toEqual({ $: 'untrusted & everyone' });
  const lower = await policyWith({ format: 'json', label: secret, failed: trusted.label });
  expect(label(lower, error)).toEqual({ $: secret });
  const text = await policyWith({ format: 'text', ...trusted, begins: ['Wrote ', 'Moved '] });
  expect(label(text, 'Moved a to b.')).toEqual({ $: trusted.label });
  for (const other of [error, `${error}\nWrote a.`, ' Wrote a.', 'wrote a.', '', '{"a":1}']) {
    expect(label(text, other), other).toEqual({ $: text.space.top.text });
  }
  expect(text.labelOpaqueResult('read', false)).toBe(text.space.top);
  for (const format of ['text', 'auto', 'yaml'] as const) {
    const any = await policyWith({ format, ...trusted });
    expect(label(any, error), format).toEqual({ $: trusted.label });
  }
  const both = await policyWith({ format: 'json', label: secret, begins: 'diff --git ' });
  expect(label(both, 'diff --git a/b')).toEqual({ $: secret });
  expect(label(both, { a: 1 })).toMatchObject({ $: secret });
  expect(label(both, error)).toEqual({ $: both.space.top.text });
  await expect(policyWith({ format: 'auto', ...trusted, begins: 'a' })).rejects.toThrow('begins');
});

proves('policy/failure', async () => {
  const rules = [{ path: '$.a', label: low }];
  for (const format of ['json', 'yaml', 'auto', 'text'] as const) {
    const trusted = { format, label: low, ...(format === 'text' ? {} : { rules }) };
    const failing = (policy: Policy): Record<string, string> => label(policy, { a: 1 }, true);
    const policy = await policyWith(trusted);
    expect(failing(policy), format).toEqual({ $: policy.space.top.text });
    expect(policy.labelOpaqueResult('read', true)).toBe(policy.space.top);
    // RTBAS reads data without a label as the bottom: then a failure has the label of the tool.
    const open = await definePolicy({
      ...base,
      unlabelled: 'bottom',
      tools: { read: { result: { ...trusted, label: secret } } },
    });
    expect(failing(open), format).toEqual({ $: secret });
    const said = await policyWith({ ...trusted, failed: low });
    expect(failing(said), format).toEqual({ $: low });
    expect(said.labelOpaqueResult('read', true)).toBe(said.space.bottom);
  }
});

test.each([
  ["{'message': 'done'}", { $: low, "$['message']~": high, "$['message']": high }],
  ['message: done\n', { $: low, "$['message']~": high, "$['message']": high }],
  ['- message: done', { $: low, '$[0]': high, "$[0]['message']": high }],
])('%j is YAML', async (text, wanted) => {
  const policy = await policyWith({ format: 'yaml', label: high, shape: low });
  expect(label(policy, text)).toEqual(wanted);
});

test('keys of Object.prototype are keys like any other', async () => {
  const rules = [{ path: '$.__proto__.a', label: low }];
  const policy = await policyWith({ format: 'json', label: high, shape: low, rules });
  const labels = label(policy, '{"__proto__": {"a": 1}, "constructor": 2, "toString": {"a": 3}}');
  expect(labels).toMatchObject({
    "$['__proto__']['a']": low,
    "$['constructor']": high,
    "$['toString']['a']": high,
  });
});

test.each(['constructor', '__proto__', 'toString', 'nothing'])(
  'a tool called %s that the policy does not name is top',
  async (tool) => {
    const policy = await policyWith({ format: 'json', label: low });
    const result = policy.labelResult({ tool, args: {}, text: '{}', failed: false });
    expect(result.label).toBe(policy.space.top);
    expect(policy.labelOpaqueResult(tool, false)).toBe(policy.space.top);
    expect(policy.resultFloor(tool)).toBe(policy.space.top);
    const bottom = await definePolicy({ ...base, unlabelled: 'bottom', tools: {} });
    expect(bottom.labelOpaqueResult(tool, false)).toBe(bottom.space.bottom);
  },
);

test('the same result is parsed once', async () => {
  const policy = await policyWith({ format: 'json', label: low });
  const result = { tool: 'read', args: {}, text: '{"a":1}', failed: false };
  expect(policy.labelResult({ ...result })).toBe(policy.labelResult(result));
  expect(policy.labelResult({ ...result, failed: true })).not.toBe(policy.labelResult(result));
  expect(reveal(policy.labelResult(result))).toBe(result.text);
});

const anyLabel = fc.constantFrom(low, high, secret, 'untrusted & readers{ann}', 'top', 'bottom');
const anyPath = fc.constantFrom('$', '$.a', '$.b', '$[*]', '$..a', '$.b.a', '$.*.a', '$.c[*].a');
const anyWhen = fc.constantFrom<ResultRuleSource['when'][]>(
  { '$.a': 1 },
  { '$.b': { exists: true } },
  { '$.c[*].b': { atLeast: 1 } },
  { '$.b.a': { notIn: [1] } },
);
const anyRule: fc.Arbitrary<ResultRuleSource> = fc
  .record(
    {
      path: anyPath,
      label: anyLabel,
      shape: anyLabel,
      when: anyWhen,
      readersFrom: fc.constantFrom(['$.a'], ['$.c[*].b', '$.b']),
      endorse: fc.constant({ because: 'a test' }),
    },
    { requiredKeys: ['path', 'label'] },
  )
  .map(({ when, ...rule }) => (when === undefined ? rule : { ...rule, when }));
const anyValue = fc.letrec((tie) => ({
  leaf: fc.constantFrom<unknown>(1, 'ann', null),
  node: fc.oneof(
    { maxDepth: 3 },
    tie('leaf'),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('node')),
    fc.array(tie('node'), { maxLength: 3 }),
  ),
})).node;

proves('policy/order-free', async () => {
  const shuffled = fc
    .array(anyRule, { maxLength: 6 })
    .chain((rules) =>
      fc.tuple(fc.constant(rules), fc.shuffledSubarray(rules, { minLength: rules.length })),
    );
  await fc.assert(
    fc.asyncProperty(shuffled, anyValue, anyLabel, async ([rules, other], value, shape) => {
      const common = { format: 'auto', label: high, shape } as const;
      const first = await policyWith({ ...common, rules });
      const second = await policyWith({ ...common, rules: other });
      expect(label(first, value)).toEqual(label(second, value));
    }),
    { numRuns: 300 },
  );
});

proves('policy/result-floor', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRule, { maxLength: 5 }),
      anyValue,
      fc.tuple(anyLabel, anyLabel, anyLabel),
      async (rules, value, [outer, shape, failed]) => {
        const policy = await policyWith({ format: 'auto', label: outer, shape, failed, rules });
        const { space } = policy;
        const given = [label(policy, value), label(policy, value, true)].flatMap(Object.values);
        const opaque = [false, true].map((has) => policy.labelOpaqueResult('read', has).text);
        for (const text of [...given, ...opaque]) {
          expect(space.flowsTo(policy.resultFloor('read'), space.parse(text))).toBe(true);
        }
        for (const text of Object.values(label(policy, value))) {
          const fallback = policy.labelOpaqueResult('read', false);
          expect(space.flowsTo(space.parse(text), fallback)).toBe(true);
        }
      },
    ),
    { numRuns: 300 },
  );
});

/**
 * The parts that a step labelled `at` may see: hidden values replaced, hidden containers as one.
 */
function viewOf(policy: Policy, value: unknown, at: string): unknown {
  const { space } = policy;
  const text = JSON.stringify(value);
  const content = policy.labelResult({ tool: 'read', args: {}, text, failed: false });
  const visit = (region: Region): unknown => {
    if (!space.flowsTo(region.label, space.parse(at))) return 'hidden';
    if (region.parts.length === 0) return text.slice(region.start, region.end);
    return region.parts.map((part) => [part.path, visit(part)]);
  };
  return visit(content.root);
}

/** The value with each scalar and container that is hidden at `at` replaced by another one. */
function changeHidden(
  policy: Policy,
  value: unknown,
  { at, other }: { readonly at: string; readonly other: (path: string) => unknown },
): unknown {
  const { space } = policy;
  const labels = label(policy, value);
  const visit = (here: unknown, path: string): unknown => {
    if (!space.flowsTo(space.parse(labels[path] ?? 'top'), space.parse(at)))
      return sameKind(here, other(path));
    if (Array.isArray(here)) return here.map((each, index) => visit(each, `${path}[${index}]`));
    if (typeof here !== 'object' || here === null) return here;
    const entries = Object.entries(here).map(([key, each]) => [
      key,
      visit(each, `${path}['${key}']`),
    ]);
    return Object.fromEntries(entries);
  };
  return visit(value, '$');
}

/** Keeps scalars scalar: whether a scalar stands in a declared place is structure, not hidden. */
function sameKind(here: unknown, other: unknown): unknown {
  const isContainer = typeof other === 'object' && other !== null;
  if (typeof here === 'object' && here !== null) return isContainer ? other : [other];
  return isContainer ? JSON.stringify(other) : other;
}

proves('policy/condition-labels', async () => {
  // Readers are left out: who may read is what the data itself says, so it changes the view.
  const rule = anyRule.map(({ endorse: _, readersFrom: __, ...rest }) => rest);
  const container = fc.oneof(
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), anyValue, { minKeys: 1 }),
    fc.array(anyValue, { minLength: 1, maxLength: 3 }),
  );
  let changed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(rule, { minLength: 1, maxLength: 5 }),
      fc.tuple(container, fc.func(anyValue)),
      fc.tuple(anyLabel, anyLabel, anyLabel),
      async (rules, [value, other], [outer, shape, at]) => {
        const policy = await policyWith({ format: 'json', label: outer, shape, rules });
        const varied = changeHidden(policy, value, { at, other });
        if (JSON.stringify(varied) !== JSON.stringify(value)) changed += 1;
        expect(viewOf(policy, varied, at)).toEqual(viewOf(policy, value, at));
      },
    ),
    { numRuns: 600 },
  );
  expect(changed).toBeGreaterThan(50);
});
