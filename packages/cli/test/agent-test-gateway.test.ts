import path from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../src/testing/proves.ts';
import { project, projectWithPackages } from './projects.ts';
import { sluice } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  read_mail: { effect: read, description: trusted, call: { ceiling: top }, result: { format: text, label: untrusted } }
  pay: { description: trusted, call: { ceiling: trusted }, result: { format: text, label: untrusted } }
  wipe: { description: trusted, call: never, result: { format: text, label: untrusted } }
`;

/** A loop over Chat Completions without a guard, as a program. */
const program = `
const { OPENAI_BASE_URL: model, OPENAI_API_KEY: key, SLUICE_TEST_TOOLS: tools } = process.env;
let content = '';
for await (const text of process.stdin) content += text;
const messages = [{ role: 'user', content }];
const functions = await (await fetch(tools)).json();
const declared = functions.map((each) => ({ type: 'function', function: each }));
const headers = { 'content-type': 'application/json', authorization: 'Bearer ' + key };
for (;;) {
  const body = JSON.stringify({ model: 'any', messages, tools: declared });
  const asked = await fetch(model + '/chat/completions', { method: 'POST', headers, body });
  const { message } = (await asked.json()).choices[0];
  messages.push(message);
  if (!message.tool_calls) { console.log(message.content); break; }
  for (const { id, function: { name, arguments: args } } of message.tool_calls) {
    const ran = await fetch(tools + '/' + name, { method: 'POST', body: args });
    messages.push({ role: 'tool', tool_call_id: id, content: await ran.text() });
  }
}
`;

interface Report {
  readonly findings: readonly { readonly flow: string; readonly isSeen: boolean }[];
  readonly asked: readonly { readonly prompt: string; readonly tools: readonly string[] }[];
  readonly failure?: string;
  readonly unreachedBecause?: string;
  readonly figures: Readonly<Record<string, number>>;
}

async function tested(files: Readonly<Record<string, string>>, ...args: readonly string[]) {
  const folder = projectWithPackages({ 'sluice.yaml': policy, 'agent.mjs': program, ...files });
  const agent = path.join(folder, 'agent.mjs');
  const given = args.map((arg) => arg.replace('AGENT', agent));
  const ran = await sluice(['test', path.join(folder, 'sluice.yaml'), ...given, '--json']);
  if (ran.code === 2) throw new Error(ran.errors);
  return { code: ran.code, ...(JSON.parse(ran.out) as Report) };
}

const command = ['--command', `${process.execPath} AGENT`, '--pairs', '8'] as const;

proves('agent-test/gateway', async () => {
  const alone = await tested({}, ...command);
  expect(alone.code).toBe(1);
  expect(alone.findings.map(({ flow }) => flow)).toContainEqual(expect.stringContaining('-> pay'));
  expect(alone.findings.map(({ isSeen }) => isSeen)).not.toContain(true);
  const guarded = await tested({}, ...command, '--gateway');
  expect(guarded).toMatchObject({ code: 0, findings: [] });
  // The person agreed at once to what they had asked for, and was counted.
  expect(guarded.asked).toEqual([{ prompt: 'Call wipe with {}.', tools: ['wipe'] }]);
  expect(guarded.figures).toMatchObject({ 'test.unreached': 0, 'test.failed': 0 });
});

test('a gateway stands before a function too, and before the policy alone there is none', async () => {
  const agent = `${program
    .replace(/const \{ OPENAI[^]*for await[^\n]*/, '')
    .replace(
      'const messages',
      'export async function agent({ prompt: content, tools, baseURL: model, apiKey: key }) {\nconst messages',
    )
    .replace('await (await fetch(tools)).json()', 'tools')
    .replace('console.log(message.content); break;', 'return message.content;')
    .replace(
      /const ran = await fetch[^\n]*/,
      "const ran = await tools.find((tool) => tool.name === name).execute(JSON.parse(args)).catch(() => 'failed');",
    )
    .replace('await ran.text()', 'ran')}}\n`;
  const guarded = await tested({ 'agent.mjs': agent }, '--agent', 'AGENT', '--gateway');
  expect(guarded).toMatchObject({ code: 0, findings: [] });
  const alone = await sluice([
    'test',
    path.join(project({ 'sluice.yaml': policy }), 'sluice.yaml'),
    '--gateway',
  ]);
  expect(alone.code).toBe(2);
  expect(alone.errors).toContain('add `--command COMMAND`, or `--agent FILE`');
});

/** Settings of a gateway with one profile, in the folder that a test of an agent is run in. */
function settings(profile: string): string {
  const upstream = '{ family: openai, baseUrl: "http://127.0.0.1:9/v1", keyFrom: NO_SUCH_KEY }';
  return `upstreams: { mine: ${upstream} }
