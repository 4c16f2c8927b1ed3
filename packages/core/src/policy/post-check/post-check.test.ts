import { describe, expect, test } from 'vitest';
import { monitorOf, toolbox } from '../../../test/monitor-fixture.ts';
import { SluiceError } from '../../errors.ts';
import { limits } from '../../limits.ts';
import { proves } from '../../testing/proves.ts';
import { checkPolicy, definePolicy, loadPolicy } from '../load.ts';
import type { Policy } from '../policy.ts';
import type { PolicySource, PostCheckSource } from '../source.ts';
import { layersOf } from './layers.ts';
import { postCheckOf } from './post-check.ts';

const lookalikes: Readonly<Record<string, string>> = { е: 'e', К: 'K', ѕ: 's', Т: 'T' };

/** A few letters of Unicode's table, which is no part of the core. */
function skeleton(text: string): string {
  return text.replaceAll(/\P{ASCII}/gu, (letter) => lookalikes[letter] ?? letter);
}

const secret = 'Kestrel_4471-heron';

const base: PolicySource = {
  version: 1,
  lattice: { integrity: { chain: ['trusted', 'untrusted'] } },
  onViolation: 'ask',
  answer: { ceiling: 'untrusted' },
  tools: {
    send: {
      result: { format: 'text', label: 'trusted' },
      description: 'trusted',
      call: { ceiling: 'untrusted' },
    },
  },
};

function gated(...postCheck: readonly PostCheckSource[]): Promise<Policy> {
  return definePolicy({ ...base, postCheck }, { skeleton });
}

const spellings: readonly (readonly [string, string])[] = [
  ['as it is', secret],
  ['in other case', 'kESTREL_4471-HERON'],
  ['spaced out', secret.split('').join(' ')],
  ['with invisible letters', secret.split('').join('\u200B')],
  ['with accents', secret.split('').join('\u0301\u0316')],
  ['in lookalikes', 'Кеѕtrеl_4471-hеron'],
  ['full width', 'Ｋｅｓｔｒｅｌ_4471-ｈｅｒｏｎ'],
  [
    'in tag characters',
    secret
      .split('')
      .map((each) => tag(each))
      .join(''),
  ],
  ['with digits for letters', 'K35tr3l_4471-h3r0n'],
  ['backwards', secret.split('').toReversed().join('')],
  ['as rot13', 'Xrfgery_4471-urebá'.replace('á', 'a')],
  ['as base64', btoa(secret)],
  ['as base64 behind other letters', `key${btoa(secret)}`],
  ['as base64 in lines', btoa(secret).replaceAll(/(.{5})/g, '$1\r\n')],
  ['as base64 with invisible letters', btoa(secret).split('').join('\u200B')],
  ['as base64 with accents', btoa(secret).split('').join('\u0301')],
  ['as base64 in full width', wide(btoa(secret))],
  ['in percent in full width', wide(hexOf(secret, '%', { first: true }))],
  ['as base64url', btoa(secret).replaceAll('=', '').replaceAll('+', '-')],
  ['as base64 three times', btoa(btoa(btoa(secret)))],
  ['as hexadecimal', hexOf(secret, '')],
  ['as hexadecimal with colons', hexOf(secret, ':')],
  ['in percent', hexOf(secret, '%', { first: true })],
  ['in percent of base64', encodeURIComponent(btoa(`x ${secret}`))],
  ['quoted-printable', `${hexOf('Kestrel', '=', { first: true })}=\r\n_4471-heron`],
  [
    'in HTML by number',
    secret
      .split('')
      .map((each) => `&#${each.codePointAt(0)};`)
      .join(''),
  ],
  ['in HTML by name', 'Kestrel&lowbar;4471-h&escr;ron'],
  ['in HTML inside percent', encodeURIComponent('&#75;estrel_4471-heron')],
  [
    'with backslashes',
    secret
      .split('')
      .map((each) => `\\u00${hexOf(each, '')}`)
      .join(''),
  ],
];

function wide(text: string): string {
  return text.replaceAll(/[!-~]/g, (each) =>
    String.fromCodePoint((each.codePointAt(0) ?? 0) + 0xfe_e0),
  );
}

