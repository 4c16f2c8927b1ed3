import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { runInit } from '../src/init/init.ts';
import { project, type Files } from './projects.ts';
import { keptTerminal } from './terminal.ts';

/** Runs it for somebody who types these lines, and then nothing. */
async function asked(files: Files, typed: readonly string[]) {
  const folder = project(files);
  const left = [...typed];
  const questions: string[] = [];
  const { terminal, out } = keptTerminal();
  const ask = (text: string): Promise<string> => {
    questions.push(text);
    return Promise.resolve(left.shift() ?? '');
  };
  await runInit({ dir: folder }, { terminal, ask, env: {} });
  const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  return {
    questions,
    out: out.join('\n'),
    policy: textOf('sluice.yaml'),
    settings: textOf('gateway.yaml'),
  };
}

const email = { command: 'uvx', args: ['mcp-email-server'] };
const everything: Files = {
  'mcp.json': JSON.stringify({ mcpServers: { mail: email } }),
  'agent.js': `[{ name: 'send_money', parameters: {} }]`,
};

const claudeAgent = '{"dependencies":{"@anthropic-ai/claude-agent-sdk":"*"}}';

test('at most five questions, and Enter is the strict answer to each', async () => {
  const { questions, policy, settings } = await asked(everything, []);
  expect(questions).toHaveLength(5);
  expect(policy).toContain('holder: []');
  expect(policy).toMatch(/write-asked:[^]*?call: never[^]*send_money: \{ like: write-asked/);
  expect(settings).toContain('mode: enforce');
});

const server = { files: { command: 'npx', args: ['@modelcontextprotocol/server-filesystem'] } };
const ofClaude = JSON.stringify({ mcpServers: server });

test.each<[string, Files]>([
  ['nothing', {}],
  ['all kinds of things', everything],
  ['a configuration of Claude Code', { '.mcp.json': ofClaude }],
  ['a configuration of others', { 'mcp.json': ofClaude }],
  ['an SDK', { 'package.json': '{"dependencies":{"openai":"*"}}', '.mcp.json': ofClaude }],
  ['the Claude Agent SDK', { 'package.json': claudeAgent, '.mcp.json': ofClaude }],
])('Enter to each question gives what --yes gives: %s', async (_, files) => {
  const { policy, settings } = await asked(files, []);
  const folder = project(files);
  const { terminal } = keptTerminal();
  await runInit({ dir: folder, yes: true }, { terminal, ask: undefined, env: {} });
  const textOf = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  expect([policy, settings]).toEqual([textOf('sluice.yaml'), textOf('gateway.yaml')]);
});

test('a project that says all asks one thing', async () => {
  const files = { 'package.json': '{"dependencies":{"openai":"*"}}' };
  const { questions, settings } = await asked(files, ['w']);
  expect(questions).toEqual([expect.stringContaining('From the start')]);
  expect(settings).toContain('mode: log # records what would have been asked, and stops nothing');
});

test('the answers stand in the files', async () => {
  const typed = ['a', 'm', 'Ann@acme.example, bob@acme.example no-address', 'u', 'e'];
  const { policy, settings, out } = await asked(everything, typed);
  expect(settings).toContain('family: anthropic');
  expect(settings).not.toContain('family: openai');
  expect(policy).toContain('  mcp__mail__send_email:');
  expect(policy).toContain('holder: [ann@acme.example, bob@acme.example]');
  expect(policy).toMatch(/write:\n.*ceiling: trusted & everyone[^]*send_money: \{ like: write,/);
  expect(out).toMatch(/send_money .*no stranger's word/);
  expect(out).toContain("import { guard } from '@sluice/core/adapters/");
});

test('tools without a pack: whether readers matter is asked, and not whose word it is', async () => {
  const files = { 'agent.js': everything['agent.js'] ?? '' };
  const { questions, policy } = await asked(files, ['o', 'u', 'y', 'e']);
  expect(questions).toHaveLength(4);
  expect(policy).not.toContain('confidentiality');
  expect(policy).toMatch(/write:\n.*ceiling: trusted \}/);
  const strict = await asked(files, []);
  expect(strict.policy).toContain('confidentiality: { readers: any }');
});

describe('the question about the addresses of the holder', () => {
  const servers = (mcpServers: object): Files => ({ 'mcp.json': JSON.stringify({ mcpServers }) });
  const files = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] };
  const memory = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] };

  test('is not asked where no tool sends to an address', async () => {
    const { questions, policy } = await asked(servers({ files, memory }), ['o', 's', 'e']);
    expect(questions).toHaveLength(3);
    expect(questions.join('\n')).not.toContain('addresses');
    expect(policy).toContain('holder: []');
  });

  test('names the tools that do', async () => {
    const { questions } = await asked(servers({ files, mail: email }), ['o', 's', '', 'e']);
    expect(questions).toHaveLength(4);
    expect(questions[2]).toContain('send_email, forward_email');
    expect(questions[2]).not.toContain('read_file');
  });
});

test('the question about tools that act names them', async () => {
  const names = ['send_a', 'send_b', 'send_c', 'send_d', 'send_e', 'send_f', 'read_g'];
  const tools = names.map((name) => ({ name, parameters: {} }));
  const { questions } = await asked({ 'tools.json': JSON.stringify(tools) }, ['o']);
  expect(questions[1]).toContain(
    'seem to change or send something: send_a, send_b, send_c, send_d, send_e and 1 more.',
  );
});

test.each([
  ['send_mail', true],
  ['read_notes', false],
])(
  'settings name labels per argument where the policy may have data: %s',
  async (name, isNamed) => {
    const parameters = { type: 'object', properties: { body: { type: 'string' } } };
    const files = { 'tools.json': JSON.stringify([{ name, description: 'd', parameters }]) };
    const { settings, out } = await asked(files, []);
    expect(settings.includes('\n    # staged: true # ')).toBe(isNamed);
    expect(out.includes('`staged: true`')).toBe(isNamed);
  },
);

test('a project without tools is told how to name them', async () => {
  const { out } = await asked({ 'package.json': '{"dependencies":{"openai":"*"}}' }, []);
  expect(out).toContain('! found no tool: the policy asks about every call.');
  expect(out).toContain('tools.json');
  const { out: withTools } = await asked(everything, []);
  expect(withTools).not.toContain('found no tool');
});

test('files that are there already are kept, and nothing is asked', async () => {
  const kept = { 'sluice.yaml': 'version: 1', 'gateway.yaml': 'listen: {}' };
  const { questions, policy, out } = await asked({ ...everything, ...kept }, []);
  expect(questions).toEqual([]);
  expect(policy).toBe('version: 1');
  expect(out).toContain('kept  sluice.yaml');
});

describe('an answer that is none', () => {
  test('is asked again', async () => {
    const { questions, settings } = await asked({}, ['x', 'openai', 'o']);
    expect(questions.filter((text) => text.includes('provider'))).toHaveLength(3);
    expect(settings).not.toContain('anthropic');
  });
});

test.each([['yes'], ['json']] as const)('--%s asks nothing', async (option) => {
  const { terminal } = keptTerminal();
  const ask = () => Promise.reject(new Error('it asked'));
  const options = { dir: project(everything), [option]: true as const };
  expect(await runInit(options, { terminal, ask, env: {} })).toBe(0);
});