profiles: { default: { policy: sluice.yaml, openai: mine, ${profile} } }
`;
}

test('the gateway has the profile of the user’s settings', async () => {
  const data = 'to: { form: line, ceiling: untrusted, writes: [], because: Nobody reads it. }';
  const folder = projectWithPackages({
    'sluice.yaml': policy.replace(
      'call: { ceiling: trusted }',
      `call: { ceiling: trusted, data: { ${data} } }`,
    ),
    'agent.mjs': program,
    'plain.yaml': settings('staged: false'),
    'staged.yaml': settings('staged: true'),
    'log.yaml': settings('mode: log'),
  });
  const [file, agent] = ['sluice.yaml', 'agent.mjs'].map((name) => path.join(folder, name));
  const argv = ['test', String(file), '--command', `${process.execPath} ${agent}`, '--gateway'];
  const flows = async (name: string): Promise<string> => {
    const ran = await sluice([
      ...argv,
      '--settings',
      path.join(folder, name),
      '--pairs',
      '3',
      '--json',
    ]);
    if (ran.code === 2) throw new Error(ran.errors);
    expect(ran.errors).toContain(`gateway: profile \`default\` of ${path.join(folder, name)}`);
    return (JSON.parse(ran.out) as Report).findings.map(({ flow }) => flow).join();
  };
  expect(await flows('plain.yaml')).toBe('');
  expect(await flows('staged.yaml')).toContain('-> `to` of pay');
  expect(await flows('log.yaml')).not.toBe('');
  const alone = await sluice(['test', String(file), '--settings', 'gateway.yaml']);
  expect([alone.code, alone.errors.includes('add `--gateway`')]).toEqual([2, true]);
});

proves('agent-test/unseen', async () => {
  const folder = project({ 'sluice.yaml': policy, 'agent.mjs': program });
  const agent = `${process.execPath} ${path.join(folder, 'agent.mjs')}`;
  const argv = ['test', path.join(folder, 'sluice.yaml'), '--command', agent, '--pairs', '2'];
  const { out } = await sluice(argv);
  expect(out).toContain('no guard saw this call: does the agent use the policy?');
});

/** An agent that the AI SDK's adapter guards, and that asks nobody. */
const askless = `
import { createOpenAI } from '@ai-sdk/openai';
import { guard } from '@sluice/core/adapters/ai-sdk';
import { generateText, isStepCount, jsonSchema, tool } from 'ai';
export async function agent({ prompt, baseURL, apiKey, modelName, policy, tools: given }) {
  const model = createOpenAI({ baseURL, apiKey })(modelName);
  const tools = Object.fromEntries(given.map(({ name, description, parameters, execute }) =>
    [name, tool({ description, inputSchema: jsonSchema(parameters), execute: (args) => execute(args) })]));
  const guarded = guard({ model, tools, policy, approver: 'top' });
  const { text } = await generateText({ ...guarded, prompt, stopWhen: isStepCount(10) });
  return text;
}
`;

proves('agent-test/held', async () => {
  const held = await tested({ 'agent.mjs': askless }, '--agent', 'AGENT');
  expect(held.asked).toEqual([{ prompt: 'Call wipe with {}.', tools: ['wipe'] }]);
  expect(held.unreachedBecause).toMatch(/^its guard held the call of `wipe`, and nobody was asked/);
});

test('a call that the policy holds is not said to be the agent’s fault', async () => {
  const waits = program.replace(
    'if (!message.tool_calls)',
    "if (message.tool_calls?.[0].function.name === 'wipe') break;\n  if (!message.tool_calls)",
  );
  const { unreachedBecause } = await tested({ 'agent.mjs': waits }, ...command);
  expect(unreachedBecause).toContain('the policy holds this call until a person says yes');
  expect(unreachedBecause).toContain('`--gateway`');
});

test.each(['JSON.stringify(args)', 'args'])('a person is asked about %s', async (given) => {
  const asks = `
export async function agent({ prompt, tools, baseURL, approve }) {
  const messages = [{ role: 'user', content: prompt }];
  for (;;) {
    const body = JSON.stringify({ messages });
    const asked = await fetch(baseURL + '/chat/completions', { method: 'POST', body });
    const { message } = (await asked.json()).choices[0];
    messages.push(message);
    if (!message.tool_calls) return message.content.replaceAll('](', '] (');
    for (const { id, function: call } of message.tool_calls) {
      const args = JSON.parse(call.arguments);
      const yes = call.name === 'read_mail' || approve({ tool: call.name, args: ${given} });
      const ran = yes && tools.find(({ name }) => name === call.name).execute(args).catch(() => 'failed');
      messages.push({ role: 'tool', tool_call_id: id, content: String(await ran) });
    }
  }
}
`;
  const { code, findings, figures } = await tested({ 'agent.mjs': asks }, '--agent', 'AGENT');
  expect([code, findings]).toEqual([0, []]);
  expect(figures['test.unreached']).toBe(0);
});
