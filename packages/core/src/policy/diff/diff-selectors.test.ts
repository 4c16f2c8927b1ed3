import { describe, expect, test } from 'vitest';
import { loadPolicy } from '../load.ts';
import type { Policy } from '../policy.ts';
import { diffPolicies } from './diff.ts';

const head = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] }, confidentiality: { readers: any } }
onViolation: ask
answer: { ceiling: top }
tools:
  secret:
    effect: read
    call: { ceiling: top }
    result: { format: text, label: 'trusted & readers{ann}' }
  web:
    effect: read
    call: { ceiling: top }
    result: { format: text, label: untrusted & everyone }
`;

const pay = (call: string): string => `${head}  pay:\n    call: ${call}\n`;
const when = (path: string): string =>
  pay(
    `{ ceiling: trusted & everyone, rules: [{ when: { "${path}": ann }, ceiling: untrusted & everyone }] }`,
  );
const limit = (path: string): string =>
  pay(`{ ceiling: untrusted & everyone, arguments: { "${path}": { allow: [ann] } } }`);
const readers = (path: string): string => pay(`{ ceiling: trusted, readersFrom: ["${path}"] }`);

const get = (result: string): string =>
  `${head}  pay: { call: { ceiling: trusted & everyone } }
  get:
    effect: read
    call: { ceiling: top }
    result: ${result}
