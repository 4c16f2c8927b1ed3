import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { definePolicy } from '../load.ts';
import { PathStates } from '../path/path-states.ts';
import type { Policy, Ruling } from '../policy.ts';
import type { CallRuleSource, CallSource, PolicySource } from '../source.ts';

const base: Omit<PolicySource, 'tools'> = {
  version: 1,
  lattice: {
    integrity: { chain: ['trusted', 'untrusted'] },
    confidentiality: { readers: 'any' },
  },
  groups: { known: ['ann', 'bob'] },
  onViolation: 'ask',
  answer: { ceiling: 'top' },
};

async function policyWith(call: CallSource): Promise<Policy> {
  return definePolicy({ ...base, tools: { send: { call } } });
}

/** The ceiling's text, or the reason of a denial. */
function word(policy: Policy, args: unknown): string {
  const ruling = policy.ruleCall('send', typeof args === 'string' ? args : JSON.stringify(args));
  return wordOf(ruling);
}

function wordOf(ruling: Ruling): string {
  if (ruling.kind === 'ceiling') return ruling.ceiling.text;
  return ruling.kind === 'deny' ? ruling.reason : ruling.kind;
}

proves('policy/unknown-tool', async () => {
  const tools: PolicySource['tools'] = {
    silent: {},
    never: { call: 'never', onViolation: 'block' },
  };
  const policy = await definePolicy({ ...base, tools });
  const known = { kind: 'never', onViolation: 'ask' };
  expect(policy.ruleCall('silent', '{}')).toEqual({ ...known, rule: 'silent' });
  expect(policy.ruleCall('never', '{}')).toEqual({
    kind: 'never',
    rule: 'never',
    onViolation: 'block',
  });
  for (const tool of ['nothing', 'constructor', '__proto__', 'toString', '']) {
    expect(policy.ruleCall(tool, '{}')).toEqual({ ...known, rule: 'unknown tool' });
    expect(policy.effect(tool)).toBe('write');
    expect(policy.labelTool({ name: tool, description: '', parameters: {} })).toBe(
      policy.space.top,
    );
  }
});

proves('policy/arguments-closed', async () => {
  const policy = await policyWith({ ceiling: 'top' });
  const deep = `{"a":${'['.repeat(limits.structuredDepthMax)}`;
  const texts = ['', ' ', 'null', '7', '"{}"', '[]', '{', '{} {}', "{'a': 1}", '{"a": NaN}', deep];
  for (const tool of ['send', 'unknown']) {
    for (const args of texts) {
      expect(policy.ruleCall(tool, args), args.slice(0, 20)).toMatchObject({
        kind: 'deny',
        reason: 'arguments-unparseable',
      });
    }
    for (const args of ['{"__proto__":{"to":"ann"}}', '{"a":[{"\\u005f_proto__":1}]}']) {
      expect(policy.ruleCall(tool, args)).toMatchObject({
        kind: 'deny',
        reason: 'arguments-invalid',
      });
    }
    for (const args of [
      '{"a":1,"a":1}',
      '{"b":{"a":1,"\\u0061":2}}',
      '{"__proto__":1,"__proto__":2}',
    ]) {
      expect(policy.ruleCall(tool, args)).toMatchObject({ kind: 'deny', reason: 'duplicate-keys' });
    }
  }
  expect(word(policy, '{}')).toBe('untrusted & nobody');
});

proves('policy/readers-closed', async () => {
  const policy = await policyWith({
    ceiling: 'untrusted',
    readersFrom: ['to', 'cc'],
    arguments: { cc: { optional: true } },
  });
  const bottom = 'trusted & everyone';
  const cases: readonly (readonly [unknown, string])[] = [
    [{ to: 'ann' }, 'untrusted & readers{ann}'],
    [{ to: ['ann', ' bob '], cc: [] }, 'untrusted & readers{ann, bob}'],
    [{ to: 'ann', cc: null }, 'untrusted & readers{ann}'],
    [{ to: 'ann', cc: 'cy' }, 'untrusted & readers{ann, cy}'],
    [{ to: '@known' }, 'untrusted & readers{"@known"}'],
    [{}, bottom],
    [{ cc: 'ann' }, bottom],
    [{ to: null }, bottom],
    [{ to: [] }, bottom],
    [{ to: '' }, bottom],
    [{ to: ['ann', ''] }, bottom],
    [{ to: [null] }, bottom],
    [{ to: 7 }, bottom],
    [{ to: { name: 'ann' } }, bottom],
    [{ to: 'ann', cc: 7 }, bottom],
    [{ to: Array.from({ length: limits.labelMembersMax + 1 }, (_, at) => `p${at}`) }, bottom],
  ];
  for (const [args, wanted] of cases) {
    expect(word(policy, args), JSON.stringify(args).slice(0, 60)).toBe(wanted);
  }
});

