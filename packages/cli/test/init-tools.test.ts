import fc from 'fast-check';
import { checkPolicy } from '@sluice/core';
import { describe, expect, test } from 'vitest';
import { splitPack } from '../src/init/pack-tools.ts';
import { lookAt } from '../src/init/look.ts';
import { packFor, readPacks } from '../src/init/packs.ts';
import { policyText } from '../src/init/policy-text.ts';
import { readMcpServers } from '../src/init/project/mcp-servers.ts';
import { toolsInJavaScript } from '../src/init/tools/javascript.ts';
import { toolsInJson } from '../src/init/tools/json.ts';
import { toolsInPython } from '../src/init/tools/python.ts';
import { project } from './projects.ts';

const object = (properties: object): object => ({ type: 'object', properties });

test('a tool of one file goes by the key that another gives it', () => {
  const folder = project({
    'refund.ts': 'export const refund = tool({ inputSchema: s });',
    'run/agent.ts': `import { refund } from '../refund.js'; run({ tools: { issueRefund: refund } });`,
  });
  expect(lookAt(folder).tools.map(({ name }) => name)).toEqual(['issueRefund']);
});

describe('tools in JavaScript', () => {
  test.each<[string, string, readonly (readonly [string, unknown])[]]>([
    [
      'Chat Completions',
      `x = { type: 'function', function: { name: "a", parameters: { type: 'object', properties: {} } } }`,
      [['a', object({})]],
    ],
    [
      'Chat Completions without parameters',
      `x = { type: 'function', function: { name: 'a' } }`,
      [['a', undefined]],
    ],
    ['Responses', `x = { type: 'function', name: 'a', parameters: null }`, [['a', undefined]]],
    ['a custom tool', `x = { type: 'custom', name: 'a' }`, [['a', undefined]]],
    [
      'Messages',
      `x = { name: 'a', input_schema: { type: 'object' as const } }`,
      [['a', { type: 'object' }]],
    ],
    [
      'a cast',
      `x = { name: 'a', parameters: { n: [1, -2, \`t\`] } satisfies T }`,
      [['a', undefined]],
    ],
    [
      'the AI SDK by key',
      `x = { a: tool({ inputSchema: z.object({ n: z.number().min(1) }) }) }`,
      [['a', object({ n: { type: 'number' } })]],
    ],
    [
      'the AI SDK by variable',
      `const b: T = 1, a = dynamicTool({ inputSchema: s });`,
      [['a', undefined]],
    ],
    [
      'the AI SDK by the key of a variable',
      `const refund = tool({ inputSchema: s }); run({ tool: refund, tools: { issueRefund: refund } });`,
      [['issueRefund', undefined]],
    ],
    [
      'the AI SDK by the key of a variable, in an object with a type',
      `const refund = tool({ inputSchema: s }); const myTools = { 'a': refund, refund } satisfies ToolSet;`,
      [
        ['a', undefined],
        ['refund', undefined],
      ],
    ],
    [
      'the AI SDK by the key of a variable that stands in another object',
      `const refund = tool({ inputSchema: s }); export const all = () => ({ issueRefund: orders.refund });`,
      [['issueRefund', undefined]],
    ],
    [
      'the AI SDK without its function',
      `run({ tools: { a: { inputSchema: s, execute } }, other: { b: { inputSchema: s } } });`,
      [['a', undefined]],
    ],
    [
      'a variable whose tool has a name of its own',
      `const b = tool({ name: 'a', inputSchema: s }); run({ tools: { c: b } });`,
      [['a', undefined]],
    ],
    [
      'the Agents SDK',
      `tool({ name: 'a', parameters: z.object({ 'on': z.boolean() }) })`,
      [['a', object({ on: { type: 'boolean' } })]],
    ],
    [
      'LangChain',
      `tool(async () => 1, { name: 'a', schema: z.object({ k: z.enum(['b', 'c']), t: z.string() }) })`,
      [['a', object({ k: { enum: ['b', 'c'] }, t: { type: 'string' } })]],
    ],
    [
      'a class of LangChain',
      `new DynamicStructuredTool({ name: 'a', schema: s })`,
      [['a', undefined]],
    ],
    [
      'texts that may say anything, and others',
      `tool({ name: 'a', schema: z.object({ t: z.string().min(1).describe('HTML'), u: z.string().url() }) })`,
      [['a', object({ t: { type: 'string', description: "'HTML'" }, u: {} })]],
    ],
    [
      'the AI SDK with a schema',
      `x = { a: tool({ inputSchema: jsonSchema({ type: 'object' }) }) }`,
      [['a', { type: 'object' }]],
    ],
    [
      'an MCP server with the members of a schema',
      `server.registerTool('a', { inputSchema: { n: z.number() } }, run)`,
      [['a', object({ n: { type: 'number' } })]],
    ],
    ['an MCP server', `server.registerTool('a', { inputSchema: {} }, run)`, [['a', {}]]],
    [
      'a schema with a rest',
      `x = { name: 'a', parameters: { type: 'object', properties: { ...more } } }`,
      [['a', undefined]],
    ],
    [
      'a zod schema with a rest',
      `x = tool({ name: 'a', parameters: z.object({ n: z.int(), ...more }) })`,
      [['a', undefined]],
    ],
    ['a schema that is computed', `x = { name: 'a', parameters: make() }`, [['a', undefined]]],
    [
      'a mistake beside it',
      `x = { name: 'a', parameters: {} }; } )( y = { name: 'b', parameters: {} }`,
      [
        ['a', {}],
        ['b', {}],
      ],
    ],
    [
      'a mistake inside',
      `x = { name: 'a', parameters: { type: 'object', properties: { n: ] } } }`,
      [['a', undefined]],
    ],
    [
      'a regular expression and a quotation mark',
      `r = /['"]/; x = { name: 'a', parameters: {} } // don't`,
      [['a', {}]],
    ],
    ['another object with a name', `x = { name: 'a', path: '/' }`, []],
    ['a computed name', `x = { name: make(), parameters: {} }`, []],
    ['a name with an escape', `x = { name: 'a\\x62', parameters: {} }`, []],
    [
      'text that looks like it',
      `x = "{ name: 'a', parameters: {} }" // { name: 'b', parameters: {} }`,
      [],
    ],
  ])('%s', (_, text, expected) => {
    const found = toolsInJavaScript(text, 'a.ts').map(({ name, parameters }) => [name, parameters]);
    expect(found).toEqual(expected);
  });

  test('JSX', () => {
    const text = `const v = <p title="it's">don't</p>; x = { name: 'a', parameters: {} };`;
    expect(toolsInJavaScript(text, 'a.tsx')).toHaveLength(1);
  });

  test('annotations, and the place', () => {
    const text = `\nserver.registerTool('a', { inputSchema: {}, annotations: { readOnlyHint: true, title: 'A' } });`;
    expect(toolsInJavaScript(text, 'src/a.mjs')).toEqual([
      {
        name: 'a',
        where: 'src/a.mjs:2',
        parameters: {},
        hints: { readOnlyHint: true },
        from: 'own',
      },
    ]);
  });
});