`;
const kept = (path: string, format = 'json'): string =>
  get(
    `{ format: ${format}, label: untrusted & everyone, shape: trusted & everyone, rules: [{ path: "${path}", label: trusted & everyone }] }`,
  );
const written = (path: string): string =>
  get(
    `{ format: json, label: trusted & everyone, rules: [{ path: "${path}", label: untrusted & everyone }] }`,
  );

/** True if the comparison says anything at all. */
async function isSeen(before: string, after: string): Promise<boolean> {
  const diff = diffPolicies(await loadPolicy(before), await loadPolicy(after));
  return [diff.opened, diff.askable, diff.loosened, diff.gaps].some(({ length }) => length > 0);
}

function runs(policy: Policy, label: string, args: object): boolean {
  const ruling = policy.ruleCall('pay', JSON.stringify(args));
  if (ruling.kind !== 'ceiling') return false;
  return policy.space.flowsTo(policy.space.parse(label), ruling.ceiling);
}

const two = { lines: [{ to: 'ann' }, { to: 'eve' }] };
const twoNames = { to: 'ann', cc: 'eve' };
const deep = { to: 'ann', line: { to: 'eve' } };
const stranger = 'untrusted & everyone';
const secret = 'trusted & readers{ann}';

interface Change {
  readonly policy: (path: string) => string;
  readonly paths: readonly [before: string, after: string];
  readonly args: object;
  readonly label: string;
}

const items = { paths: ['$.lines[*].to', '$.lines[0].to'], args: two } as const;
const names = { paths: ["$['to','cc']", "$['to']"], args: twoNames } as const;
const levels = { paths: ['$..to', '$.to'], args: deep } as const;

describe('a call that was held back runs now, and the comparison says so', () => {
  test.each<readonly [string, Change]>([
    ['first item', { ...items, policy: when, label: stranger }],
    [
      'first items',
      { ...items, policy: when, label: stranger, paths: ['$.lines[*].to', '$.lines[:1].to'] },
    ],
    ['limit of first item', { ...items, policy: limit, label: stranger }],
    ['readers of first item', { ...items, policy: readers, label: secret }],
    ['one name of two', { ...names, policy: when, label: stranger }],
    ['readers of one name', { ...names, policy: readers, label: secret }],
    ['limit of one name', { ...names, policy: limit, label: stranger }],
    ['one level', { ...levels, policy: when, label: stranger }],
    ['limit of one level', { ...levels, policy: limit, label: stranger }],
  ])('%s', async (_, { policy, paths: [old, now], args, label }) => {
    const [before, after] = [policy(old), policy(now)];
    expect(runs(await loadPolicy(before), label, args)).toBe(false);
    expect(runs(await loadPolicy(after), label, args)).toBe(true);
    expect(await isSeen(before, after)).toBe(true);
  });
});

/** The integrity of the first place where the text stands. */
function integrityOf(policy: Policy, text: string, needle: string): string {
  const { root } = policy.labelResult({ tool: 'get', text, failed: false, args: undefined });
  const at = text.indexOf(needle);
  let found = root;
  for (;;) {
    const inner = found.parts.find(({ start, end }) => start <= at && at < end);
    if (inner === undefined) return String(found.label.values['integrity']);
    found = inner;
  }
}

describe('a field of strangers that counts as trusted now, and the comparison says so', () => {
  test.each<readonly [string, readonly [before: string, after: string], string]>([
    ['a second name', [kept("$['id']"), kept("$['id','body']")], '{"id":1,"body":"EVIL"}'],
    [
      'a second name of items',
      [kept("$[*]['id']"), kept("$[*]['id','body']")],
      '[{"id":1,"body":"EVIL"}]',
    ],
    ['a second item', [kept('$[0]'), kept('$[0,1]')], '["a","EVIL"]'],
    ['every item', [kept('$[0]'), kept('$[*]')], '["a","EVIL"]'],
    [
      'one name of two',
      [written("$['subject','body']"), written("$['subject']")],
      '{"subject":"a","body":"EVIL"}',
    ],
    [
      'the first item',
      [written('$[*].body'), written('$[0].body')],
      '[{"body":"a"},{"body":"EVIL"}]',
    ],
    ['one level', [written('$..body'), written('$.body')], '{"body":"a","in":{"body":"EVIL"}}'],
    ['another format', [kept('$.body'), kept('$.body', 'yaml')], 'body: EVIL\n'],
  ])('%s', async (_, [before, after], text) => {
    expect(integrityOf(await loadPolicy(before), text, 'EVIL')).toBe('untrusted');
    expect(integrityOf(await loadPolicy(after), text, 'EVIL')).toBe('trusted');
    expect(await isSeen(before, after)).toBe(true);
  });
});

const byHost = (host: string): string =>
  pay(
    `{ ceiling: trusted & everyone, rules: [{ when: { url: { host: '${host}' } }, ceiling: untrusted & everyone }] }`,
  );
const page = (host: string): string =>
  get(
    `{ format: text, label: untrusted & everyone, rules: [{ path: $, args: { url: { host: '${host}' } }, label: trusted & everyone }] }`,
  );
const other = 'https://users.acme.example/';

test('every host of a domain instead of its first', async () => {
  const [before, after] = ['www.acme.example', '*.acme.example'].map(byHost);
  expect(runs(await loadPolicy(before ?? ''), stranger, { url: other })).toBe(false);
  expect(runs(await loadPolicy(after ?? ''), stranger, { url: other })).toBe(true);
  expect(await isSeen(before ?? '', after ?? '')).toBe(true);
});

test('the pages of every host of a domain instead of its first', async () => {
  const [before, after] = ['www.acme.example', '*.acme.example'].map(page);
  const integrityUnder = async (text: string): Promise<unknown> => {
    const policy = await loadPolicy(text);
    const result = { tool: 'get', text: 'EVIL', failed: false, args: { url: other } };
    return policy.labelResult(result).root.label.values['integrity'];
  };
  expect(await integrityUnder(before ?? '')).toBe('untrusted');
  expect(await integrityUnder(after ?? '')).toBe('trusted');
  expect(await isSeen(before ?? '', after ?? '')).toBe(true);
});

test('a field of the answer that is no sink any more', async () => {
  const answers = (path: string): string =>
    head.replace(
      'answer: { ceiling: top }',
      `answer: { ceiling: top, fields: [{ path: "${path}", ceiling: trusted & everyone, optional: true }] }`,
    );
  const [before, after] = ["$['iban','bic']", "$['iban']"].map(answers);
  const text = '{"bic":"EVIL"}';
  const goesOut = async (source: string): Promise<boolean> => {
    const policy = await loadPolicy(source);
    const ruling = policy.ruleAnswer(text, { structured: true });
    return (
      ruling.kind === 'ceiling' &&
      policy.space.flowsTo(policy.space.parse(stranger), ruling.ceiling)
    );
  };
  expect(await goesOut(before ?? '')).toBe(false);
  expect(await goesOut(after ?? '')).toBe(true);
  expect(await isSeen(before ?? '', after ?? '')).toBe(true);
});

test('a further field whose names may read a mail', async () => {
  const mail = (writers: string): string =>
    get(
      `{ format: json, label: untrusted & nobody, shape: untrusted & everyone, rules: [{ path: [$.from, $.cc], label: untrusted & everyone }, { path: $.body, label: untrusted, readersFrom: ["$[${writers}]"] }] }`,
    );
  const [before, after] = ["'from'", "'from','cc'"].map(mail);
  const isForEve = async (source: string): Promise<boolean> => {
    const policy = await loadPolicy(source);
    const { root } = policy.labelResult({
      tool: 'get',
      text: '{"from":"ann","cc":"eve","body":"x"}',
      failed: false,
      args: {},
    });
    const body = root.parts.find(({ path }) => path.includes('body') && !path.endsWith('~'));
    return body?.label.text.includes('eve') === true;
  };
  expect(await isForEve(before ?? '')).toBe(false);
  expect(await isForEve(after ?? '')).toBe(true);
  expect(await isSeen(before ?? '', after ?? '')).toBe(true);
});
