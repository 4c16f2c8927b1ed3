import { expect, test } from 'vitest';
import { SluiceError } from '../errors.ts';
import { limits } from '../limits.ts';
import { proves } from '../testing/proves.ts';
import { checkPolicy, definePolicy, loadPolicy, printProblem } from './load.ts';
import type { PolicySource } from './source.ts';

const head = `version: 1
lattice:
  integrity: { chain: [trusted, untrusted] }
  confidentiality: { readers: any }
onViolation: ask
answer: { ceiling: top }
`;

/** The text of the file, then `line:column`, a part of the message, a part of the hint. */
const mistakes: readonly (readonly [string, string, string, string])[] = [
  ['', '1:1', 'a mapping is wanted', '`version`'],
  [`${head}tools: {}\nmodels: [`, '8:10', 'not YAML', 'quotes'],
  [`${head}tools: {}\ntools: {}`, '8:1', 'not YAML', 'each key once'],
  [`${head}tools:\n\tpay: {}`, '8:1', 'not YAML', 'spaces instead of tabs'],
  [`${head}tools: {}\n---\na: 1`, '8:1', 'not YAML', 'leave out the `---`'],
  [`${head}tools: *a`, '7:8', 'no anchor', 'write `&a` before'],
  [
    `${head}tools:\n  pay: { call: { ceiling: top, rules: [{ when: { id: 9007199254740993 } }] } }`,
    '8:54',
    'would be read as `9007199254740992`',
    'quotes around it',
  ],
  [`${head}toolz: {}`, '7:1', 'unknown key `toolz`', '`tools`'],
  [head, '1:1', '`tools` is missing', 'add `tools: {}`'],
  [head.replace('version: 1', ''), '2:1', '`version` is missing', 'add `version: 1`'],
  [head.replace('version: 1', 'version: 2'), '1:10', '`2` is not allowed here', 'write `1`'],
  [head.replace('version: 1', 'version:'), '1:9', 'a value is missing here', 'write `1`'],
  ['version: 1', '1:1', '`answer` is missing', 'add `answer: { ceiling: bottom }`'],
  ['version: 1', '1:1', '`lattice` is missing', '{ integrity: { chain: [trusted, untrusted] } }'],
  [`${head}tools:\n  pay: { call: { ceilling: top } }`, '8:18', 'unknown key', 'write `ceiling`'],
  [`${head}tools:\n  pay: { call: {} }`, '8:16', '`ceiling` is missing', 'ceiling: bottom'],
  [`${head}tools:\n  pay: { effect: reed }`, '8:18', '`reed`', 'write `read`'],
  [`${head}tools:\n  pay: { effect: 3 }`, '8:18', '`3`', '`read` or `write`'],
  [`${head}tools:\n  pay: { call: always }`, '8:16', '`always`', '`never`'],
  [`${head}tools: []`, '7:8', 'a list', 'a mapping'],
  [`${head}tools:\n  pay: { result: { format: json, label: 5 } }`, '8:41', '`5`', 'a label'],
  [
    `${head}tools:\n  pay: { result: { format: json, label: '' } }`,
    '8:41',
    'an empty text',
    'a label',
  ],
  [
    `${head}tools:\n  pay: { call: { ceiling: trusted } }`,
    '8:27',
    'confidentiality',
    '`trusted & everyone` is the lowest label, `trusted & nobody` the highest',
  ],
  [
    `${head}tools:\n  pay: { call: { ceiling: readers{ann, bob} } }`,
    '8:34',
    'not YAML',
    "around a label with braces: `'trusted & readers{ann}'`",
  ],
  [
    `${head}tools:\n  pay: { call: { ceiling: 'readers{ann, bob}' } }`,
    '8:27',
    'integrity',
    "`'trusted & readers{ann, bob}'` is the lowest label",
  ],
  ...['untrusted and nobody', 'untrusted,nobody', 'untrusted AND nobody'].map(
    (label) =>
      [
        `${head}tools:\n  pay: { call: { ceiling: '${label}' } }`,
        '8:27',
        'not a value of any dimension',
        'join the values with `&`: `untrusted & nobody`',
      ] as const,
  ),
  [
    `${head}tools:\n  pay: { call: { ceiling: 'untrusted & readers{@stuff}' } }\ngroups: { staff: [ann] }`,
    '8:27',
    'no group is called `@stuff`',
    'write `@staff`',
  ],
  [
    `${head}tools:\n  pay: { call: { ceiling: 'untrusted & readers{@c}', readersFrom: [to] } }`,
    '8:27',
    'no group is called `@c`',
    'add `c: [...]`',
  ],
  ...(
    [
      ['path: id', '$.id'],
      ['path: [a.b]', '$.a.b'],
      ["path: 'due date'", "$['due date']"],
      ["path: '[*].id'", '$[*].id'],
    ] as const
  ).map(
    ([path, wanted]) =>
      [
        `${head}tools:\n  a: { result: { format: json, label: top, rules: [{ label: top, ${path} }] } }`,
        path.includes('[a') ? '8:73' : '8:72',
        'does not begin with `$`',
        `write \`${wanted}\``,
      ] as const,
  ),
  [
    `${head}tools:\n  a: { result: { format: json, label: top, rules: [{ path: $.a, label: top, when: { id: 1 } }] } }`,
    '8:89',
    'the path `id` does not begin',
    'write `$.id`',
  ],
  [
    `${head}tools:\n  a: { result: { format: json, label: top, rules: [{ path: $.a, label: top, readersFrom: [id] }] } }`,
    '8:91',
    'the path `id` does not begin',
    '`$[*].id` for each item',
  ],
  [`${head}tools:\n  pay: { call: { ceiling: trustd & everyone } }`, '8:27', 'trustd', 'trusted'],
  [
    `${head}tools:\n  mail:\n    call: { ceiling: everyone, readersFrom: [to] }`,
    '9:22',
    'says nothing of `integrity`',
    '`integrity`',
  ],
  [
    `${head}tools:\n  pay: { call: { ceiling: top, readersFrom: [] } }`,
    '8:45',
    'short',
    'at least 1',
  ],
  [`${head}tools:\n  a: { description: { pin: sha256:12 } }`, '8:28', 'not a pin', '64'],
  [
    `${head}tools:\n  a:\n    result:\n      format: json\n      label: top\n      rules:\n        - { path: $[*, label: top }`,
    '13:20',
    'not YAML',
    'quotes',
  ],
  [
    `${head}tools:\n  a:\n    result:\n      format: json\n      label: top\n      rules:\n        - path: $[\n          label: top`,
    '13:17',
    'not a JSONPath',
    '$[*].amount',
  ],
  [
    `${head}tools:\n  a:\n    result:\n      format: json\n      label: top\n      rules:\n        - path: $[?@.a]\n          label: top`,
    '13:17',
    'reads values',
    '`when`',
  ],
  [
    `${head}tools:\n  a: { result: { format: text, label: top, shape: top } }`,
    '8:44',
    'plain text has no paths',
    'spans',
  ],
  [
    `${head}tools:\n  a: { result: { format: text, label: top, rules: [{ path: $.a, label: top }] } }`,
    '8:54',
    'plain text has no paths',
    'spans',
  ],
  [
    `${head}tools:\n  a: { result: { format: json, label: top, spans: [] } }`,
    '8:44',
    'by path',
    'rules',
  ],
  [
    `${head}tools:\n  a: { result: { format: text, label: top, spans: [{ label: top }] } }`,
    '8:52',
    'either a pattern, two marks or one',
    'between',
  ],
  [
    `${head}tools:\n  a: { result: { format: text, label: top, spans: [{ label: top, pattern: '(a*)+' }] } }`,
    '8:75',
    'repeats what may be empty',
    'at least one character',
  ],
  [
    `${head}tools:\n  a: { result: { format: text, label: top, spans: [{ label: top, pattern: '(?=a)' }] } }`,
    '8:75',
    'looks back or ahead',
    '`(?=`',
  ],
  [
    `${head}tools:\n  a: { result: { format: text, label: top, spans: [{ label: top, pattern: 'a{9999}' }] } }`,
    '8:75',
    'counts too far',
    '{1,50}',
  ],
  [
    `${head}tools:\n  a: { call: { ceiling: top, schema: declared } }`,
    '8:38',
    'not among the declared tools',
    'schema',
  ],
  [
    `${head}tools:\n  a: { call: { ceiling: top, rules: [{ when: { b: '@c' }, ceiling: top }] } }`,
    '8:51',
    'no group is called `@c`',
    '`c: [...]`',
  ],
  [
    `${head}tools:\n  a: { call: { ceiling: top, rules: [{ when: { b: {} }, ceiling: top }] } }`,
    '8:51',
    'asks for nothing',
    '`in`',
  ],
  [`${head}tools: {}\ngroups: { a: ['@b'] }`, '8:14', 'no group is called `@b`', '`b: [...]`'],
  [`${head}tools: {}\ngroups: { '@a': [b] }`, '8:11', 'without `@`', 'write `a` here'],
  [
    `${head}tools:\n  a: { call: { ceiling: top, schema: { properties: { b: { pattern: '(a+)+' } } } } }`,
    '8:38',
    'could hang',
    'matches',
  ],
  [head.replace('chain: [trusted, untrusted]', 'chain: []'), '3:23', 'too short', 'at least 1'],
  [
    `${head.replace('chain: [trusted, untrusted]', 'chain: [a, a]')}tools: {}`,
    '3:14',
    'stands twice',
    'once',
  ],
];