test('a ceiling that names readers and computes some allows no more than both', async () => {
  const call = { ceiling: 'untrusted & readers{ann, bob}', readersFrom: ['to'] };
  const policy = await policyWith(call);
  const { space } = policy;
  const ruling = policy.ruleCall('send', '{"to": "cy"}');
  if (ruling.kind !== 'ceiling') throw new Error('no ceiling');
  expect(space.flowsTo(space.parse('trusted & readers{ann, bob, cy}'), ruling.ceiling)).toBe(true);
  expect(space.flowsTo(space.parse('trusted & readers{ann, bob}'), ruling.ceiling)).toBe(false);
  expect(space.flowsTo(space.parse('trusted & readers{cy}'), ruling.ceiling)).toBe(false);
});

test('the keys of a map are not read, so that no rule for the items of a list holds of one', async () => {
  const when = { '$.paths[*]': { under: '/srv' } };
  const policy = await policyWith({ ceiling: 'bottom', rules: [{ when, ceiling: 'top' }] });
  expect(word(policy, { paths: ['/srv/a'] })).toBe('untrusted & nobody');
  expect(word(policy, { paths: { '/etc/passwd': '/srv/a' } })).toBe('trusted & everyone');
});

describe('conditions on arguments', () => {
  const rules: CallRuleSource[] = [
    { name: 'small', when: { amount: { atMost: 10 } }, ceiling: 'top' },
    { name: 'known', when: { to: '@known' }, ceiling: 'untrusted & everyone', onViolation: 'log' },
    { name: 'evil', when: { to: 'eve' }, ceiling: 'bottom', onViolation: 'block' },
  ];
  const call: CallSource = { ceiling: 'trusted & nobody', rules };

  test.each([
    [{ amount: 11, to: 'cy' }, 'trusted & nobody', 'send', 'ask'],
    [{ amount: 10, to: 'cy' }, 'untrusted & nobody', 'small', 'ask'],
    [{ amount: 11, to: 'ann' }, 'untrusted & everyone', 'known', 'log'],
    [{ amount: 1, to: 'ann' }, 'untrusted & everyone', 'known, small', 'ask'],
    [{ amount: 1, to: 'eve' }, 'trusted & everyone', 'evil, small', 'block'],
  ])('%j', async (args, ...[ceiling, rule, onViolation]) => {
    const policy = await policyWith(call);
    const ruling = policy.ruleCall('send', JSON.stringify(args));
    expect(ruling).toMatchObject({ kind: 'ceiling', rule, onViolation });
    expect(wordOf(ruling)).toBe(ceiling);
  });

  proves('policy/condition-unknown', async () => {
    const policy = await policyWith(call);
    const unread = [{}, { to: 'cy' }, { amount: null, to: 'cy' }, { amount: '1', to: 'cy' }];
    const mixed = [
      { amount: 1, to: ['ann', 'cy'] },
      { amount: [1, 11], to: 'cy' },
    ];
    const alike = [
      { amount: 1, to: 'Ann' },
      { amount: 1, to: ' eve' },
      { amount: 1, to: 7 },
      { amount: 1, to: null },
    ];
    for (const args of [
      ...unread,
      ...mixed,
      ...alike,
      { amount: [], to: 'cy' },
      { amount: 1, to: { a: 1 } },
    ]) {
      expect(word(policy, args), JSON.stringify(args)).toBe('trusted & everyone');
    }
    const urgent = await policyWith({
      ceiling: 'untrusted & everyone',
      rules: [{ when: { urgent: true }, ceiling: 'trusted & everyone' }],
    });
    expect(word(urgent, { urgent: false })).toBe('untrusted & everyone');
    for (const value of [true, 'true', 1, null, 'yes', [true, false], []]) {
      expect(word(urgent, { urgent: value }), String(value)).toBe('trusted & everyone');
    }
  });

  proves('policy/strictest-wins', async () => {
    const denied = { ...call, arguments: { to: { deny: ['eve'] } } };
    const policy = await policyWith(denied);
    expect(word(policy, { amount: 1, to: 'eve' })).toBe('argument-not-allowed');
    expect(word(policy, { amount: 1, to: ['ann', ' EVE '] })).toBe('argument-not-allowed');
    expect(word(policy, { amount: 1, to: ['cy', 'dan'] })).toBe('untrusted & nobody');
  });

  proves('policy/order-free', async () => {
    const label = fc.constantFrom('top', 'bottom', 'trusted & nobody', 'untrusted & readers{ann}');
    const rule = fc.record(
      {
        name: fc.constantFrom('one', 'two'),
        when: fc.constantFrom<CallRuleSource['when']>(
          { amount: { atMost: 10 } },
          { amount: { atLeast: 5 } },
          { to: ['ann'] },
          { to: { notIn: ['ann'] }, amount: 1 },
        ),
        ceiling: label,
        readersFrom: fc.constantFrom(['to'], ['cc', 'to']),
        onViolation: fc.constantFrom('ask', 'block', 'log'),
      },
      { requiredKeys: ['name', 'when', 'ceiling'] },
    );
    const shuffled = fc
      .array(rule, { maxLength: 6 })
      .chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
      );
    const value = fc.constantFrom<unknown>(1, 7, 11, 'ann', 'eve', null, ['ann', 'bob']);
    const args = fc.dictionary(fc.constantFrom('amount', 'to', 'cc'), value);
    await fc.assert(
      fc.asyncProperty(shuffled, args, async ([list, other], given) => {
        const first = await policyWith({ ceiling: 'trusted & everyone', rules: list });
        const second = await policyWith({ ceiling: 'trusted & everyone', rules: other });
        const rulings = [first, second].map((policy) => {
          const { kind, rule: name, ...rest } = policy.ruleCall('send', JSON.stringify(given));
          return { kind, name, rest: JSON.stringify(rest) };
        });
        expect(rulings[0]).toEqual(rulings[1]);
      }),
      { numRuns: 300 },
    );
  });
});