function tag(letter: string): string {
  return String.fromCodePoint(0xe_00_00 + (letter.codePointAt(0) ?? 0));
}

function hexOf(text: string, mark: string, { first = false } = {}): string {
  const bytes = text.split('').map((each) => (each.codePointAt(0) ?? 0).toString(16));
  return `${first ? mark : ''}${bytes.join(mark)}`;
}

const denied = { kind: 'deny', rule: 'deploy key', reason: 'forbidden-text' };

proves('policy/post-check', async () => {
  const policy = await gated({ name: 'deploy key', values: [secret] });
  for (const [how, written] of spellings) {
    expect(policy.ruleAnswer(`It says ${written}, I think.`), how).toEqual(denied);
    const args = JSON.stringify({ to: 'ann', note: { deep: [`so: ${written}`] } });
    expect(policy.ruleCall('send', args), how).toEqual(denied);
  }
  expect(policy.ruleCall('send', '{"a":"Kestrel_","b":["4471-he","ron"]}')).toEqual(denied);
  expect(policy.ruleCall('send', `{"${secret}": 1}`)).toEqual(denied);
  expect(policy.ruleCall('another', `{"a": "${secret}"}`)).toEqual(denied);
  // Nothing of it is there: the policy's own word stands.
  expect(policy.ruleAnswer('The heron stood by the river at 4471.').kind).toBe('ceiling');
  expect(policy.ruleCall('send', '{"note":"Kestrels fly"}').kind).toBe('ceiling');
});

test('a pattern is looked for in the text and in what it encodes, as it reads', async () => {
  const policy = await gated({ pattern: 'AKIA[0-9A-Z]{16}' });
  const key = 'AKIA0123456789ABCDEF';
  for (const text of [key, btoa(key), key.replaceAll('A', '&#65;'), key.split('').join('\u200B')]) {
    expect(policy.ruleAnswer(`here: ${text}`)).toMatchObject({ kind: 'deny', rule: 'postCheck' });
  }
  expect(policy.ruleAnswer('AKIA is a prefix').kind).toBe('ceiling');
});

test('an entry is named by what was found, and a denial of the policy itself stands', async () => {
  const policy = await gated(
    { name: 'one', values: ['first-value'] },
    { name: 'two', values: secret },
  );
  expect(policy.ruleAnswer(`a ${secret}`)).toMatchObject({ rule: 'two' });
  expect(policy.ruleCall('send', `{"a":"${secret}","a":1}`)).toMatchObject({
    reason: 'duplicate-keys',
  });
});

describe('closed', () => {
  proves('policy/post-check-closed', async () => {
    const policy = await gated({ name: 'deploy key', values: [secret] });
    const long = 'x '.repeat(limits.postCheckCharactersMax / 2 + 1);
    expect(policy.ruleAnswer(long)).toEqual(denied);
    expect(policy.ruleAnswer(long.slice(2)).kind).toBe('ceiling');
    // Each layer of it decodes to as much at every shift.
    expect(policy.ruleAnswer(`%56${'V'.repeat(60_000)}`)).toEqual(denied);
    const patterned = await gated({ name: 'deploy key', pattern: 'AKIA.{16}' });
    // One letter that reads as eighteen: a text that is too long for a pattern.
    expect(patterned.ruleAnswer('\uFDFA'.repeat(10_000))).toEqual(denied);
    expect(patterned.ruleAnswer('\uFDFA'.repeat(1_000)).kind).toBe('ceiling');
    const failing = await definePolicy(
      { ...base, postCheck: [{ values: [secret] }] },
      { skeleton: throwsFor('ж') },
    );
    expect(failing.ruleAnswer('ж')).toMatchObject({ kind: 'deny', reason: 'policy-failed' });
    await expect(definePolicy({ ...base, postCheck: [{ values: [secret] }] })).rejects.toThrow(
      'look alike',
    );
  });

  test.each<[string, PostCheckSource, string]>([
    ['a short value', { values: ['a-1.b'] }, 'too short'],
    ['a number', { values: JSON.parse('[44714471]') }, 'no text'],
    ['an empty text', { values: '' }, 'too short'],
    ['nothing', { name: 'x' }, 'names nothing'],
    ['an empty list', { values: [] }, 'names nothing'],
    ['a broken pattern', { pattern: '(' }, 'not a regular expression'],
  ])('%s is a mistake', async (_, entry, message) => {
    await expect(gated(entry)).rejects.toThrow(message);
  });
});

