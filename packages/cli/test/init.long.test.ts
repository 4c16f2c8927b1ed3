import {
  existsSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
  mkdirSync,
} from 'node:fs';
import path from 'node:path';
import { checkPolicy, loadPolicy, reveal, type Policy } from '@sluice/core';
import { readSettings } from '@sluice/gateway';
import { describe, expect, test } from 'vitest';
import { proves } from '../../gateway/src/testing/proves.ts';
import { runInit } from '../src/init/init.ts';
import { keptTerminal } from './terminal.ts';
import { project, ranIn, type Files } from './projects.ts';

interface Report {
  readonly sdks: readonly { readonly id: string; readonly line: string }[];
  readonly servers: readonly { name: string; file: string; pack: string | null }[];
  readonly tools: readonly { name: string; where: string; call: string }[];
  readonly unreadable: readonly string[];
  readonly answers: { readonly families: readonly string[]; readonly toolNames: string };
  readonly files: readonly { readonly file: string; readonly did: string }[];
  readonly guesses: number;
}

const textOf = (folder: string, file: string): string =>
  readFileSync(path.join(folder, file), 'utf8');

const dependsOn = (...names: readonly string[]): string =>
  JSON.stringify({ dependencies: Object.fromEntries(names.map((name) => [name, '*'])) });

const mcp = (servers: object): string => JSON.stringify({ mcpServers: servers });
const filesystem = { command: 'npx', args: ['-y', '@modelcontextprotocol/server-filesystem', '.'] };

const openaiAgent = `
import OpenAI from 'openai';
const tools = [
  { type: 'function', function: { name: 'read_mail', parameters: { type: 'object', properties: {} } } },
  { type: 'function', function: { name: 'send_money', parameters: { type: 'object', properties: { to: { type: 'string' } } } } },
];
`;

/** The same without a process of its own. */
async function initIn(
  folder: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly out: string }> {
  const { terminal, out } = keptTerminal();
  await runInit({ dir: folder, json: true }, { terminal, env, ask: undefined });
  return { out: out.join('\n') };
}