/** A path that ends early for one item, or leads into a text, has not read all that is sent. */
proves('policy/condition-unknown', async () => {
  const readersFrom = ['$.to[*].email'];
  const optional = { '$.to[*].email': { optional: true } };
  const open = { ceiling: 'trusted', readersFrom };
  const maybe = { ceiling: 'trusted', readersFrom: ['from', ...readersFrom], arguments: optional };
  const listed = {
    ceiling: 'trusted & everyone',
    rules: [{ when: { '$.to[*].email': ['ann'] }, ceiling: 'untrusted & everyone' }],
  };
  const ann = { email: 'ann' };
  const cases: readonly (readonly [unknown, string, string, string])[] = [
    [[ann], 'trusted & readers{ann}', 'trusted & readers{ann, me}', 'untrusted & everyone'],
    [[ann, {}], bottom, 'trusted & readers{ann, me}', bottom],
    [[ann, 'eve'], bottom, bottom, bottom],
    ['eve', bottom, bottom, bottom],
    [['eve'], bottom, bottom, bottom],
    [[], bottom, 'trusted & readers{me}', bottom],
    [null, bottom, 'trusted & readers{me}', bottom],
  ];
  for (const [to, ...wanted] of cases) {
    const words = [open, maybe, listed].map(async (call) =>
      word(await policyWith(call), { from: 'me', to }),
    );
    expect([to, ...(await Promise.all(words))]).toEqual([to, ...wanted]);
  }
});

const bottom = 'trusted & everyone';

