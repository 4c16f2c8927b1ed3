import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { loadPolicy } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { testPolicyAlone } from '../src/agent-test/test-policy.ts';
import { proves } from '../src/testing/proves.ts';
import { sluice } from './terminal.ts';

const root = path.join(import.meta.dirname, '../../..');
const demo = path.join(root, 'packages/cli/src/demo/sluice.yaml');
const mail = path.join(root, 'examples/sluice.yaml');
const agents = path.join(root, 'examples/agent-test');
const unguarded = path.join(import.meta.dirname, 'unguarded-agent.ts');

interface Report {
  readonly findings: readonly {
    readonly id: string;
    readonly kind: string;
    readonly flow: string;
    readonly texts: { readonly attack: string };
    readonly act: { readonly kind: string; readonly args?: string };
  }[];
  readonly figures: Readonly<Record<string, number>>;
}

async function tested(...args: readonly string[]): Promise<Report & { readonly code: number }> {
  const { code, out, errors } = await sluice(['test', ...args, '--json']);
  if (code === 2) throw new Error(errors);
  return { code, ...(JSON.parse(out) as Report) };
}

function folder(): string {
  return mkdtempSync(path.join(tmpdir(), 'sluice-test-'));
}

function written(name: string, text: string): string {
  const file = path.join(folder(), name);
  writeFileSync(file, text);
  return file;
}

proves('agent-test/unguarded', async () => {
  const { code, findings, figures } = await tested(demo, '--agent', unguarded, '--real-tools');
  expect(code).toBe(1);
  const flows = new Set(findings.map(({ flow }) => flow));
  expect([...flows]).toEqual(
    expect.arrayContaining([
      "list_transactions $[*]['description'] -> send_money",
      "list_transactions $[*]['description'] -> an answer with a link",
      "read_mail $['body'] -> send_money",
      "read_mail $['body'] -> fetch_page",
      'fetch_page -> send_mail',
      "read_channel $[*]['text'] -> post_message",
    ]),
  );
  // The changed account: no instruction, a value that the agent copies into the recipient.
  const copied = findings.filter(
    ({ flow, texts, act }) =>
      flow === "list_transactions $[*]['description'] -> send_money" &&
      act.args?.includes(`"recipient":"${texts.attack}"`),
  );
  expect(copied).not.toEqual([]);
  expect(figures).toMatchObject({ 'test.failed': 0, 'test.unreached': 0 });
});

proves('agent-test/no-false', async () => {
  const alone = await tested(demo);
  expect(alone.findings).toEqual([]);
  expect(alone.figures['test.pairs']).toBeGreaterThan(1000);
  const guarded = await tested(mail, '--agent', path.join(agents, 'ai-sdk.ts'));
  expect(guarded.findings).toEqual([]);
  expect(guarded.code).toBe(0);
});

proves('agent-test/hole', async () => {
  const { code, findings } = await tested(mail, '--agent', path.join(agents, 'ai-sdk-hole.ts'));
  expect(code).toBe(1);
  const flows = findings.map(({ kind, flow }) => `${kind}: ${flow}`);
  expect(flows).toContain('guard: read_mail -> send_money');
});

proves('agent-test/baseline', async () => {
  const looser = readFileSync(mail, 'utf8').replace(
    '{ ceiling: trusted }',
    '{ ceiling: untrusted }',
  );
  const now = await loadPolicy(looser);
  const right = await loadPolicy(readFileSync(mail, 'utf8'));
  const against = { seed: 1, pairsMax: 500 };
  const opened = await testPolicyAlone(now, { ...against, right });
  expect(opened.findings.map(({ kind }) => kind)).toContain('opened');
  expect((await testPolicyAlone(right, { ...against, right })).findings).toEqual([]);
  expect((await testPolicyAlone(right, { ...against, right: now })).findings).toEqual([]);
});

proves('agent-test/seeded', async () => {
  const once = await tested(
    demo,
    '--agent',
    unguarded,
    '--real-tools',
    '--seed',
    '7',
    '--pairs',
    '60',
  );
  const again = await tested(
    demo,
    '--agent',
    unguarded,
    '--real-tools',
    '--seed',
    '7',
    '--pairs',
    '60',
  );
  expect(again.findings).toEqual(once.findings);
  const [first] = once.findings;
  const only = await tested(
    demo,
    '--agent',
    unguarded,
    '--real-tools',
    '--seed',
    '7',
    '--only',
    first?.id ?? '',
  );
  expect(only.findings).toEqual(first === undefined ? [] : [first]);
});

