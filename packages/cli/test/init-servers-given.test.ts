import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runInit } from '../src/init/init.ts';
import { givenBy, withoutGivenWords } from '../src/init/servers/given.ts';
import { proves } from '../src/testing/proves.ts';
import { project } from './projects.ts';
import { keptTerminal } from './terminal.ts';

/** Prints all that it was given, in whole, cut short and line by line, and fails. */
const failing = `
const given = [...process.argv.slice(2), process.env.KEY ?? ''];
for (const each of given) console.error('no:', each, each.split('=').at(-1), each.slice(-5));
console.error('no:', given.map((each) => each.slice(0, 6) + '***' + each.slice(-4)).join(' '));
console.error('no:', given.join(' '), encodeURIComponent(given.join('|')));
process.exit(1);`;

/** All that `init` prints and writes of a server, for people and as JSON. */
async function printed(entry: object, env: Readonly<Record<string, string>> = {}) {
  const texts: string[] = [];
  for (const json of [undefined, true] as const) {
    const mcpServers = { keyed: entry };
    const folder = project({ '.mcp.json': JSON.stringify({ mcpServers }), 'fail.mjs': failing });
    const { terminal, out, errors } = keptTerminal();
    const options = { dir: folder, yes: true, servers: 'all', ...(json && { json }) } as const;
    await runInit(options, { terminal, ask: undefined, env });
    texts.push(...out, ...errors, readFileSync(path.join(folder, 'sluice.yaml'), 'utf8'));
  }
  return texts.join('\n');
}

/** A server behind HTTP that refuses, and repeats the request in its reason. */
async function refusing(): Promise<string> {
  const server = createServer(({ url = '', headers }, response) => {
    const { authorization = '', 'x-key': key = '' } = headers;
    response.writeHead(400);
    response.end(`no: ${url} ${decodeURIComponent(url)} ${authorization} ${String(key)}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;
}

const started = (...args: readonly string[]) => ({
  command: process.execPath,
  args: ['fail.mjs', ...args],
});
const secret = /kestr|4471|estrel|trel-/i;

proves('init/servers-private', async () => {
  const host = await refusing();
  const http = (rest: string, headers = {}) => ({ url: `http://${host}/${rest}`, headers });
  const entries: Readonly<Record<string, object>> = {
    'an argument': started('kestrel-4471'),
    'an argument of a flag': started('--api-key=kestrel-4471'),
    'an address among arguments': started('postgresql://me:kestrel-4471@db.example/x'),
    'an environment': { ...started(), env: { KEY: 'kestrel-4471\nkestrel-4471-more' } },
    'a default in an argument': started('${NONE:-kestrel-4471}'),
    'a variable': started('${KEY}'),
    'a variable of no known form': started('${kestrel-4471}'),
    'a command that is a line': { command: 'KEY=kestrel-4471 node' },
    'a header': http('x', { Authorization: 'Bearer kestrel-4471', 'x-key': 'kestrel-4471' }),
    'a header that is none': http('x', { 'x-key': 'kestrel-4471\n' }),
    'a query': http('x?key=kestrel%2D4471&other=kestrel-4471'),
    'a path': http('s/kestrel-4471/mcp'),
    'a userinfo': { url: `http://me:kestrel-4471@${host}/x` },
    'an address that is none': { url: 'kestrel-4471:kestrel-4471' },
  };
  for (const [what, entry] of Object.entries(entries)) {
    const text = await printed(entry, { KEY: 'kestrel-4471' });
    expect(text, what).toContain('gave no list of tools');
    expect(text, what).not.toMatch(secret);
  }
});

test('a reason that repeats nothing that was given stays', async () => {
  expect(await printed(started('x'))).toMatch(/gave no list of tools: [^]*printed: no:/);
});

test('a server that calls itself by its key is shown without it', async () => {
  const program = path.join(import.meta.dirname, 'mcp-server.ts');
  const text = await printed({ command: process.execPath, args: [program, '[]', 'kestrel-4471'] });
  expect(text).toContain('keyed offers 0 tools');
  expect(text).not.toMatch(secret);
});

test('short values are hidden where they stand alone', () => {
  const start = { kind: 'command', command: 'x', args: ['--pin=17'], env: { A: 'b2' } } as const;
  const given = givenBy(start);
  expect(withoutGivenWords('pin 17, "b2" of 1717', given)).toBe('pin ... ... of 1717');
});
