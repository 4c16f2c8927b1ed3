/**
 * `npm run bench:mcp -- [--quick] [--json]`: what Sluice adds to a call of 2 kB, beside the
 * transports of the official SDK back to back, and beside FastMCP's proxy. Exits with 1 where a
 * bound does not hold.
 */
import { loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { rounded } from '../../../core/bench/measure.ts';
import { Person } from '../attacks/person.ts';
import { worldFor } from '../attacks/world.ts';
import { gatewayWith } from '../gateway.ts';
import { installClients } from '../installed.ts';
import { added, connected, latencies, rate, type Way } from './measure.ts';
import { fastmcpWay, httpWay, started, stdioWays, stopAll } from './ways.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
  },
});
const rounds = values.quick ? 3 : 9;
const requests = values.quick ? 100 : 400;

const policy = `version: 1
lattice: { integrity: { chain: [trusted, untrusted] } }
onViolation: ask
tools:
  echo: { result: { format: text, label: trusted }, call: { ceiling: untrusted } }
answer: { ceiling: untrusted }
`;

const figures: Record<string, number> = { 'mcp.bench.load': loadavg()[0] ?? Number.NaN };

function say(line: string): void {
  console.error(line);
}

type Clients = ReadonlyMap<string, Client>;

async function open(ways: readonly Way[]): Promise<Clients> {
  const clients = new Map<string, Client>();
  for (const way of ways) clients.set(way.name, await connected(way));
  return clients;
}

async function close(clients: Clients): Promise<void> {
  await Promise.all([...clients.values()].map((client) => client.close()));
}

async function measure(prefix: string, clients: Clients): Promise<void> {
  for (const work of ['call', 'list'] as const) {
    const count = work === 'call' ? requests : requests / 10;
    const medians = await latencies(clients, { work, rounds, requests: count });
    const place = work === 'call' ? prefix : `${prefix}.list200`;
    for (const name of clients.keys()) {
      if (name === 'direct') continue;
      const over = name === 'bare' ? 'direct' : 'bare';
      const key = name === 'sluice' ? `${place}.added.p50ms` : `${place}.${name}.added.p50ms`;
      figures[key] = added(medians, { of: name, over });
    }
  }
}

async function overHttp(): Promise<void> {
  say('over HTTP');
  const world = worldFor('bench', { guarded: true });
  const url = await started('server.ts', 'http');
  const bare = await started('bare.ts', 'http', url);
  const folder = path.join(world.folder, 'gateway');
  const mcp = { servers: { bench: { url } }, trust: 'first-use' };
  const gateway = await gatewayWith({ folder, policy, mcp });
  const sluice = httpWay('sluice', `${gateway.url}/mcp/bench`, gateway.key);
  const ways = [httpWay('direct', url), httpWay('bare', bare), sluice, await fastmcpWay(url)];
  const clients = await open(ways);
  try {
    await measure('mcp.http', clients);
    await throughput(ways);
  } finally {
    await close(clients);
    await gateway.stop();
    world.remove();
  }
}

/** In turns, so that what else the machine does falls on all of them. */
async function throughput(ways: readonly Way[]): Promise<void> {
  say('32 calls at a time');
  const rates = new Map(ways.map(({ name }) => [name, [] as number[]]));
  const all = await Promise.all(
    ways.map(async (way) => {
      const clients = await Promise.all(Array.from({ length: 4 }, () => connected(way)));
      return { name: way.name, clients };
    }),
  );
  for (let round = 0; round <= rounds; round += 1) {
    for (const { name, clients } of all) {
      const found = await rate(clients, { concurrency: 32, requests });
      if (round > 0) rates.get(name)?.push(found);
    }
  }
  const shares = (name: string): number => {
    const own = rates.get(name) ?? [];
    const bare = rates.get('bare') ?? [];
    const each = own.map((value, at) => value / (bare[at] ?? Number.NaN));
    return each.toSorted((a, b) => a - b)[Math.floor(each.length / 2)] ?? Number.NaN;
  };
  figures['mcp.rps.c32.shareOfBare'] = shares('sluice');
  figures['mcp.rps.c32.fastmcp.shareOfBare'] = shares('fastmcp');
  await Promise.all(all.flatMap(({ clients }) => clients.map((client) => client.close())));
}

async function overStdio(): Promise<void> {
  say('over stdio');
  const world = worldFor('bench', { guarded: true });
  world.write('sluice.yaml', policy);
  const clients = await open(stdioWays(world));
  const person = new Person(world.state());
  try {
    await clients.get('sluice')?.listTools();
    await person.accept('bench');
    await measure('mcp.stdio', clients);
  } finally {
    await person.stop();
    await close(clients);
    world.remove();
  }
}

installClients(say);
try {
  await overHttp();
  await overStdio();
} finally {
  stopAll();
}

const bounds: Readonly<Record<string, (value: number) => boolean>> = {
  'mcp.http.added.p50ms': (ms) => ms <= 1.5,
  'mcp.stdio.added.p50ms': (ms) => ms <= 1,
  'mcp.http.list200.added.p50ms': (ms) => ms <= 5,
  'mcp.rps.c32.shareOfBare': (share) => share >= 0.5,
};
const shown = Object.fromEntries(
  Object.entries(figures).map(([name, value]) => [name, rounded(value)]),
);
if (values.json) console.log(JSON.stringify({ figures: shown }));
else for (const [name, value] of Object.entries(shown)) console.log(`${name} ${value}`);
for (const [name, holds] of Object.entries(bounds)) {
  if (holds(figures[name] ?? Number.NaN)) continue;
  say(`${name} is ${shown[name]}: out of its bound`);
  process.exitCode = 1;
}