test.each<[string, CallSource['arguments'], unknown, string]>([
  ['allowed', { to: { allow: ['ann'] } }, { to: 'ann' }, 'ok'],
  ['every item allowed', { to: { allow: ['@known'] } }, { to: ['ann', 'bob'] }, 'ok'],
  ['one item not allowed', { to: { allow: ['@known'] } }, { to: ['ann', 'eve'] }, 'denied'],
  ['another case is another name', { to: { allow: ['ann'] } }, { to: 'Ann' }, 'denied'],
  ['another type', { to: { allow: [5] } }, { to: '5' }, 'denied'],
  ['missing', { to: { allow: ['ann'] } }, {}, 'denied'],
  ['null', { to: { allow: ['ann'] } }, { to: null }, 'denied'],
  ['no items', { to: { allow: ['ann'] } }, { to: [] }, 'denied'],
  ['optional and missing', { to: { allow: ['ann'], optional: true } }, {}, 'ok'],
  ['optional and null', { to: { allow: ['ann'], optional: true } }, { to: null }, 'ok'],
  ['optional and not allowed', { to: { allow: ['ann'], optional: true } }, { to: 'eve' }, 'denied'],
  ['not denied', { to: { deny: ['eve'] } }, { to: 'ann' }, 'ok'],
  ['denied', { to: { deny: ['eve'] } }, { to: 'eve' }, 'denied'],
  ['denied in another width', { to: { deny: ['eve'] } }, { to: '\uFF25\uFF36\uFF25' }, 'denied'],
  ['a mapping is not read', { to: { deny: ['eve'] } }, { to: { name: 'eve' } }, 'denied'],
  ['in bounds', { amount: { atLeast: 1, atMost: 5 } }, { amount: 5 }, 'ok'],
  ['out of bounds', { amount: { atLeast: 1, atMost: 5 } }, { amount: 5.01 }, 'denied'],
  ['a number as text', { amount: { atMost: 5 } }, { amount: '4' }, 'denied'],
  ['matches as a whole', { to: { matches: '[a-z]+' } }, { to: 'ann' }, 'ok'],
  ['matches in part', { to: { matches: '[a-z]+' } }, { to: 'ann\n' }, 'denied'],
  ['of the prototype', { toString: { optional: true }, to: { allow: [1] } }, {}, 'denied'],
  ['by path', { '$.lines[*].to': { allow: ['ann'] } }, { lines: [{ to: 'ann' }] }, 'ok'],
  [
    'by path, one not',
    { '$.l[*].to': { allow: ['a'] } },
    { l: [{ to: 'a' }, { to: 'b' }] },
    'denied',
  ],
  ['missing in one item', { '$.l[*].to': { allow: ['a'] } }, { l: [{ to: 'a' }, {}] }, 'denied'],
  ['a text for an item', { '$.l[*].to': { allow: ['a'] } }, { l: [{ to: 'a' }, 'eve'] }, 'denied'],
  [
    'optional in each item',
    { '$.l[*].to': { allow: ['a'], optional: true } },
    { l: [{ to: 'a' }, {}] },
    'ok',
  ],
  ['optional around', { '$.l[*].to': { allow: ['a'], optional: true } }, { l: null }, 'ok'],
  [
    'optional, a text around',
    { '$.l.to': { allow: ['a'], optional: true } },
    { l: 'eve' },
    'denied',
  ],
  ['optional, a list around', { '$.l.to': { allow: ['a'], optional: true } }, { l: [] }, 'denied'],
  ['a map for a list', { '$.l[*].to': { allow: ['a'] } }, { l: { eve: { to: 'a' } } }, 'denied'],
  [
    'a map for an optional list',
    { '$.l[*]': { under: '/srv', optional: true } },
    { l: { '/etc/passwd': '/srv/a' } },
    'denied',
  ],
  ['all arguments', { '$[*]': { allow: ['a'] } }, { to: 'a' }, 'ok'],
  ['one of two names', { '$["to", "cc"]': { allow: ['a'] } }, { to: 'a' }, 'ok'],
  ['at any depth', { '$..to': { allow: ['a'] } }, { l: [{ to: 'a' }, {}] }, 'ok'],
])('bounds of arguments: %s', async (_, bounds, ...[args, outcome]) => {
  const policy = await policyWith({ ceiling: 'top', ...(bounds ? { arguments: bounds } : {}) });
  const wanted = outcome === 'ok' ? 'untrusted & nobody' : 'argument-not-allowed';
  expect(word(policy, args)).toBe(wanted);
});