describe('tools in Python', () => {
  test.each<[string, string, readonly (readonly [string, unknown])[]]>([
    [
      'a dictionary',
      `T = [{"name": "a", "input_schema": {"type": "object", "properties": {}}}]`,
      [['a', object({})]],
    ],
    [
      'one inside',
      `T = {"type": "function", "function": {'name': 'a', 'parameters': {"n": [1, True, None]}}}`,
      [['a', { n: [1, true, null] }]],
    ],
    ['a decorator', `@tool\ndef a() -> str:\n  """It's."""\n  return ''`, [['a', object({})]]],
    [
      'a decorator that is called',
      `@mcp.tool()\nasync def a(n: int, t, b: bool = False):\n  pass`,
      [['a', object({ n: { type: 'integer' }, t: {}, b: { type: 'boolean' } })]],
    ],
    [
      'a name of its own',
      `@function_tool(name_override="a")\ndef b(ctx: RunContextWrapper[X], x: float): pass`,
      [['a', object({ x: { type: 'number' } })]],
    ],
    [
      'a name in front',
      `@tool("a", return_direct=True)\ndef b(s: InjectedState, x: str): pass`,
      [['a', object({ x: { type: 'string' } })]],
    ],
    [
      'a call that makes one',
      `t = StructuredTool.from_function(func=f, name="a", description="Adds.")`,
      [['a', undefined]],
    ],
    ['another call with a name', `t = Person(name="a")`, []],
    [
      'more said of a parameter',
      `@tool\ndef a(x: Annotated[str, "HTML"], y: int, z: str):\n  """A.\n\n  :param y: How many\n  z (str): Which\n  """`,
      [
        [
          'a',
          object({
            x: { type: 'string', description: '"HTML"' },
            y: { type: 'integer', description: 'How many' },
            z: { type: 'string', description: 'Which' },
          }),
        ],
      ],
    ],
    ['a function', `def a(x: str):\n  """A."""`, []],
    [
      'a dictionary with a rest',
      `T = {"name": "a", "parameters": {"type": "object", **more}}`,
      [['a', undefined]],
    ],
    ['a value that is computed', `T = {"name": "a", "parameters": make("x")}`, [['a', undefined]]],
    ['a name that is computed', `T = {"name": f"a{b}", "parameters": {}}`, []],
    [
      'functions in a list of tools',
      `def a(n: int): pass\ndef b(): pass\ndef c(): pass\nSHOP_TOOLS: list = [a]\nf(tools=[b])`,
      [
        ['a', object({ n: { type: 'integer' } })],
        ['b', object({})],
      ],
    ],
    ['a decorated function in a list', `@tool\ndef a(): pass\ntools = [a]`, [['a', object({})]]],
    [
      'a method, and another list',
      `class K:\n  def a(self): pass\ntools = [a]\ndef b(): pass\nl = [b]`,
      [],
    ],
    ['another decorator', `@app.route("/")\ndef a(): pass`, []],
    ['a mistake beside it', `def (:\nT = [{"name": "a", "parameters": {}}]`, [['a', {}]]],
  ])('%s', (_, text, expected) => {
    const found = toolsInPython(text, 'a.py').map(({ name, parameters }) => [name, parameters]);
    expect(found).toEqual(expected);
  });
});