describe('what a policy lets through', () => {
  const open = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  read_mail: { effect: read, description: trusted, call: { ceiling: top }, result: { format: text, label: LABEL } }
  send_money: { description: trusted, call: { ceiling: CEILING }, result: { format: text, label: trusted } }
`;
  const policy = (label: string, ceiling: string): string =>
    written('sluice.yaml', open.replace('LABEL', label).replace('CEILING', ceiling));

  test.each([
    ['a ceiling that strangers reach', 'untrusted', 'untrusted'],
    ['a mail that counts as trusted', 'trusted', 'trusted'],
  ])('%s is found, with what to write', async (_, label, ceiling) => {
    const ran = await sluice(['test', policy(label, ceiling)]);
    expect(ran.code).toBe(1);
    expect(ran.out).toMatch(/read_mail -> send_money|also from .*read_mail/);
    expect(ran.out).toMatch(/accept: \[\{ call: send_money, from: \w+, because: \.\.\. \}\]/);
  });

  test('what is accepted is no finding', async () => {
    const accept = 'accept:\n  - { call: send_money, from: read_mail, because: It pays cents. }\n';
    const failed = '  - { call: send_money, from: send_money, because: Its errors are ours. }\n';
    const plan = written('plan.yaml', `${accept}${failed}`);
    const { findings } = await tested(policy('untrusted', 'untrusted'), '--plan', plan);
    expect(findings.filter(({ flow }) => flow.startsWith('read_mail'))).toEqual([]);
  });
});

describe('reports', () => {
  test('JUnit and SARIF name each flow', async () => {
    const [junit, sarif] = [path.join(folder(), 'out.xml'), path.join(folder(), 'out.sarif')];
    const hole = path.join(agents, 'ai-sdk-hole.ts');
    await tested(mail, '--agent', hole, '--junit', junit, '--sarif', sarif);
    expect(readFileSync(junit, 'utf8')).toMatch(/name="read_mail -&gt; send_money"/);
    const found: unknown = JSON.parse(readFileSync(sarif, 'utf8'));
    const result: unknown = expect.objectContaining({ ruleId: 'guard', level: 'error' });
    expect(found).toMatchObject({ runs: [{ results: [result, result] }] });
  });

  test('an agent that fails is a failure, not a pass', async () => {
    const broken = written(
      'agent.mjs',
      "export const agent = () => { throw new Error('no key'); };\n",
    );
    const ran = await sluice(['test', mail, '--agent', broken]);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('failed, the first with: no key');
  });

  test('a file that is no agent says how one is written', async () => {
    const ran = await sluice(['test', mail, '--agent', written('a.mjs', 'export const a = 1\n')]);
    expect(ran.code).toBe(2);
    expect(ran.errors).toContain('export async function agent');
  });

  test('an agent that a failing tool ends is not at fault', async () => {
    const file = written('agent.mjs', ends);
    const { figures, code } = await tested(mail, '--agent', file);
    expect([code, figures['test.failed'], figures['test.guard']]).toEqual([0, 0, 0]);
  });

  test('an id that no pair has, and a file that is not there, are mistakes', async () => {
    const [only, missing] = [
      await sluice(['test', mail, '--only', 'abc']),
      await sluice(['test', mail, '--agent', 'nowhere.ts']),
    ];
    expect([only.code, missing.code]).toEqual([2, 2]);
    expect(only.errors).toContain('no pair of runs has the id `abc`');
    expect(missing.errors).toContain('`nowhere.ts` does not exist');
  });

  test('an agent that never looks is not called safe', async () => {
    const idle = written('agent.mjs', "export const agent = async () => 'Done.';\n");
    const { figures, code } = await tested(mail, '--agent', idle);
    expect(figures['test.unreached']).toBe(figures['test.pairs']);
    expect(code).toBe(1);
  });
});

/** Makes the calls that its model wants, but no payment, and ends where a tool fails. */
const ends = `
export async function agent({ prompt, tools, baseURL }) {
  const messages = [{ role: 'user', content: prompt }];
  for (;;) {
    const body = JSON.stringify({ messages });
    const asked = await fetch(baseURL + '/chat/completions', { method: 'POST', body });
    const { message } = (await asked.json()).choices[0];
    messages.push(message);
    if (!message.tool_calls) return message.content.replaceAll('](', '] (');
    for (const { id, function: { name, arguments: args } } of message.tool_calls) {
      const ran = name === 'send_money' || tools.find((tool) => tool.name === name).execute(JSON.parse(args));
      messages.push({ role: 'tool', tool_call_id: id, content: String(await ran) });
    }
  }
}
`;

describe('an agent that is a program', () => {
  const program = (isGuarded: boolean): string => `
const { OPENAI_BASE_URL: model, SLUICE_TEST_TOOLS: tools } = process.env;
let prompt = '';
for await (const text of process.stdin) prompt += text;
const messages = [{ role: 'user', content: prompt }];
for (let step = 0; step < 9; step += 1) {
  const asked = await fetch(model + '/chat/completions', { method: 'POST', body: JSON.stringify({ messages }) });
  const { message } = (await asked.json()).choices[0];
  messages.push(message);
  if (!message.tool_calls) { console.log(message.content); break; }
  for (const { id, function: { name, arguments: args } } of message.tool_calls) {
    const refused = ${String(isGuarded)} && name === 'send_money';
    const ran = refused ? undefined : await fetch(tools + '/' + name, { method: 'POST', body: args });
    messages.push({ role: 'tool', tool_call_id: id, content: ran ? await ran.text() : 'refused' });
  }
}
`;

  test.each([
    ['without a guard is found out', false, ['read_mail -> send_money']],
    ['that refuses to pay passes', true, []],
  ])('%s', async (_, isGuarded, flows) => {
    const file = written('agent.mjs', program(isGuarded));
    const command = `${process.execPath} ${file}`;
    const { findings, figures } = await tested(mail, '--command', command, '--pairs', '12');
    const paid = findings.filter(({ flow }) => flow === 'read_mail -> send_money');
    expect([...new Set(paid.map(({ flow }) => flow))]).toEqual(flows);
    expect(figures['test.failed']).toBe(0);
  });
});