function throwsFor(letter: string) {
  return (text: string): string => {
    if (text.includes(letter)) throw new Error(text);
    return text;
  };
}

proves('policy/post-check-secret', async () => {
  const [one, other] = [await gated({ values: [secret] }), await gated({ values: ['another-1'] })];
  expect(one.hash).toBe(other.hash);
  expect(one.hash).not.toBe((await gated({ values: ['a-first', 'a-second'] })).hash);
  for (const values of [['4471'], 'h_4471', [44714471]]) {
    const text = `version: 1\npostCheck: [{ values: ${JSON.stringify(values)} }]`;
    const printed = JSON.stringify(await checkPolicy(text, { skeleton }));
    expect(printed).not.toContain('4471');
  }
  const bare = await checkPolicy(`version: 1\npostCheck: ${secret}`, { skeleton });
  expect(JSON.stringify(bare)).not.toContain('4471');
  const said = await loadPolicy('postCheck: 1', { skeleton }).catch((error: unknown) => error);
  expect(said).toBeInstanceOf(SluiceError);
  const { monitor } = monitorOf({
    script: (_, turn) => (turn === 0 ? { calls: [{ tool: 'send', args: { a: secret } }] } : secret),
    policy: one,
    tools: toolbox({ send: 'sent' }),
  });
  const { outcome, text } = await monitor.turn('go');
  expect(outcome).toBe('answer-refused');
  expect(text).not.toContain('4471');
  const refused = monitor.events.filter(({ type }) => type === 'call-refused');
  expect(refused).toMatchObject([{ reason: 'forbidden-text' }]);
  expect(JSON.stringify(refused)).not.toContain('4471');
});

proves('policy/post-check-whole', async () => {
  for (const [postCheck, heard] of [
    [[], 'done'],
    [[{ values: [secret] }], ''],
  ] as const) {
    const source = postCheck.length === 0 ? base : { ...base, postCheck };
    const { monitor } = monitorOf({
      script: () => 'done',
      policy: await definePolicy(source, { skeleton }),
    });
    let streamed = '';
    const { text } = await monitor.turn('look', {
      onText: (delta) => {
        streamed += delta;
      },
    });
    expect(text).toBe('done');
    expect(streamed).toBe(heard);
  }
});

proves('policy/post-check-linear', () => {
  const texts = ['Q', 'QUFB', 'ab ', '%41', '=41', '&#65;', '\\u0041', '41:', '{"a":', 'e\u0301'];
  const max = limits.postCheckCharactersMax;
  for (const piece of texts) {
    const layers = layersOf(piece.repeat(max / piece.length)) ?? [];
    const work = layers.reduce((sum, each) => sum + each.length, 0);
    expect(work, piece).toBeLessThanOrEqual(14 * max);
  }
  let asked = 0;
  const gate = postCheckOf([{ name: 'x', values: ['abcdefg'], pattern: undefined }], {
    skeleton: (text) => {
      asked += text.length;
      return text;
    },
  });
  asked = 0;
  gate.finds('é '.repeat(max / 4));
  const half = asked;
  asked = 0;
  gate.finds('é '.repeat(max / 2));
  expect(asked / half).toBeLessThan(2.1);
});