describe('tools in JSON', () => {
  test.each<[string, unknown, readonly string[]]>([
    [
      'a list',
      [
        { name: 'a', parameters: {} },
        { type: 'function', function: { name: 'b' } },
      ],
      ['a', 'b'],
    ],
    ['what an MCP server answers', { result: { tools: [{ name: 'a', inputSchema: {} }] } }, ['a']],
    ['what Gemini takes', [{ functionDeclarations: [{ name: 'a' }, { name: 'b' }] }], ['a', 'b']],
    ['a list of others', [{ name: 'a' }, 1, null, 'x', { name: 1, parameters: {} }], []],
    ['an object of others', { name: 'package', version: '1' }, []],
  ])('%s', (_, value, names) => {
    expect(toolsInJson(JSON.stringify(value), 'a.json').map(({ name }) => name)).toEqual(names);
  });

  test('no JSON has none', () => expect(toolsInJson('[{ name:', 'a.json')).toEqual([]));
});

test('no text stops a reader', () => {
  const pieces = [
    '{',
    '}',
    '[',
    '(',
    ')',
    "'",
    '"',
    '`',
    '${',
    ':',
    ',',
    'name',
    'tool',
    '/',
    '\n',
    '#',
  ];
  const text = fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 60 });
  fc.assert(
    fc.property(text, (parts) => {
      const joined = parts.join('');
      for (const read of [toolsInJavaScript, toolsInPython, toolsInJson]) read(joined, 'a.ts');
    }),
    { numRuns: 300 },
  );
});

