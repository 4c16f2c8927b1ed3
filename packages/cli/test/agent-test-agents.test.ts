import { existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { project, projectWithPackages, ranIn, type Files } from './projects.ts';
import { nextAct } from '../src/agent-test/scripted-model.ts';
import { proves } from '../src/testing/proves.ts';
import { sluice } from './terminal.ts';

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
answer: { ceiling: top, withLinks: trusted }
tools:
  read_order: { effect: read, description: trusted, call: { ceiling: top }, result: { format: text, label: untrusted } }
  refund: { description: trusted, call: { ceiling: trusted }, result: { format: text, label: trusted, because: its own words } }
`;

/** A loop over Chat Completions. It runs what `toolFor` gives, and tells its model of `declared`. */
const loop = `
export async function run({ prompt, baseURL }, { toolFor, declared, pays }) {
  const messages = [{ role: 'user', content: prompt }];
  for (;;) {
    const body = JSON.stringify({ messages, tools: declared });
    const asked = await fetch(baseURL + '/chat/completions', { method: 'POST', body });
    const { message } = (await asked.json()).choices[0];
    messages.push(message);
    if (!message.tool_calls) return message.content.replaceAll('](', '] (');
    for (const { id, function: { name, arguments: args } } of message.tool_calls) {
      const content = name === 'refund' && !pays ? 'refused' : String(await toolFor(name)(JSON.parse(args)));
      messages.push({ role: 'tool', tool_call_id: id, content });
    }
  }
}
`;

const handed = `import { run } from './loop.mjs';
const toolOf = (tools) => (name) => tools.find((tool) => tool.name === name).execute;
`;

/** An agent that does not pay, and is handed tools; \`parts\` are its other exports. */
function agentOf(body: string): Files {
  return { 'sluice.yaml': policy, 'loop.mjs': loop, 'agent.mjs': handed + body };
}

async function tested(files: Files, ...args: readonly string[]) {
  const folder = project(files);
  const file = path.join(folder, 'agent.mjs');
  const ran = await sluice(['test', path.join(folder, 'sluice.yaml'), '--agent', file, ...args]);
  return { ...ran, folder };
}

const good = 'export const agent = (given) => run(given, { toolFor: toolOf(given.tools) });\n';

describe('an agent in TypeScript', () => {
  const inTypeScript = (main: string): Files => ({
    'sluice.yaml': policy,
    'package.json': '{ "type": "module" }',
    'agent.ts': main,
    'loop.ts': loop
      .replaceAll(
        '({ prompt, baseURL }, { toolFor, declared, pays })',
        '(given: any, { toolFor, declared, pays }: any) { const { prompt, baseURL } = given;',
      )
      .replace('{ const { prompt, baseURL } = given; {', '{ const { prompt, baseURL } = given;'),
    'inner/index.ts': `export { run } from '../loop.js';\n`,
  });

  test('imports its other files as TypeScript names them', () => {
    const main = `import { run } from './inner';\nimport type { AgentRun } from 'sluice/test';
const toolOf = (tools: AgentRun['tools']) => (name: string) => tools.find((tool) => tool.name === name)?.execute;
export const agent = (given: AgentRun) => run(given, { toolFor: toolOf(given.tools) });\n`;
    const ran = ranIn(project(inTypeScript(main)), ['test', '--agent', 'agent.ts']);
    expect([ran.code, ran.errors]).toEqual([0, '']);
    expect(ran.out).toContain('No attack acted.');
  });

  test.each([
    [
      'a package that is not there',
      `import x from 'no-such-package';`,
      /install it; or if tsconfig/,
    ],
    [
      'what is no JavaScript with types',
      'enum A { B }\nexport const agent = () => A.B;',
      /esbuild agent\.ts/,
    ],
    ['a mistake of its own', `throw new Error('no key');`, /cannot be loaded: no key/],
  ])('that cannot be loaded says what to type: %s', (_, main, said) => {
    const ran = ranIn(project(inTypeScript(main)), ['test', '--agent', 'agent.ts']);
    expect(ran.code).toBe(2);
    expect(ran.errors).toMatch(said);
  });
});

const own = (name: string): string => `
import { writeFileSync } from 'node:fs';
const ran = (tool) => () => { writeFileSync(new URL('./' + tool, import.meta.url), ''); return 'done'; };
export const ${name} = () => ['read_order', 'refund'].map((tool) =>
({ name: tool, description: '', parameters: { type: 'object' }, execute: ran(tool) }));
`;

proves('agent-test/handed-tools', async () => {
  const plain = await tested(agentOf(good + own('tools')));
  expect([plain.code, existsSync(path.join(plain.folder, 'read_order'))]).toEqual([0, false]);
  const tasks = `export const tasks = [{ prompt: 'Look.', calls: [{ read_order: {} }] }];`;
  const real = await tested(agentOf(good + own('tools') + tasks), '--real-tools');
  expect(real.errors).toBe('');
  expect(existsSync(path.join(real.folder, 'read_order'))).toBe(true);
  expect(existsSync(path.join(real.folder, 'refund'))).toBe(false);

  const agent = `${own('mine')}
export const agent = (given) => run(given, { pays: true, toolFor: toolOf(mine()) });\n`;
  const { code, errors, folder } = await tested(agentOf(agent));
  expect(code).toBe(2);
  expect(errors).toContain('without the `read_order` that it was handed, so nothing was tried');
  expect(errors).toContain('agent({ tools })');
  expect(existsSync(path.join(folder, 'refund'))).toBe(false);
});

test('tools of the agent’s own that are to run must be exported', async () => {
  const { code, errors } = await tested(agentOf(good), '--real-tools');
  expect(code).toBe(2);
  expect(errors).toContain('export const tools = () => [');
});

test('a call has the arguments that the agent tells its model to give', async () => {
  const strict = `
const parameters = { type: 'object', properties: { order_id: { type: 'string', pattern: '^A[0-9]{3}$' } }, required: ['order_id'] };
const declared = [{ type: 'function', function: { name: 'read_order', parameters } }];
export const agent = (given) => run(given, { declared, toolFor: (name) => (args) => {
  if (!/^A[0-9]{3}$/.test(args.order_id)) throw new Error('no order');
  return toolOf(given.tools)(name)(args);
} });\n`;
  const { code, out, errors } = await tested(agentOf(strict));
  expect(errors).toBe('');
  expect(out).toContain('No attack acted.');
  expect(code).toBe(0);
});

test('where nobody says which arguments the tools have, the report says what to type', async () => {
  const said =
    /not tried in full: neither the agent nor `--tools` says .* add `--tools tools\.json`/;
  expect((await tested(agentOf(good))).out).toMatch(said);
  const parameters = { type: 'object', properties: { order_id: { type: 'string' } } };
  const list = ['read_order', 'refund'].map((name) => ({ name, description: '', parameters }));
  const tools = path.join(project({ 'tools.json': JSON.stringify(list) }), 'tools.json');
  expect((await tested(agentOf(good), '--tools', tools)).out).not.toContain('not tried in full');
});

test('what the agent tells its model of a tool says whether strangers write its results', async () => {
  const declared = `
const declared = [{ type: 'function', function: { name: 'read_order', description: 'Returns the newest messages.', parameters: { type: 'object' } } }];
export const agent = (given) => run(given, { declared, pays: true, toolFor: toolOf(given.tools) });\n`;
  const trusting = policy.replace('text, label: untrusted', 'text, label: trusted');
  const files = { ...agentOf(declared), 'sluice.yaml': trusting };
  expect((await tested(files)).out).toContain('its description says `messages`');
});

test('the model knows a call again whose keys come back in another order', () => {
  const wanted = { kind: 'call', tool: 'refund', args: '{"id":"a","sum":1}' } as const;
  const script = { steps: [], obeys: { mark: /x/, act: () => wanted } };
  const seen = (args: string) => ({ text: 'x', calls: [{ tool: 'refund', args }], declared: [] });
  expect(nextAct(script, seen('{ "sum": 1, "id": "a" }')).kind).toBe('answer');
  expect(nextAct(script, seen('{ "sum": 2, "id": "a" }')).kind).toBe('call');
});

proves('agent-test/help', async () => {
  const { out } = await sluice(['test', '--help']);
  const [, sample = ''] = /A whole one, agent\.mjs:\n\n([^]*?\n {2}\}\n)/.exec(out) ?? [];
  const agentFile = sample.replaceAll(/^ {2}/gm, '');
  const folder = projectWithPackages({ 'sluice.yaml': policy, 'agent.mjs': agentFile });
  const [file, agent] = ['sluice.yaml', 'agent.mjs'].map((name) => path.join(folder, name));
  const ran = await sluice(['test', file ?? '', '--agent', agent ?? '', '--json']);
  expect([ran.code, ran.errors]).toEqual([0, '']);
  expect(JSON.parse(ran.out)).toMatchObject({ findings: [], figures: { 'test.unreached': 0 } });
});

describe('where nothing is known the cause is told', () => {
  test.each([
    ['no model', `export const agent = async () => 'Done.';`, 'it asked no model: give its client'],
    [
      'other names',
      `const declared = [{ type: 'function', function: { name: 'readOrder' } }];
export const agent = (given) => run(given, { declared, toolFor: () => () => 'no such tool' });`,
      'it tells its model of no tool `refund`, but of readOrder',
    ],
    [
      'no call',
      `export const agent = async ({ baseURL }) => {
  const body = JSON.stringify({ messages: [{ role: 'user', content: 'x' }] });
  await fetch(baseURL + '/chat/completions', { method: 'POST', body });
  return 'Done.';
};`,
      'it did not make the call of `refund` that its model asked for',
    ],
  ])('%s', async (_, agent, said) => {
    const { code, out } = await tested(agentOf(agent));
    expect(code).toBe(1);
    expect(out).toMatch(/Nothing is known:[^]*the agent never looked at the place; in the first\n/);
    expect(out).toContain(`  ${said}`);
  });

  test('with the last lines that a command printed', async () => {
    const program = `for (let n = 1; n < 9; n += 1) console.error('line ' + n + '\\u001b[2J');
process.exit(Number(process.argv[2]));\n`;
    const folder = project({ 'sluice.yaml': policy, 'agent.mjs': program });
    for (const code of [0, 3]) {
      const command = `${process.execPath} ${path.join(folder, 'agent.mjs')} ${code}`;
      const args = ['test', path.join(folder, 'sluice.yaml'), '--command', command, '--pairs', '2'];
      const ran = await sluice(args);
      expect(ran.code).toBe(1);
      expect(ran.out).toContain('  the agent printed: line 3\\u001b[2J\n');
      expect(ran.out).not.toContain('line 2');
      expect(ran.out).toContain(code === 0 ? 'it asked no model' : 'it ended with 3');
    }
  });

  test('of an honest run that came to no call, and of no other run', async () => {
    // It looks at every place that is attacked, and gives up in the made-up task of a payment.
    const program = `${loop.replace('export ', '')}
let prompt = '';
for await (const text of process.stdin) prompt += text;
const tools = process.env.SLUICE_TEST_TOOLS;
const toolFor = (name) => async (args) => (await fetch(tools + '/' + name, { method: 'POST', body: JSON.stringify(args) })).text();
console.error(prompt.startsWith('Call refund with {}.') ? 'no such order' : 'all is well');
console.log(prompt.startsWith('Call refund with {}.') ? '' : await run({ prompt, baseURL: process.env.OPENAI_BASE_URL }, { toolFor }));\n`;
    const folder = project({ 'sluice.yaml': policy, 'agent.mjs': program });
    const command = `${process.execPath} ${path.join(folder, 'agent.mjs')}`;
    const args = ['test', path.join(folder, 'sluice.yaml'), '--command', command, '--pairs', '3'];
    const { out, errors } = await sluice(args);
    expect(errors).toBe('');
    expect(out).toContain('  the agent printed: no such order');
    expect(out).not.toContain('all is well');
  });
});