/** Each kind of project, and what must come of it. */
const shapes: readonly [string, Files, Partial<Report>][] = [
  ['an empty folder', {}, { sdks: [], servers: [], tools: [] }],
  [
    'an agent with the OpenAI SDK',
    { 'package.json': dependsOn('openai'), 'agent.ts': openaiAgent },
    {
      sdks: [expect.objectContaining({ id: 'javascript:openai' })],
      tools: [
        { name: 'read_mail', where: 'agent.ts:4', call: 'anyone' },
        { name: 'send_money', where: 'agent.ts:5', call: 'asked' },
      ],
      answers: expect.objectContaining({ families: ['openai'], toolNames: 'plain' }),
    },
  ],
  [
    'the AI SDK with zod, two providers',
    {
      'package.json': dependsOn('ai', '@ai-sdk/openai', '@ai-sdk/anthropic'),
      'src/agent.tsx': `const tools = { get_weather: tool({ inputSchema: z.object({ city: z.string() }) }) };`,
    },
    {
      tools: [expect.objectContaining({ name: 'get_weather', call: 'public' })],
      answers: expect.objectContaining({ families: ['openai', 'anthropic'] }),
    },
  ],
  [
    'the OpenAI Agents SDK, whose own client needs no line',
    { 'package.json': dependsOn('openai', '@openai/agents') },
    { sdks: [expect.objectContaining({ id: 'javascript:@openai/agents' })] },
  ],
  [
    'Python with pyproject.toml',
    {
      'pyproject.toml': '[project]\nname = "a"\ndependencies = ["Anthropic>=0.40", "requests"]\n',
      'agent.py': '@beta_tool\ndef list_files() -> str:\n    return ""\n',
    },
    {
      sdks: [expect.objectContaining({ id: 'python:anthropic' })],
      tools: [expect.objectContaining({ name: 'list_files', call: 'anyone' })],
      answers: expect.objectContaining({ families: ['anthropic'] }),
    },
  ],
  [
    'Python with Poetry',
    { 'pyproject.toml': '[tool.poetry.dependencies]\npython = "^3.12"\nlangchain_openai = "*"\n' },
    { sdks: [expect.objectContaining({ id: 'python:langchain-openai' })] },
  ],
  [
    'Python with requirements.txt',
    {
      'requirements.txt':
        '# what we use\nopenai[datalib]==1.0 ; python_version > "3"\n-r more.txt\n',
      'tools.py': 'TOOLS = [{"name": "pay", "input_schema": {"type": "object"}}]\n',
    },
    {
      sdks: [expect.objectContaining({ id: 'python:openai' })],
      tools: [expect.objectContaining({ name: 'pay', call: 'asked' })],
    },
  ],
  [
    'Claude Code with a known and an unknown server',
    { '.mcp.json': mcp({ files: filesystem, own: { command: 'node', args: ['server.js'] } }) },
    {
      servers: [
        { name: 'files', file: '.mcp.json', pack: 'filesystem' },
        { name: 'own', file: '.mcp.json', pack: null },
      ],
      answers: expect.objectContaining({ families: ['anthropic'], toolNames: 'by-server' }),
    },
  ],
  [
    'VS Code, with comments and a trailing comma',
    {
      '.vscode/mcp.json':
        '{ // ours\n "servers": { "gh": { "type": "http", "url": "https://api.githubcopilot.com/mcp" }, } }',
    },
    { servers: [{ name: 'gh', file: '.vscode/mcp.json', pack: 'github' }] },
  ],
  [
    'servers by uvx, docker and a command of their own',
    {
      '.cursor/mcp.json': mcp({
        web: { command: 'uvx', args: ['mcp-server-fetch==2026.1'] },
        db: {
          command: 'docker',
          args: ['run', '-i', '--rm', '-e', 'X', 'crystaldba/postgres-mcp:0.3'],
        },
        git: { command: '/usr/local/bin/github-mcp-server', args: ['stdio'] },
        browser: { command: 'cmd', args: ['/c', 'npx', '@playwright/mcp@latest'] },
      }),
    },
    {
      servers: ['fetch', 'postgres-mcp', 'github', 'playwright'].map((pack) =>
        expect.objectContaining({ pack }),
      ),
    },
  ],
  [
    'two servers with tools of the same names',
    {
      'mcp.json': mcp({
        new: { url: 'https://api.githubcopilot.com/mcp/' },
        old: { command: 'npx', args: ['@modelcontextprotocol/server-github'] },
      }),
    },
    { servers: ['github', 'github-reference'].map((pack) => expect.objectContaining({ pack })) },
  ],
  [
    'a list of tools as an MCP server gives it',
    {
      'tools.json': JSON.stringify({
        tools: [
          {
            name: 'peek',
            inputSchema: { type: 'object' },
            annotations: { readOnlyHint: true, openWorldHint: false },
          },
          { name: 'poke', inputSchema: { type: 'object' }, annotations: { readOnlyHint: true } },
          { name: 'get_it', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } },
          {
            name: 'list_it',
            inputSchema: { type: 'object' },
            annotations: { destructiveHint: true },
          },
          {
            name: 'list_pages',
            inputSchema: { type: 'object' },
            annotations: { openWorldHint: true },
          },
        ],
      }),
    },
    {
      tools: [
        ['peek', 'anyone'],
        ['poke', 'asked'],
        ['get_it', 'asked'],
        ['list_it', 'asked'],
        ['list_pages', 'anyone'],
      ].map(([name = '', call = '']) => expect.objectContaining({ name, call })),
    },
  ],
  [
    'files that are broken',
    {
      'package.json': '{ "dependencies": { "openai": ',
      'pyproject.toml': '[project\n',
      '.mcp.json': '{ mcpServers',
      'agent.ts': openaiAgent.slice(0, -20),
    },
    {
      unreadable: ['.mcp.json', 'pyproject.toml'],
      tools: [
        expect.objectContaining({ name: 'read_mail' }),
        expect.objectContaining({ name: 'send_money', call: 'asked' }),
      ],
    },
  ],
  [
    'names that are no names',
    {
      '.mcp.json': mcp({
        'a\nb: # c': { command: 'x' },
        '': { command: 'npx', args: [] },
        __proto__: {},
      }),
      'agent.js': `const t = [{ name: 'a\\nb', parameters: {} }, { name: '__proto__', parameters: {} },
        { name: 'constructor', parameters: {} }, { name: 'true', parameters: {} }, { name: '7', parameters: {} }];`,
    },
    {
      tools: ['__proto__', 'constructor', 'true', '7'].map((name) =>
        expect.objectContaining({ name, call: 'asked' }),
      ),
    },
  ],
];