proves('policy/post-check-reply', async () => {
  let asked = 0;
  const counted = (text: string): string => {
    asked += text.length;
    return text;
  };
  const policy = await definePolicy(
    { ...base, postCheck: [{ values: [secret] }] },
    { skeleton: counted },
  );
  const args = JSON.stringify({ a: `é${'a '.repeat(limits.postCheckCharactersMax / 2 - 8)}` });
  const calls = Array.from({ length: 60 }, () => ({ tool: 'send', args: JSON.parse(args) }));
  const { monitor } = monitorOf({
    script: (_, turn) => (turn === 0 ? { calls } : 'done'),
    policy,
    tools: toolbox({ send: 'sent' }),
  });
  asked = 0;
  policy.ruleCall('send', args);
  const once = asked;
  asked = 0;
  await monitor.turn('go');
  const whole = Math.floor(limits.postCheckReplyCharactersMax / (args.length + 'send'.length));
  expect(asked).toBeLessThanOrEqual((whole + 1) * once);
  const decided = monitor.events.flatMap((each) =>
    each.type === 'call-decided' ? [each.decision] : [],
  );
  expect(decided.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: whole }, () => 'allow'),
    ...Array.from({ length: calls.length - whole }, () => 'deny'),
  ]);
  expect(decided.at(-1)).toMatchObject({ rule: 'postCheck', reason: 'forbidden-text' });
});

/** A value as somebody may write it who does not know how, or whom the editor has helped. */
const odd = [
  (value: string) => `values: !${value} a`,
  (value: string) => `values: [!!${value} aaaaaaaa]`,
  (value: string) => `values: !<${value}> a`,
  (value: string) => `values: *${value}`,
  (value: string) => `values: [&${value} x, *${value}]`,
  (value: string) => `values: [&${value} x, &${value} y]`,
  (value: string) => `values: [*${value}]`,
  (value: string) => `values: |${value}`,
  (value: string) => `values: >${value}`,
  (value: string) => `values: "\\x${value}"`,
  (value: string) => `values: '${value}`,
  (value: string) => `values: [${value}`,
  (value: string) => `values: ]${value}`,
  (value: string) => `values: {a: ${value}}`,
  (value: string) => `values: {${value}: 1, ${value}: 2}`,
  (value: string) => `values: [[${value}], {${value}: 1}]`,
  (value: string) => `${value}: 1`,
  (value: string) => `<<: *${value}`,
  (value: string) => `value: ${value}`,
  (value: string) => `name: [${value}]`,
  (value: string) => `pattern: { a: ${value} }`,
];

const around = [
  (entry: string) => `postCheck:\n  - ${entry}\n`,
  (entry: string) => `postCheck: [{ ${entry} }]\n`,
  (entry: string) => `postCheck:\n  ${entry}\n`,
  (entry: string) => `postChecks: [{ ${entry} }]\n`,
  (entry: string) => `post-check:\n- ${entry}\n`,
  (entry: string) => `answer:\n  ceiling: top\n  postCheck:\n  - ${entry}\n`,
];

proves('policy/post-check-secret', async () => {
  for (const [at, write] of odd.entries()) {
    for (const [where, place] of around.entries()) {
      const text = `version: 1\n${place(write(secret))}`;
      const printed = JSON.stringify(await checkPolicy(text, { skeleton }));
      expect(printed, `${at} ${where}`).not.toMatch(/kestrel|4471|heron/i);
      expect(JSON.parse(printed), `${at} ${where}`).not.toEqual([]);
    }
  }
  for (const number of [
    '44714471',
    '447144714471447144714471',
    '0.44714471447144714471',
    '-4471.5',
  ]) {
    for (const entry of [`values: ${number}`, `values: [${number}]`, `pattern: ${number}`]) {
      const text = `version: 1\npostCheck:\n  - ${entry}\n`;
      expect(JSON.stringify(await checkPolicy(text, { skeleton })), entry).not.toContain('4471');
    }
  }
});

test('elsewhere a mistake is told with what is written', async () => {
  const said = async (text: string): Promise<string> => JSON.stringify(await checkPolicy(text));
  expect(await said('version: !one 1')).toContain('!one');
  expect(await said('version: *one')).toContain('&one');
  expect(await said('version: 9007199254740993')).toContain('9007199254740993');
  // With a line and column, and what can be said without a piece of the text.
  const [problem] = await checkPolicy(`postCheck:\n- values: [a\n  b: *c`, { skeleton });
  expect([problem?.line, problem?.column]).toEqual([3, 3]);
  expect(problem?.message).toMatch(/^the file is not YAML: [A-Z]/);
});