describe('packs', () => {
  const packs = readPacks();

  test('are all found, and cut into tools without loss', () => {
    expect(packs.length).toBeGreaterThan(5);
    for (const pack of packs) {
      const { head, tools } = splitPack(pack);
      const text = `${head}tools:\n${tools.map((tool) => tool.text).join('\n')}\n`;
      expect([pack.name, text]).toEqual([pack.name, pack.text]);
    }
  });

  const nameOf = (entry: object): string | undefined => {
    const text = JSON.stringify({ mcpServers: { a: entry } });
    const read = (file: string): string | undefined => (file === 'mcp.json' ? text : undefined);
    const files = { folder: '', read, list: () => ({ files: [], cut: false }) };
    const [server] = readMcpServers(files).servers;
    return server && packFor(server, packs)?.pack.name;
  };

  test.each<[object, string | undefined]>([
    [{ command: 'npx', args: ['-y', '@playwright/mcp@0.0.83', '--headless'] }, 'playwright'],
    [{ command: 'pnpm', args: ['dlx', '@playwright/mcp'] }, 'playwright'],
    [{ command: 'uvx', args: ['mcp-server-fetch'] }, 'fetch'],
    [{ command: 'uvx', args: ['--from', 'mcp-email-server==1.2', 'x'] }, 'email'],
    [{ command: 'uv', args: ['tool', 'run', 'postgres-mcp'] }, 'postgres-mcp'],
    [{ command: 'pipx', args: ['run', 'mcp-server-fetch'] }, 'fetch'],
    [{ command: 'python3', args: ['-m', 'mcp_server_fetch'] }, 'fetch'],
    [{ command: 'docker', args: ['run', 'mcp/postgres:latest', 'x'] }, 'postgres'],
    [{ command: 'C:\\bin\\slack-mcp.exe' }, 'slack'],
    [{ url: 'https://api.githubcopilot.com/mcp' }, 'github'],
    [{ url: 'https://api.githubcopilot.com.evil.example/mcp/' }, undefined],
    [{ command: 'npx', args: ['@modelcontextprotocol/server-filesystem-evil'] }, undefined],
    [{ command: 'npx', args: ['evil', '@modelcontextprotocol/server-filesystem'] }, undefined],
    [{ command: 'node', args: ['mcp-server-fetch'] }, undefined],
    [{ command: 3, args: 'x', url: null }, undefined],
    [{}, undefined],
  ])('%j is a server of %s', (entry, pack) => expect(nameOf(entry)).toBe(pack));
});

test('whatever the names, the policy is valid and asks about what it does not know', async () => {
  const packs = readPacks();
  const [pack] = packs;
  if (pack === undefined) throw new Error('there are no packs');
  const name = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1 }),
    fc.constantFrom('a: b', '*x', '- y', '"', '\n  z: {}', '# guess:', '__proto__'),
  );
  const toolName = fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9_.-]{1,12}$/),
    fc.constantFrom('true', '1', 'null', '-', '...', '~', '__proto__', 'constructor', 'y'),
  );
  const known = { npm: [], pypi: [], commands: [], images: [], urls: [] };
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(toolName, { maxLength: 5 }),
      fc.array(name, { maxLength: 3 }),
      fc.record({
        toolNames: fc.constantFrom('plain' as const, 'by-server' as const),
        acting: fc.constantFrom('ask' as const, 'own-words' as const),
        dimensions: fc.constantFrom('integrity' as const, 'readers' as const),
      }),
      async (tools, servers, answers) => {
        const places = servers.map((each) => ({
          name: each,
          file: 'mcp.json',
          start: undefined,
          known,
        }));
        const text = policyText({
          packed: places.slice(0, 1).map((server) => ({ server, pack, by: server.name })),
          unknown: places,
          tools: tools.map((each) => ({
            name: each,
            where: servers[0] ?? '',
            parameters: undefined,
            hints: {},
            from: 'own',
          })),
          ...answers,
          holder: ['ann@acme.example'],
        });
        const problems = await checkPolicy(text);
        expect(problems.filter(({ code }) => code !== 'tools-missing')).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
