/**
 * `npm run clients:mcp -- [--json]`: real MCP clients through `sluice mcp` to real MCP servers.
 * Exits with 1 where one fails.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { Person } from '../attacks/person.ts';
import { launcher, type Line, type World, worldFor } from '../attacks/world.ts';
import { installClients } from '../installed.ts';
import { wrapperOf } from '../../src/init/mcp/launcher.ts';
import { installServers } from '../../packs/installed.ts';
import type { McpClient, Opened } from './client.ts';
import { javascriptClients } from './javascript.ts';
import { pythonClient } from './python.ts';
import { type Matrix, page, policy, type RealServer, realServers } from './servers.ts';

interface Row {
  readonly client: string;
  readonly server: string;
  /** `undefined`: it works. */
  readonly fails: string | undefined;
}

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    client: { type: 'string' },
    server: { type: 'string' },
  },
});

function say(line: string): void {
  console.error(line);
}

function wrapped({ name, line }: RealServer, world: World): Line {
  const [program = '', ...words] = wrapperOf(launcher, { name, policy: undefined });
  return [program, ...words, ...line(world)];
}

/** The first thing that a client cannot do with a server; `undefined` where all is well. */
async function faultOf(
  opened: Opened,
  server: RealServer,
  world: Matrix,
): Promise<string | undefined> {
  const tools = await opened.tools();
  if (!tools.includes(server.tool)) return `it lists ${tools.length} tools, without ${server.tool}`;
  const text = await opened.call(server.tool, server.args(world));
  if (!text.includes(server.gives))
    return `the result of ${server.tool} lacks its text: ${text.slice(0, 200)}`;
  if (server.name !== 'filesystem') return undefined;
  const file = path.join(world.folder, 'forged.txt');
  const refusal = await opened.call('write_file', { path: file, content: 'x' });
  if (existsSync(file)) return 'a call that the policy stops was made';
  return refusal.includes('Sluice') ? undefined : 'the refusal is not shown';
}

async function rowOf(client: McpClient, server: RealServer, world: Matrix): Promise<Row> {
  const names = { client: client.name, server: server.name };
  try {
    const opened = await client.open(wrapped(server, world), world);
    try {
      return { ...names, fails: await faultOf(opened, server, world) };
    } finally {
      await opened.close();
    }
  } catch (error) {
    return { ...names, fails: String(error) };
  }
}

const clients = [...javascriptClients, pythonClient].filter(
  ({ name }) => values.client === undefined || name.includes(values.client),
);
installServers(say);
installClients(say);
const { url, close } = await page();
const servers = realServers.filter(
  ({ name }) => values.server === undefined || name === values.server,
);
const world: Matrix = { ...worldFor('none', { guarded: true }), page: url };
world.write('sluice.yaml', policy);
world.write('note.txt', 'a note');
const rows: Row[] = [];
/** They stay, so that the gateway does: what a person accepted is kept there. */
const first: Opened[] = [];
const [own] = javascriptClients;

for (const server of servers) {
  if (own === undefined) break;
  try {
    const opened = await own.open(wrapped(server, world), world);
    first.push(opened);
    if ((await opened.tools()).length > 0) throw new Error('it showed tools that nobody accepted');
    await new Person(world.state()).accept(server.name);
  } catch (error) {
    say(`${server.name}: ${String(error)}`);
  }
}
for (const client of clients) {
  for (const server of servers) {
    const row = await rowOf(client, server, world);
    rows.push(row);
    say(`${row.client}, ${row.server}: ${row.fails ?? 'works'}`);
  }
}
await Promise.all(first.map((opened) => opened.close()));
close();
world.remove();

const whole = (key: 'client' | 'server'): number => {
  const names = [...new Set(rows.map((row) => row[key]))];
  return names.filter((name) => rows.every((row) => row[key] !== name || row.fails === undefined))
    .length;
};
const figures = {
  'mcp.clients': whole('client'),
  'mcp.servers': whole('server'),
  'mcp.matrix.failing': rows.filter(({ fails }) => fails !== undefined).length,
};
if (values.json) console.log(JSON.stringify({ figures, rows }));
else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
process.exitCode = figures['mcp.matrix.failing'] === 0 ? 0 : 1;