describe('JSON Schema of arguments', () => {
  const parameters = {
    type: 'object',
    properties: { amount: { type: 'number' }, note: { pattern: '^a+$' } },
    required: ['amount'],
    additionalProperties: false,
  };

  test.each([
    [{ amount: 1 }, 'untrusted & nobody'],
    [{ amount: 'x' }, 'arguments-invalid'],
    [{}, 'arguments-invalid'],
    [{ amount: 1, to: 'x' }, 'arguments-invalid'],
    [{ amount: 1, note: 'a'.repeat(limits.schemaPatternCharactersMax) }, 'untrusted & nobody'],
    [{ amount: 1, note: 'a'.repeat(limits.schemaPatternCharactersMax + 1) }, 'arguments-invalid'],
  ])('%j', async (args, wanted) => {
    expect(word(await policyWith({ ceiling: 'top', schema: parameters }), args)).toBe(wanted);
    const tools = [{ name: 'send', description: '', parameters }];
    const source = { ...base, tools: { send: { call: { ceiling: 'top', schema: 'declared' } } } };
    const declared = await definePolicy({ ...source } as PolicySource, { tools });
    expect(word(declared, args)).toBe(wanted);
  });
});

proves('policy/error-denies', async () => {
  const schema = { properties: { a: { $ref: '#/nowhere' } } };
  const policy = await policyWith({ ceiling: 'top', schema });
  expect(word(policy, {})).toBe('untrusted & nobody');
  expect(word(policy, { a: 1 })).toBe('policy-failed');
  const failing = vi.spyOn(PathStates.prototype, 'start', 'get').mockImplementation(() => {
    throw new Error('hunter2');
  });
  const rules = [{ path: '$.a', label: 'bottom' }];
  const tools = { read: { result: { format: 'json' as const, label: 'bottom', rules } } };
  const reading = await definePolicy({ ...base, tools });
  const result = { tool: 'read', args: {}, text: '{"a": 1}', failed: false };
  expect(reading.labelResult(result).label).toBe(reading.space.top);
  failing.mockRestore();
  expect(reading.labelResult({ ...result, text: '{"a": 2}' }).label).toBe(reading.space.bottom);
});

test('the ruling of a rule never quotes an argument', async () => {
  const policy = await policyWith({ ceiling: 'top', arguments: { to: { allow: ['ann'] } } });
  expect(JSON.stringify(policy.ruleCall('send', '{"to":"hunter2"}'))).not.toContain('hunter2');
  expect(JSON.stringify(policy.ruleCall('hunter2', '{}'))).not.toContain('hunter2');
});

test('a schema that compares all items of a list is asked of no longer one', async () => {
  const { schemaUniqueItemsMax } = limits;
  const schema = { properties: { items: { type: 'array', uniqueItems: true } } };
  const policy = await policyWith({ ceiling: 'top', schema });
  const items = (length: number): readonly number[] => Array.from({ length }, (_, at) => at);
  expect(word(policy, { items: items(schemaUniqueItemsMax) })).toBe('untrusted & nobody');
  expect(word(policy, { items: items(schemaUniqueItemsMax + 1) })).toBe('arguments-invalid');
  const free = await policyWith({ ceiling: 'top', schema: { properties: { items: {} } } });
  expect(word(free, { items: items(10_000) })).toBe('untrusted & nobody');
});

test('a schema that compares items counts what is in them, and all lists together', async () => {
  const schema = { properties: { lists: { items: { uniqueItems: true } } } };
  const policy = await policyWith({ ceiling: 'top', schema });
  const lists = (count: number, length: number, width: number): unknown =>
    Array.from({ length: count }, () =>
      Array.from({ length }, (_, i) => Array.from({ length: width }, (__, j) => i + j)),
    );
  expect(word(policy, { lists: lists(2, 100, 10) })).toBe('untrusted & nobody');
  expect(word(policy, { lists: lists(60, 1000, 0) })).toBe('arguments-invalid');
  expect(word(policy, { lists: lists(1, 1000, 60) })).toBe('arguments-invalid');
});