describe.each(shapes)('%s', (_, files, expected) => {
  proves('set-up/policy-valid', async () => {
    const folder = project(files);
    const ran = ranIn(folder, ['init', '--json']);
    expect([ran.code, ran.errors]).toEqual([0, '']);
    const report = JSON.parse(ran.out) as Report;
    expect(report).toMatchObject(expected);
    expect(report.files.map(({ did }) => did)).toEqual(['written', 'written', 'written']);
    const policy = textOf(folder, 'sluice.yaml');
    // Where no tool was found the check says so.
    const problems = await checkPolicy(policy);
    expect(problems.filter(({ code }) => code !== 'tools-missing')).toEqual([]);
    const settings = readSettings(textOf(folder, 'gateway.yaml'), 'gateway.yaml');
    expect(Object.keys(settings.upstreams)).toEqual(report.answers.families);
    expect(textOf(folder, '.gitignore')).toBe('.sluice/\n');
    await expectStrict(await loadPolicy(policy), report);
  });
});

/** A tool that no pack knows may do no more than the report says, and returns what is private. */
async function expectStrict(policy: Policy, { tools }: Report): Promise<void> {
  const { space } = policy;
  const spoken = space.parse('untrusted & everyone');
  for (const { name, call } of tools) {
    const ruling = policy.ruleCall(name, '{}');
    const ceiling = ruling.kind === 'ceiling' ? ruling.ceiling : undefined;
    const said = { asked: undefined, user: space.bottom, public: spoken, anyone: space.top }[call];
    expect([name, ceiling]).toEqual([name, said]);
    const result = policy.labelResult({ tool: name, args: {}, text: 'x', failed: false });
    expect(space.flowsTo(space.parse('trusted & nobody'), result.label)).toBe(true);
  }
  expect(policy.ruleCall('a_tool_that_nobody_knows', '{}').kind).toBe('never');
}

proves('set-up/guesses-strict', async () => {
  const folder = project({
    'agent.js': `export const tools = ['x'].map(() => 0);
      const all = [
        { name: 'frobnicate', parameters: { type: 'object', properties: {} } },
        { name: 'get_page', parameters: { type: 'object', properties: { url: { type: 'string' } } } },
        { name: 'get_and_delete', parameters: { type: 'object', properties: {} } },
        { name: 'list_days', parameters: { type: 'object', properties: { n: { type: 'integer' }, ...more } } },
        { name: 'list_hours', parameters: { type: 'object', properties: { n: { type: 'integer' } } } },
      ];`,
    'tools.json': `[{ "name": "hinted", "annotations": { "readOnlyHint": true },
      "inputSchema": { "type": "object" } }]`,
  });
  await initIn(folder);
  const policy = await loadPolicy(textOf(folder, 'sluice.yaml'));
  const { space } = policy;
  const untrusted = space.top;
  const isFree = (tool: string, args = '{}'): boolean => {
    const ruling = policy.ruleCall(tool, args);
    return ruling.kind === 'ceiling' && space.flowsTo(untrusted, ruling.ceiling);
  };
  expect(policy.ruleCall('frobnicate', '{}').kind).toBe('never');
  expect(policy.ruleCall('get_and_delete', '{}').kind).toBe('never');
  expect(policy.ruleCall('hinted', '{}').kind).toBe('never');
  expect([isFree('get_page'), isFree('list_days')]).toEqual([false, false]);
  expect(isFree('list_hours', '{"n":3}')).toBe(true);
  // An argument that was not there when it was looked at could carry anything.
  expect(policy.ruleCall('list_hours', '{"n":3,"note":"x"}').kind).toBe('deny');
});

