import { expect, test } from 'vitest';
import { high, linted, low, plainResult, warningsOf } from '../../../test/linted-policy.ts';
import { proves } from '../../testing/proves.ts';
import { checkPolicy } from '../load.ts';
import type {
  CallRuleSource,
  CallSource,
  PolicySource,
  ResultRuleSource,
  ResultSource,
  ToolSource,
} from '../source.ts';

const plainCall: CallSource = { ceiling: 'top' };

const warnings = (tool: ToolSource, more: Partial<PolicySource> = {}): Promise<string[]> =>
  warningsOf({ mail: { effect: 'read', ...tool } }, more);

const ofResult = (result: ResultSource): Promise<string[]> => warnings({ result, call: plainCall });
const ofCall = (call: CallSource): Promise<string[]> => warnings({ result: plainResult, call });

test('a policy that says everything has no warnings', async () => {
  expect(await warnings({ result: plainResult, call: plainCall })).toEqual([]);
  expect(await warnings({ result: plainResult, call: 'never' })).toEqual([]);
});

test('a policy that names no tool says nothing, unless the answer itself acts', async () => {
  const problems = await checkPolicy(JSON.stringify({ ...linted, tools: {} }));
  expect(problems.map(({ code, path }) => `${path} ${String(code)}`)).toEqual([
    'tools tools-missing',
  ]);
  const acts = { ...linted, answer: { acts: true }, tools: {} };
  expect(await checkPolicy(JSON.stringify(acts))).toEqual([]);
});

proves('policy/check-raise', async () => {
  const rule = { path: '$[*].text', label: low, when: { '$[*].from': 'me' } };
  const result: ResultSource = { format: 'json', label: high, shape: low, rules: [rule] };
  const joined = await ofResult(result);
  expect(joined).toHaveLength(1);
  expect(joined[0]).toContain("tools.mail.result.rules[0]: `$[*]['from']` is labelled");
  expect(joined[0]).toContain('nothing is lowered');
  const endorse = { because: 'x' };
  const endorsed = await ofResult({ ...result, rules: [{ ...rule, endorse }] });
  expect(endorsed).toHaveLength(1);
  expect(endorsed[0]).toContain('can raise trust or widen readers');
  const field = { path: '$[*].from', label: low };
  expect(await ofResult({ ...result, rules: [rule, field] })).toEqual([]);
  const readers = { path: '$[*].text', label: 'trusted', readersFrom: ['$[*].to'], endorse };
  const widened = await ofResult({ ...result, rules: [readers] });
  expect(widened).toHaveLength(1);
  expect(widened[0]).toContain("`$[*]['to']`");
  const item = { path: '$[*]', label: low };
  expect(await ofResult({ ...result, rules: [rule, item] })).toEqual([]);
});

test.each<[string, ResultSource, string]>([
  [
    'twice the same',
    {
      ...plainResult,
      rules: [
        { name: 'one', path: '$.a', label: high },
        { name: 'two', path: "$['a']", label: high },
      ],
    },
    'rules[1]: `two` changes nothing: `one`',
  ],
  [
    'inside a wider and stricter rule',
    {
      ...plainResult,
      rules: [
        { name: 'one', path: '$[*].a', label: low },
        { name: 'all', path: '$[*].*', label: high },
      ],
    },
    'rules[0]: `one` changes nothing: `all`',
  ],
  [
    'a condition within another',
    {
      ...plainResult,
      rules: [
        { name: 'wide', path: '$.a', label: high, when: { '$.n': { atLeast: 1 } } },
        { name: 'narrow', path: '$.a', label: high, when: { '$.n': { atLeast: 5, atMost: 9 } } },
      ],
    },
    'rules[1]: `narrow` changes nothing: `wide`',
  ],
  [
    'a condition that cannot hold',
    { ...plainResult, rules: [{ path: '$.a', label: high, when: { '$.n': { in: [] } } }] },
    'rules[0].when.$.n: this rule can never hold',
  ],
  [
    'bounds that exclude each other',
    {
      ...plainResult,
      rules: [{ path: '$.a', label: high, when: { '$.n': { atLeast: 2, atMost: 1 } } }],
    },
    'this rule can never hold',
  ],
  [
    'the default label again',
    { ...plainResult, rules: [{ name: 'same', path: '$[*].a', label: low }] },
    'rules[0]: `same` changes nothing: its label is the default one',
  ],
  [
    'the default label again, on a condition',
    { ...plainResult, rules: [{ path: '$.a', label: low, when: { '$.n': 1 } }] },
    'changes nothing: its label is the default one',
  ],
  [
    'readers computed below nobody',
    {
      format: 'json',
      label: 'untrusted & nobody',
      shape: 'untrusted & everyone',
      rules: [
        {
          path: '$.a',
          label: 'untrusted & nobody',
          readersFrom: ['$.b'],
          endorse: { because: 'x' },
        },
      ],
    },
    'rules[0].readersFrom: the label names nobody',
  ],
  [
    'a label below the shape around it',
    { format: 'json', label: high, rules: [{ path: '$.a', label: low }] },
    'rules[0].label: the label is raised to that of the shape around it',
  ],
  [
    'a label below the shape of the rule around it',
    {
      ...plainResult,
      rules: [
        { path: '$.a', label: high },
        { path: '$.a.b', label: low },
      ],
    },
    'rules[1].label: the label is raised',
  ],
  [
    'a rule that labels what decides it',
    { ...plainResult, rules: [{ path: '$[*]', label: high, when: { '$[*].private': true } }] },
    "this rule labels `$[*]['private']`, which decides whether it holds",
  ],
  [
    'a span that lowers nothing',
    { format: 'text', label: high, spans: [{ pattern: 'a', label: low }] },
    'spans[0]: the label of the text around is joined in',
  ],
  [
    'a span that strangers can write',
    {
      format: 'text',
      label: high,
      spans: [{ pattern: 'a', label: low, endorse: { because: 'x' } }],
    },
    'spans[0]: whoever writes the text',
  ],
])('results: %s', async (_, result, wanted) => {
  const found = await ofResult(result);
  expect(found).toHaveLength(1);
  expect(found[0]).toContain(wanted);
});