test('a schema that asks twice for what lies below is asked no longer than its steps', async () => {
  const below = { properties: { below: { $ref: '#/$defs/node' } } };
  const twice = { anyOf: [below, { ...below, required: ['below'] }] };
  const schema = { $ref: '#/$defs/node', $defs: { node: twice } };
  const nested = (depth: number): object => (depth === 0 ? {} : { below: nested(depth - 1) });
  for (const declared of [schema, Object.freeze(structuredClone(schema))]) {
    const policy = await policyWith({ ceiling: 'top', schema: declared });
    expect(word(policy, nested(8))).toBe('untrusted & nobody');
    expect(word(policy, nested(60))).toBe('arguments-invalid');
    expect(word(policy, nested(8))).toBe('untrusted & nobody');
  }
  // A schema may be that long itself: a server may have written it.
  const $defs = Object.fromEntries(
    Array.from({ length: 60 }, (_, at) => {
      const next = { $ref: `#/$defs/d${at + 1}` };
      return [`d${at}`, at === 59 ? true : { allOf: [next, next] }];
    }),
  );
  const wide = await policyWith({ ceiling: 'top', schema: { $ref: '#/$defs/d0', $defs } });
  expect(word(wide, {})).toBe('arguments-invalid');
});

test('a schema with a format is not asked of a text that is too long for it', async () => {
  const schema = { properties: { to: { type: 'string', format: 'uri' } } };
  const policy = await policyWith({ ceiling: 'top', schema });
  const uri = (length: number): string => `https://a.example/${'a'.repeat(length - 18)}`;
  const { schemaPatternCharactersMax: longest } = limits;
  expect(word(policy, { to: uri(longest) })).toBe('untrusted & nobody');
  expect(word(policy, { to: uri(longest + 1) })).toBe('arguments-invalid');
});

proves('arguments/bounds-exact', async () => {
  const policy = await policyWith({
    ceiling: 'bottom',
    rules: [
      { when: { amount: { atMost: 100 } }, ceiling: 'top' },
      { when: { id: 9_007_199_254_740_992 }, ceiling: 'top' },
    ],
  });
  const { space } = policy;
  const ceiling = (args: string): string => word(policy, args);
  for (const amount of ['100', '99.5', '1e2', '12.34567890123456789012', '-1e400', '-0']) {
    expect(ceiling(`{"amount":${amount},"id":1}`), amount).toBe(space.top.text);
  }
  for (const amount of ['100.0000000000000000001', '99.99999999999999999', '101', '1e400']) {
    expect(ceiling(`{"amount":${amount},"id":1}`), amount).toBe(space.bottom.text);
  }
  expect(ceiling('{"amount":101,"id":9007199254740992}')).toBe(space.top.text);
  expect(ceiling('{"amount":101,"id":9007199254740993}')).toBe(space.bottom.text);
  expect(ceiling('{"amount":101,"id":[1187654321098765433]}')).toBe(space.bottom.text);
});

test('bounds of an argument are kept exactly, and ids are let through', async () => {
  const policy = await policyWith({
    ceiling: 'top',
    arguments: { amount: { atMost: 10 }, id: { atLeast: 1 } },
  });
  const says = (amount: string, id: string): string =>
    word(policy, `{"amount":${amount},"id":${id}}`);
  expect(says('9.5', '1187654321098765433')).toBe(policy.space.top.text);
  expect(says('9.00000000000000000001', '1')).toBe(policy.space.top.text);
  expect(says('10.00000000000000000001', '1')).toBe('argument-not-allowed');
  expect(says('1e400', '1')).toBe('argument-not-allowed');
  expect(says('1', '-1e-400')).toBe('argument-not-allowed');
});

test('a schema holds of numbers that JavaScript cannot hold', async () => {
  const amount = { type: 'number', maximum: 10 };
  const schema = { properties: { amount, id: { type: 'integer' }, at: { const: 2 ** 53 } } };
  const policy = await policyWith({ ceiling: 'top', schema });
  const says = (args: string): string => word(policy, args);
  const { text } = policy.space.top;
  expect(says('{"amount":9.5,"id":1187654321098765433,"at":9007199254740992}')).toBe(text);
  expect(says('{"amount":10.00000000000000000001}')).toBe('arguments-invalid');
  expect(says('{"id":1.00000000000000000001}')).toBe('arguments-invalid');
  expect(says('{"at":9007199254740993}')).toBe('arguments-invalid');
  const steps = { properties: { n: { multipleOf: 2 } } };
  const even = await policyWith({ ceiling: 'top', schema: steps });
  expect(word(even, '{"n":4}')).toBe(text);
  expect(word(even, '{"n":9007199254740993}')).toBe('arguments-invalid');
});