test('every guess is one line to find', () => {
  const folder = project({ 'package.json': dependsOn('openai'), 'agent.ts': openaiAgent });
  const { out } = ranIn(folder, ['init', '--yes']);
  const guesses = textOf(folder, 'sluice.yaml')
    .split('\n')
    // As the pages and the command itself say: grep "guess:" sluice.yaml
    .filter((line) => line.includes('guess:'));
  expect(guesses).toHaveLength(2);
  expect(out).toContain(`(policy; ${guesses.length} guesses to look at)`);
});

proves('set-up/nothing-overwritten', () => {
  const files = { 'sluice.yaml': 'mine', 'gateway.yaml': 'mine too', '.gitignore': 'a\n/.sluice' };
  const folder = project(files);
  const { code, out } = ranIn(folder, ['init', '--yes']);
  expect(code).toBe(0);
  for (const [file, text] of Object.entries(files)) expect(textOf(folder, file)).toBe(text);
  expect(out).toContain('mv sluice.yaml sluice.yaml.old && sluice init --tools tools.json');
  expect(out).toContain('mv gateway.yaml gateway.yaml.old && sluice init');
});

test('a link that leads nowhere is a file that is there', () => {
  const folder = project();
  symlinkSync(path.join(folder, 'elsewhere.yaml'), path.join(folder, 'sluice.yaml'));
  expect(ranIn(folder, ['init', '--yes']).out).toContain('kept  sluice.yaml');
  expect(readlinkSync(path.join(folder, 'sluice.yaml'))).toContain('elsewhere.yaml');
  expect(existsSync(path.join(folder, 'elsewhere.yaml'))).toBe(false);
});

test('a line is added to an ignore file that has no last line end', async () => {
  const folder = project({ '.gitignore': 'node_modules' });
  await initIn(folder);
  expect(textOf(folder, '.gitignore')).toBe('node_modules\n.sluice/\n');
});

proves('set-up/nothing-run', () => {
  const outside = project({
    'secret.ts': `const t = { name: 'outside_tool', parameters: {} };`,
  });
  const folder = project({
    'agent.js': `require('node:fs').writeFileSync('ran', ''); throw new Error('ran');
      const t = { name: \`read_\${require('node:fs').writeFileSync('ran', '')}\`, parameters: {} };
      const u = { name: 'read_mail', parameters: (() => { require('node:fs').writeFileSync('ran', '') })() };`,
    'conftest.py': `open('ran', 'w')\nTOOLS = [{"name": "x" + open('ran', 'w').name, "parameters": {}}]`,
    'package.json': '{ "scripts": { "preinstall": "touch ran", "prepare": "touch ran" } }',
  });
  symlinkSync(outside, path.join(folder, 'linked'));
  symlinkSync(path.join(outside, 'secret.ts'), path.join(folder, 'linked.ts'));
  const { code, out } = ranIn(folder, ['init', '--json']);
  expect(code).toBe(0);
  expect((JSON.parse(out) as Report).tools).toEqual([
    { name: 'read_mail', where: 'agent.js:3', call: 'public' },
  ]);
  expect(existsSync(path.join(folder, 'ran'))).toBe(false);
});

test('what others wrote, what tests define and what is hidden is passed over', async () => {
  const tool = "({ name: 'x', parameters: {} })";
  const folder = project({
    'node_modules/x/a.js': tool,
    'dist/a.js': tool,
    '.hidden/a.js': tool,
    'a.test.ts': tool,
    'tests/a.py': '[{"name": "x", "parameters": {}}]',
    'a.md': tool,
    'a.js': tool.replace("'x'", "'y'"),
  });
  const { out } = await initIn(folder);
  expect((JSON.parse(out) as Report).tools.map(({ name }) => name)).toEqual(['y']);
});