proves('policy/errors-say-where', async () => {
  for (const [text, place, message, hint] of mistakes) {
    const problems = await checkPolicy(text);
    const errors = problems.filter((problem) => problem.severity === 'error');
    const found = errors.map((problem) => printProblem(problem, 'sluice.yaml')).join('\n');
    const wanted = errors.some(
      (problem) =>
        `${problem.line}:${problem.column}` === place &&
        problem.message.includes(message) &&
        problem.hint.includes(hint),
    );
    expect.soft(wanted, `${found}\nwanted ${place} ${message} ${hint}`).toBe(true);
    await expect(loadPolicy(text, { file: 'sluice.yaml' })).rejects.toThrow(`sluice.yaml:`);
  }
});

test('a policy that is wrong in many places says so at once, and how many more there are', async () => {
  const tools = Array.from({ length: 8 }, (_, index) => `  t${index}: { effect: x }`).join('\n');
  const failed = loadPolicy(`${head}tools:\n${tools}`, { file: 'p.yaml' });
  await expect(failed).rejects.toBeInstanceOf(SluiceError);
  await expect(failed).rejects.toMatchObject({ code: 'policy-invalid' });
  await expect(failed).rejects.toThrow(/p\.yaml:8:17: error: .*\n(?:.*\n){4}and 3 more$/);
});

