import { expect, test } from 'vitest';
import { Content, type Region } from '../../history/content.ts';
import { proves } from '../../testing/proves.ts';
import { testPolicy } from '../cases.ts';
import { explainPolicy, printExplanation } from '../explain.ts';
import { checkPolicy, loadPolicy } from '../load.ts';
import type { Policy } from '../policy.ts';

const start = `
version: 1
lattice: { integrity: { chain: [trusted, untrusted] }, confidentiality: { readers: any } }
onViolation: ask
answer: { ceiling: top, withLinks: bottom }
tools:
`;

const file = `${start}
  read_file:
    effect: read
    call: { ceiling: top }
    result:
      format: text
      label: untrusted & nobody
      rules:
        - path: $
          args: { path: { under: /srv/handbook } }
          label: trusted & everyone
      spans: [{ from: '---', label: untrusted & everyone }]
  list:
    result:
      format: json
      label: untrusted & everyone
      shape: trusted & everyone
      rules:
        - { path: $.name, label: trusted & everyone, args: { folder: inbox } }
        - { path: $.secret, label: trusted & nobody, args: { folder: { notIn: [public] } } }
        - { path: $.secret, label: trusted & everyone }
  browse:
    result:
      format: auto
      label: untrusted & everyone
      rules:
        - { path: $, label: trusted & everyone, args: { url: { host: acme.example } } }
`;

interface Asked {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>> | undefined;
  readonly text: string;
  readonly failed?: boolean;
}

function labelled(policy: Policy, { failed = false, ...result }: Asked): Content {
  return policy.labelResult({ ...result, failed });
}

function labels(policy: Policy, asked: Asked): Readonly<Record<string, string>> {
  const found: Record<string, string> = {};
  const visit = ({ path, label, parts }: Region): void => {
    found[path] = label.text;
    parts.forEach(visit);
  };
  visit(labelled(policy, asked).root);
  return found;
}

const trusted = 'trusted & everyone';
const secret = 'untrusted & nobody';

proves('policy/result-by-arguments', async () => {
  const policy = await loadPolicy(file);
  const read = (args: Asked['args']): string | undefined =>
    labels(policy, { tool: 'read_file', args, text: 'the text' })['$'];
  expect(read({ path: '/srv/handbook/pay.md' })).toBe(trusted);
  // The same text once more: what is remembered of one call is not taken for another.
  expect(read({ path: '/etc/passwd' })).toBe(secret);
  expect(read({ path: '/srv/handbook/../secret' })).toBe(secret);
  expect(read({ path: '/srv/handbook/pay.md' })).toBe(trusted);
  for (const args of [
    undefined,
    {},
    { path: 7 },
    { path: 'pay.md' },
    { path: ['/srv/handbook/a', '/b'] },
  ]) {
    expect(read(args), JSON.stringify(args)).toBe(secret);
  }
  const list = (args: Asked['args']): Readonly<Record<string, string>> =>
    labels(policy, { tool: 'list', args, text: '{"name":"a","secret":"b"}' });
  expect(list({ folder: 'inbox' })).toMatchObject({
    "$['name']": trusted,
    "$['secret']": 'trusted & nobody',
  });
  expect(list({ folder: 'public' })).toMatchObject({
    "$['name']": 'untrusted & everyone',
    "$['secret']": trusted,
  });
  // A rule that raises is not known to hold of a call that is not known: it is joined in.
  expect(list(undefined)).toMatchObject({
    "$['name']": 'untrusted & everyone',
    "$['secret']": 'trusted & nobody',
  });
});

test('plain text under `auto`, spans, failures and what is not read', async () => {
  const policy = await loadPolicy(file);
  const browse = (url: string, text = 'plain'): string | undefined =>
    labels(policy, { tool: 'browse', args: { url }, text })['$'];
  expect(browse('https://acme.example/a')).toBe(trusted);
  expect(browse('https://acme.example/a', '{"a":1}')).toBe(trusted);
  expect(browse('https://acme.example@evil.example/')).toBe('untrusted & everyone');
  const args = { path: '/srv/handbook/a' };
  const spans = labelled(policy, { tool: 'read_file', args, text: 'a---b' }).root.parts;
  expect(spans.map(({ label }) => label.text)).toEqual([trusted, 'untrusted & everyone']);
  const failed = labels(policy, { tool: 'read_file', args, text: 'no', failed: true });
  expect(failed['$']).toBe(secret);
  expect(policy.labelOpaqueResult('read_file', false).text).toBe(secret);
});

test('the floor of a tool is below every label that a call can get', async () => {
  const policy = await loadPolicy(file);
  expect(policy.resultFloor('read_file').text).toBe(trusted);
});

test('a case and an explanation take the arguments of the call', async () => {
  const policy = await loadPolicy(file);
  const result = { tool: 'read_file', text: 'a' };
  const [within, without] = testPolicy(policy, [
    { result: { ...result, args: { path: '/srv/handbook' } }, expect: { $: trusted } },
    { result, expect: { $: secret } },
  ]);
  expect(within?.passed).toBe(true);
  expect(without?.passed).toBe(true);
  const explained = explainPolicy(policy, {
    tool: 'read_file',
    args: '{"path":"/srv/handbook/a"}',
    result: { text: 'a', failed: false },
  });
  const clearance = policy.space.top;
  expect(printExplanation(policy.space, explained, { clearance })).toContain(
    '$: trusted & everyone (read_file $)',
  );
});

test.each([
  ['{ path: $.a, label: top }', 'plain text has no paths'],
  ['{ path: $, label: top, when: { $.a: 1 } }', 'conditions on the call stand under `args`'],
  ['{ path: $, label: top, args: {} }', 'args'],
  ['{ path: $, label: top, args: { path: { under: ~/a } } }', 'not the path of a folder'],
  ['{ path: $, label: top, args: { url: { host: 10.0.0.1 } } }', 'not the name of a host'],
])('%s is a mistake on text', async (rule, message) => {
  const text = `${start}  a: { result: { format: text, label: top, rules: [${rule}] } }`;
  await expect(loadPolicy(text)).rejects.toThrow(message);
});

test.each([
  ['{ path: { under: /a, host: a.example } }', 'rule-idle'],
  ['{ path: { notIn: [/etc/passwd] } }', 'list-holds-back'],
])('check warns of %s', async (args, code) => {
  const rule = `{ path: $, label: trusted & everyone, args: ${args} }`;
  const text = `${start}  a: { result: { format: text, label: top, rules: [${rule}] } }`;
  const found = await checkPolicy(text);
  expect(found.map((each) => each.code)).toContain(code);
});