proves('policy/check-lists', async () => {
  const call = (
    ceiling: string,
    when: CallRuleSource['when'],
    rest: Omit<CallRuleSource, 'when'>,
  ): CallSource => ({ ceiling, rules: [{ when, ...rest }] });
  const holdsBack = /rules\[0\]\.when\.to: this holds back the texts that it lists/;
  for (const when of [
    { to: 'boss' },
    { to: ['a', 7] },
    { to: '@staff' },
    { to: { matches: 'b.*' } },
  ]) {
    const groups = { staff: ['ann'] };
    const found = await warnings(
      { result: plainResult, call: call(high, when, { ceiling: low }) },
      { groups },
    );
    expect(found).toEqual([expect.stringMatching(holdsBack)]);
    const wide = { result: plainResult, call: call(low, when, { ceiling: high }) };
    expect(await warnings(wide, { groups })).toEqual([]);
  }
  const block = call(high, { to: 'boss' }, { ceiling: high, onViolation: 'block' });
  expect(await ofCall(block)).toEqual([expect.stringMatching(holdsBack)]);
  const others = call(low, { to: { notIn: ['boss'] } }, { ceiling: high });
  expect(await ofCall(others)).toEqual([expect.stringMatching(holdsBack)]);
  for (const when of [{ to: true }, { to: { atLeast: 5 } }, { to: { notIn: ['ann'] } }]) {
    expect(await ofCall(call(high, when, { ceiling: low }))).toEqual([]);
  }
});

proves('policy/check-lists', async () => {
  const readersFrom = ['to'];
  const rule: CallRuleSource = { when: { to: 'boss' }, ceiling: 'untrusted', readersFrom };
  const narrow = await ofCall({ ceiling: 'untrusted & nobody', rules: [rule] });
  expect(narrow).toEqual([expect.stringContaining('holds back')]);
  const known = { when: { to: 'ann' }, ceiling: 'untrusted & readers{ann}' };
  expect(await ofCall({ ceiling: 'trusted', readersFrom, rules: [known] })).toEqual([]);
});

proves('policy/check-lists', async () => {
  const rule = { path: '$.body', label: high, when: { '$.kind': ['secret'] } };
  const raised = await ofResult({ ...plainResult, rules: [rule] });
  expect(raised).toEqual([
    expect.stringContaining('rules[0].when.$.kind: this raises the texts that it lists'),
  ]);
  const common = { format: 'json', label: high, shape: low } as const;
  const kind = { path: '$.kind', label: low };
  expect(await ofResult({ ...common, rules: [{ ...rule, label: low }, kind] })).toEqual([]);
});

test('an answer whose links have no ceiling of their own', async () => {
  const tool = { result: plainResult, call: plainCall };
  const found = await warnings(tool, { answer: { ceiling: 'top' } });
  expect(found).toEqual([
    'answer: links and images in an answer leave the system where it is rendered',
  ]);
});

test.each([
  ['top', ['providerTools.web_search.ceiling: all that the model is shown may go into a call']],
  [high, []],
])('a search with the ceiling %s', async (ceiling, expected) => {
  const providerTools = { web_search: { ceiling, result: high } };
  const tool = { result: plainResult, call: plainCall };
  expect(await warnings(tool, { providerTools })).toEqual(
    expected.map((said) => expect.stringContaining(said)),
  );
});

test('what is not said, and what is said of no tool', async () => {
  const parameters = { type: 'object', properties: { recipient: {} } };
  const tools = ['mails', 'other'].map((name) => ({ name, description: '', parameters }));
  const text = JSON.stringify({ ...linted, unlabelled: 'bottom', tools: { mail: {} } });
  const found = (await checkPolicy(text, { tools })).map(({ message }) => message);
  expect(found).toEqual(
    expect.arrayContaining([
      expect.stringContaining('count as trusted and public'),
      expect.stringContaining('no tool `mail` is declared'),
      expect.stringContaining('`mail` has no `result`'),
      expect.stringContaining('`mail` has no `call`'),
      expect.stringContaining('says nothing of `mails`'),
      expect.stringContaining('says nothing of `other`'),
    ]),
  );
  expect(found).toHaveLength(6);
});

test('a rule whose label does not come down is told which shape to write, and where', async () => {
  const hintOf = async (rules: readonly ResultRuleSource[]): Promise<string | undefined> => {
    const tools = { mail: { result: { format: 'json', label: high, rules }, call: plainCall } };
    const problems = await checkPolicy(JSON.stringify({ ...linted, tools }));
    return problems.find(({ code }) => code === 'shape-raises')?.hint;
  };
  const id = { path: '$.items[*].id', label: low };
  expect(await hintOf([id])).toContain(
    `write \`shape: ${low}\` beside the \`label\` of \`result\``,
  );
  const items = { path: '$.items', label: high };
  const inner = await hintOf([{ ...id, path: '$.items.first.id' }, items]);
  expect(inner).toContain('beside the `label` of `rules[1]`');
  expect(await hintOf([{ path: '$..id', label: low }])).toContain('without `..`');
});