test('the mistakes that are told first are those that stand first', async () => {
  const failed = loadPolicy(`tols: {}\n${head.replace('ask', 'aks')}tools: {}`, { file: 'p.yaml' });
  await expect(failed).rejects.toThrow(/^p\.yaml:1:1: .*`tools`.*\np\.yaml:6:14: .*`ask`/);
});

test.each([
  '{ format: text, label: trusted, because: Only staff, not others, write it. }',
  '{ format: text, label: trusted, because: It is printed,never. }',
])('a comma in a text between braces: quotes are what it takes: %s', async (result) => {
  const problems = await checkPolicy(`${head}tools: { a: { call: never, result: ${result} } }`);
  const unknown = problems.find(({ message }) => message.startsWith('unknown key `'));
  expect(unknown?.hint).toContain(
    'a comma ends a text between braces: put quotes around all of it',
  );
});

test('an unknown key hides no other mistake, and is told once', async () => {
  const answers = head.replace('answer:', 'answers:');
  const text = `${answers}tools:\n  pay: { call: { ceiling: trustd & everyone }, efect: read }`;
  const found = (await checkPolicy(text)).map(({ message, hint }) => `${message}; ${hint}`);
  expect(found).toEqual([
    'unknown key `answers`; write `answer`',
    expect.stringContaining('trustd'),
    'unknown key `efect`; write `effect`',
  ]);
  await expect(loadPolicy(text)).rejects.toThrow('unknown key `answers`');
  // A hint leaves out names that are neither known nor like a known one.
  const odd = `${head}zzzzzzzz: 1\ntools:\n  pay: { call: { ceiling: trusted } }`;
  const messages = (await checkPolicy(odd)).map(({ message }) => message);
  expect(messages).toEqual(['unknown key `zzzzzzzz`', expect.stringContaining('confidentiality')]);
});

