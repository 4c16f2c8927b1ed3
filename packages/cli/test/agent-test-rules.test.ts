import path from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { project } from './projects.ts';
import { sluice } from './terminal.ts';

interface Report {
  readonly findings: readonly { readonly flow: string; readonly kind: string }[];
  readonly takenRules: readonly { readonly tool: string; readonly rule: string }[];
}

/** The report on a policy whose tool `pay` has this call, and the line about rules. */
async function tested(
  call: string,
  ...more: readonly string[]
): Promise<Report & { readonly code: number; readonly words: string }> {
  const text = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  read_mail: { effect: read, call: { ceiling: top }, result: { format: text, label: untrusted } }
  pay: { call: ${call}, result: { format: text, label: untrusted } }
`;
  const file = path.join(project({ 'sluice.yaml': text }), 'sluice.yaml');
  const { code, out } = await sluice(['test', file, '--json', ...more]);
  const { out: words } = await sluice(['test', file, ...more]);
  return { code, words, ...(JSON.parse(out) as Report) };
}

const small = '{ name: small, when: { amount: { atMost: 5 } }, ceiling: untrusted }';

proves('agent-test/rules', async () => {
  const found = await tested(`{ ceiling: trusted, rules: [${small}] }`);
  expect(found).toMatchObject({ code: 0, takenRules: [{ tool: 'pay', rule: 'small' }] });
  expect(found.words).toContain('calls that a rule lets strangers lead to');
  expect(found.words).toContain('pay (`small`)');
});

test.each([
  ['a ceiling beside a rule', `{ ceiling: untrusted, rules: [${small}] }`],
  [
    'a rule for each call that has an argument',
    '{ ceiling: trusted, rules: [{ when: { amount: { exists: true } }, ceiling: untrusted }] }',
  ],
  [
    'a rule for calls without one',
    '{ ceiling: trusted, rules: [{ when: { note: { exists: false } }, ceiling: untrusted }] }',
  ],
  [
    'a rule for all but a few',
    '{ ceiling: trusted, rules: [{ when: { to: { notIn: [eve] } }, ceiling: untrusted }] }',
  ],
  [
    'a rule for whatever is there, beside one that says which calls',
    `{ ceiling: trusted, rules: [${small}, { when: { to: { exists: true } }, ceiling: untrusted }] }`,
  ],
])('%s is nobody’s word', async (_, call) => {
  const found = await tested(call);
  expect(found.findings.map(({ kind, flow }) => `${kind} ${flow}`)).toContainEqual(
    expect.stringMatching(/^policy .*read_mail.* -> pay/),
  );
  expect(found.code).toBe(1);
});

test('rules that only forbid, and rules of reads, are not named', async () => {
  const lower = '{ name: big, when: { amount: { atLeast: 5 } }, ceiling: bottom }';
  expect(await tested(`{ ceiling: trusted, rules: [${lower}] }`)).toMatchObject({
    code: 0,
    takenRules: [],
  });
});