describe('what the environment says', () => {
  const settingsWith = async (env: Readonly<Record<string, string>>): Promise<string> => {
    const folder = project({ 'package.json': dependsOn('openai') });
    await initIn(folder, env);
    return textOf(folder, 'gateway.yaml');
  };

  test('an address that clients were sent to becomes the upstream, as a guess', async () => {
    const text = await settingsWith({ OPENAI_BASE_URL: 'http://127.0.0.1:11434/v1' });
    expect(text).toMatch(/baseUrl: http:\/\/127\.0\.0\.1:11434\/v1 # guess: /);
  });

  test.each([
    ['the gateway’s own', 'http://127.0.0.1:4141/v1'],
    ['one with a password in it', 'https://me:secret@models.example/v1'],
    ['one with a key in it', 'https://models.example/v1?key=secret'],
    ['no address', 'models'],
  ])('%s does not', async (_, url) => {
    const text = await settingsWith({ OPENAI_BASE_URL: url });
    expect(text).toContain('baseUrl: https://api.openai.com/v1\n');
    expect(text).not.toContain('secret');
  });

  test('no key of it is read', async () => {
    const folder = project({ 'package.json': dependsOn('openai'), '.env': 'OPENAI_API_KEY=sk-1' });
    const { out } = await initIn(folder, { OPENAI_API_KEY: 'sk-secret' });
    const all = ['sluice.yaml', 'gateway.yaml'].map((file) => textOf(folder, file)).join() + out;
    expect(all).not.toMatch(/sk-secret|sk-1/);
  });
});

describe('where it looks', () => {
  test('--dir names another folder', () => {
    const folder = project({ 'in/package.json': dependsOn('openai') });
    const { code } = ranIn(folder, ['init', '--yes', '--dir', 'in']);
    expect(code).toBe(0);
    expect(existsSync(path.join(folder, 'in/sluice.yaml'))).toBe(true);
    expect(existsSync(path.join(folder, 'sluice.yaml'))).toBe(false);
  });

  test.each(['nowhere', 'a-file'])('%s is not a folder', (name) => {
    const folder = project({ 'a-file': '' });
    const { code, errors } = ranIn(folder, ['init', '--yes', '--dir', name]);
    expect(code).toBe(2);
    expect(errors).toContain('is not a folder');
    expect(errors).toContain('--dir FOLDER');
  });

  test('a folder that takes no file', () => {
    const folder = project();
    mkdirSync(path.join(folder, '.gitignore'));
    const { code, errors } = ranIn(folder, ['init', '--yes']);
    expect(code).toBe(2);
    expect(errors).toContain('cannot write');
  });
});

test('the policy of a pack is the pack’s own, but for the names', async () => {
  const folder = project({ '.mcp.json': mcp({ 'my files': filesystem }) });
  writeFileSync(path.join(folder, 'package.json'), dependsOn('@anthropic-ai/claude-agent-sdk'));
  await initIn(folder);
  const policy = await loadPolicy(textOf(folder, 'sluice.yaml'));
  const tool = 'mcp__my_files__read_file';
  const label = policy.labelResult({ tool, args: {}, text: 'x', failed: false });
  expect(label.label.text).toBe('untrusted & readers{@holder}');
  expect(reveal(label)).toBe('x');
  expect(policy.ruleCall('read_file', '{}').kind).toBe('never');
});

test('what two servers share is asked about', async () => {
  const folder = project({
    'mcp.json': mcp({
      new: { url: 'https://api.githubcopilot.com/mcp/' },
      old: { command: 'npx', args: ['@modelcontextprotocol/server-github'] },
    }),
  });
  await initIn(folder);
  const policy = await loadPolicy(textOf(folder, 'sluice.yaml'));
  expect(policy.ruleCall('list_issues', '{}').kind).toBe('never');
  expect(policy.ruleCall('get_issue', '{}').kind).toBe('ceiling');
});