test('a policy in TypeScript names the place in the object', async () => {
  const source: PolicySource = {
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: 'ask',
    answer: { ceiling: 'top' },
    tools: { pay: { call: { ceiling: 'trustd' } } },
  };
  await expect(definePolicy(source)).rejects.toThrow('tools.pay.call.ceiling: error:');
});

test('a policy that is too large is refused before it is parsed', async () => {
  const text = `# ${'x'.repeat(limits.policyBytesMax)}`;
  await expect(loadPolicy(text)).rejects.toThrow('larger than');
});

test('a policy with too many rules is refused', async () => {
  const rules = Array.from({ length: limits.policyRulesMax + 1 }, () => ({
    path: '$.a',
    label: 'top',
  }));
  const source: PolicySource = {
    version: 1,
    lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
    onViolation: 'ask',
    answer: { ceiling: 'top' },
    tools: { read: { result: { format: 'json', label: 'top', rules } } },
  };
  await expect(definePolicy(source)).rejects.toThrow('1001 rules');
});

proves('policy/same-source-same-hash', async () => {
  const yaml = await loadPolicy(`${head}tools: { pay: { call: { ceiling: trusted & everyone } } }`);
  const reordered = await loadPolicy(
    `tools: { pay: { call: { ceiling: trusted & everyone } } } # a comment\n${head}`,
  );
  const typed = await definePolicy({
    version: 1,
    tools: { pay: { call: { ceiling: 'trusted & everyone' } } },
    lattice: {
      integrity: { chain: ['trusted', 'untrusted'] },
      confidentiality: { readers: 'any' },
    },
    answer: { ceiling: 'top' },
    onViolation: 'ask',
  });
  const other = await loadPolicy(`${head}tools: { pay: { call: { ceiling: top } } }`);
  expect(yaml.hash).toMatch(/^[\da-f]{64}$/);
  expect(reordered.hash).toBe(yaml.hash);
  expect(typed.hash).toBe(yaml.hash);
  expect(other.hash).not.toBe(yaml.hash);
});

proves('policy/every-dimension', async () => {
  const partial = ['trusted', 'everyone', 'readers{alice}', 'integrity:untrusted'];
  for (const label of partial) {
    const text = `${head}tools: { pay: { call: { ceiling: '${label}' } } }`;
    await expect(loadPolicy(text), label).rejects.toMatchObject({ code: 'policy-invalid' });
  }
  for (const label of ['top', 'bottom', 'trusted & everyone', 'untrusted & readers{alice}']) {
    const text = `${head}tools: { pay: { call: { ceiling: '${label}' } } }`;
    await expect(loadPolicy(text), label).resolves.toBeDefined();
  }
});

test.each([
  ['brackets', `${head}tools: ${'['.repeat(20_000)}`],
  ['maps in one line', `${head}tools: ${'{ a: '.repeat(20_000)}`],
  ['dashes', `${head}tools:\n  ${'- '.repeat(20_000)}x\n`],
  ['closed ones', `${head}tools: ${'['.repeat(300)}${']'.repeat(300)}\n`],
  ['lines', `tools:\n${Array.from({ length: 300 }, (_, at) => `${' '.repeat(at)} a:\n`).join('')}`],
])('a file that is nested too deep says so: %s', async (_, text) => {
  const [problem, ...more] = await checkPolicy(text);
  expect(problem?.message).toBe('the file is nested more than 200 levels deep');
  expect([problem?.line, more]).toEqual([expect.any(Number), []]);
});
