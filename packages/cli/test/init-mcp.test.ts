import { chmodSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { initMcp, type InitMcpOptions } from '../src/init/mcp/init-mcp.ts';
import { proves } from '../src/testing/proves.ts';
import { type Files, project } from './projects.ts';
import { keptTerminal } from './terminal.ts';

const launcher = ['/usr/bin/node', '/opt/sluice/bin/sluice.mjs'];

interface Ran {
  readonly code: number;
  readonly out: string;
}

/** A home with these files, a project with those, and the command in them. */
function desk({ home: own = {}, work: ours = {} }: { home?: Files; work?: Files }) {
  const [home, work] = [project(own), project(ours)];
  const run = async (options: InitMcpOptions, keys?: readonly string[]): Promise<Ran> => {
    const { terminal, out } = keptTerminal(keys === undefined ? {} : { keys });
    const place = { terminal, home, env: {}, platform: 'linux', launcher } as const;
    const code = await initMcp({ dir: work, ...options }, place);
    return { code, out: out.join('\n') };
  };
  return { home, work, run };
}

const npx = '"command": "npx",';
const memory = '@modelcontextprotocol/server-memory';

/** As people have them: comments, lists on one line and on several, none at all. */
const files: Files = {
  '.claude.json': `{
  "numStartups": 3,
  "mcpServers": { "memory": { "type": "stdio", ${npx} "args": ["-y", "${memory}"], "env": {} } },
  "projects": { "/work/one": { "mcpServers": { "git": { "command": "mcp-server-git" } } } }
}
`,
  '.config/Claude/claude_desktop_config.json': `{"mcpServers":{"time":{"command":"uvx","args":["mcp-server-time"]}}}`,
  '.codex/config.toml': `# mine
model = "gpt-5.5"

[mcp_servers.my_files] # of the project
command = "npx"
args = [ # one a line
  "-y",
  "@modelcontextprotocol/server-filesystem", # the official one
  '/srv/files',
]

[mcp_servers.my_files.env]
LOG = "1"

[mcp_servers]
git = { command = "mcp-server-git" }

[mcp_servers.remote]
url = "https://mcp.example"
`,
  '.cursor/mcp.json': `{
  // the team's
  "mcpServers": {
    "memory": {
      ${npx}
      "args": [
        "-y",
        "${memory}",
      ],
    },
  },
}
`,
  '.config/Code/User/mcp.json': `{ "servers": { "fetch": { "command": "uvx", "args": [ "mcp-server-fetch" ] } } }\n`,
  '.gemini/settings.json': `{ "mcpServers": { "memory": { ${npx} "args": ["${memory}"] } } }\n`,
  '.config/opencode/opencode.json': `{
  "mcp": { "memory": { "type": "local", "command": ["npx", "-y", "${memory}"], "enabled": true } }
}
`,
};

proves('init-mcp/reversible', async () => {
  const { home, run } = desk({ home: files });
  const read = (): Files =>
    Object.fromEntries(
      Object.keys(files).map((name) => [name, readFileSync(path.join(home, name), 'utf8')]),
    );
  const { code, out } = await run({ yes: true });
  expect([code, out]).toEqual([0, expect.stringContaining('remote: reached by its address')]);
  const wrapped = read();
  expect(wrapped).toMatchSnapshot();
  // A second time there is nothing left to do.
  expect((await run({ yes: true })).code).toBe(0);
  expect(read()).toEqual(wrapped);
  expect((await run({ undo: true, yes: true })).code).toBe(0);
  expect(read()).toEqual(files);
});

describe('a file that is not understood stays as it is', () => {
  const entry = `{ ${npx} "args": ["${memory}"] }`;
  test.each([
    ['that ends too early', '.claude.json', `{ "mcpServers": { "memory": ${entry}`],
    ['that names a server twice', '.claude.json', `{"mcpServers":{"a":${entry},"a":${entry}}}`],
    ['that has two maps', '.claude.json', `{"mcpServers":{"a":${entry}},"mcpServers":{}}`],
    ['of another form', '.codex/config.toml', `[mcp_servers.a\ncommand = "npx"`],
    ['with a table twice', '.codex/config.toml', `[a]\nb = 1\n[a]\nb = 2\n`],
  ])('one %s', async (_, name, text) => {
    const { home, run } = desk({ home: { [name]: text } });
    const { code, out } = await run({ yes: true });
    expect([code, out]).toEqual([1, expect.stringContaining('it cannot be read')]);
    expect(readFileSync(path.join(home, name), 'utf8')).toBe(text);
  });
});

test('an entry that holds no texts stays as it is', async () => {
  const text =
    '{ "mcpServers": { "a": { "command": 3 }, "b": { "command": "npx", "args": [1] } } }';
  const { home, run } = desk({ home: { '.claude.json': text } });
  expect((await run({ yes: true })).code).toBe(1);
  expect(readFileSync(path.join(home, '.claude.json'), 'utf8')).toBe(text);
});

describe('a server without a policy', () => {
  const text = '{ "mcpServers": { "own": { "command": "own-server" } } }';
  const work = { '.mcp.json': text };
  test('is left as it is, and said', async () => {
    const { run } = desk({ work });
    const { code, out } = await run({ yes: true });
    expect([code, out]).toEqual([1, expect.stringContaining('add `--policy FILE`')]);
  });
  test('is behind Sluice with that of its project', async () => {
    const { work: folder, run } = desk({ work: { ...work, 'sluice.yaml': '' } });
    expect((await run({ yes: true })).code).toBe(0);
    const after = readFileSync(path.join(folder, '.mcp.json'), 'utf8');
    expect(after).toContain('"mcp", "--name", "own", "--", "own-server"]');
  });
  test('is behind Sluice with one that is named', async () => {
    const { work: folder, run } = desk({ work });
    expect((await run({ yes: true, policy: '/etc/own.yaml' })).code).toBe(0);
    const after = readFileSync(path.join(folder, '.mcp.json'), 'utf8');
    expect(after).toContain('"--policy", "/etc/own.yaml", "--", "own-server"]');
  });
});

test('nothing is written before somebody says yes', async () => {
  const text = files['.gemini/settings.json'] ?? '';
  const { home, run } = desk({ home: { '.gemini/settings.json': text } });
  const { code, out } = await run({}, ['n']);
  expect([code, out]).toEqual([1, expect.stringContaining('Nothing was changed.')]);
  expect(out).toContain(`+${text.replace('"npx"', '"/usr/bin/node"').slice(0, 40)}`);
  expect(readFileSync(path.join(home, '.gemini/settings.json'), 'utf8')).toBe(text);
  expect((await run({}, ['y'])).code).toBe(0);
  expect(readFileSync(path.join(home, '.gemini/settings.json'), 'utf8')).not.toBe(text);
});

test('lines around a change are not shown: they may hold keys', async () => {
  const args = `"args": ["${memory}"]`;
  const text = `{ "mcpServers": { "memory": {\n${npx}\n${args},\n"env": { "KEY": "hunter2" } } } }`;
  const { run } = desk({ home: { '.cursor/mcp.json': text } });
  expect((await run({}, ['n'])).out).not.toContain('hunter2');
});

test('a link stays a link, and a file keeps its mode', async () => {
  const text = files['.gemini/settings.json'] ?? '';
  const { home, run } = desk({ home: { '.gemini/own.json': text } });
  const [own, link] = [
    path.join(home, '.gemini/own.json'),
    path.join(home, '.gemini/settings.json'),
  ];
  chmodSync(own, 0o600);
  symlinkSync(own, link);
  expect((await run({ yes: true })).code).toBe(0);
  expect(readFileSync(own, 'utf8')).toContain('sluice.mjs');
  expect(statSync(own).mode & 0o777).toBe(0o600);
});

test('what a person wrote by the manual is known, and undone too', async () => {
  const args = `["sluice", "mcp", "--", "npx", "${memory}"]`;
  const text = `{ "mcpServers": { "memory": { ${npx} "args": ${args} } } }`;
  const { home, run } = desk({ home: { '.gemini/settings.json': text } });
  expect((await run({ yes: true })).out).toContain('memory: no change');
  expect((await run({ undo: true, yes: true })).code).toBe(0);
  expect(readFileSync(path.join(home, '.gemini/settings.json'), 'utf8')).toContain(
    `"command": "npx", "args": ["${memory}"]`,
  );
});

test('for a program it says what it would do, as one line of JSON', async () => {
  const text = files['.gemini/settings.json'] ?? '';
  const { home, run } = desk({ home: { '.gemini/settings.json': text } });
  const { code, out } = await run({ json: true });
  const file = path.join(home, '.gemini/settings.json');
  const servers = [{ name: 'memory', did: 'wrapped' }];
  expect([code, JSON.parse(out)]).toEqual([
    1,
    { files: [{ client: 'Gemini CLI', file, servers }], unreadable: [] },
  ]);
});
