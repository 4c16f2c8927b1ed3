/**
 * `npm run mcp:official -- [--json] [--write]`: the official conformance suite against reference
 * servers and clients, directly and through the gateway in the transparent profile, and our own suite
 * of scenarios for proxies against the gateway. Exits with 1 where the way through the proxy differs.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { conformance, figuresOf, urlTarget, verdicts } from '@sluice/mcp-conformance';
import { withKey } from './front.ts';
import { gatewayBefore, type GatewayMode } from './gateway-under-test.ts';
import {
  clientResults,
  type FrozenSet,
  installSuite,
  type Results,
  serverResults,
  sets,
} from './official.ts';
import { type Compared, writeTable } from './table.ts';
import { startReferenceServer } from './reference/server.ts';
import { freePort } from './ports.ts';

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

const help = `npm run mcp:official: the official conformance suite, directly and through the gateway

  --json   ends with the figures as one line of JSON
  --write  writes the table of docs/mcp-conformance.md anew

The first run installs the suite of the lock file. Nothing leaves this machine after that.`;

/** How long our own scenarios wait for the gateway. */
const patienceMsMax = 5000;

if (options.help) console.log(help);
else await main();

async function main(): Promise<void> {
  installSuite(say);
  const compared: Compared[] = [];
  for (const set of sets) {
    say(`${set}: servers ...`);
    compared.push(await comparedServers(set));
    say(`${set}: clients ...`);
    compared.push(await comparedClients(set));
  }
  say('our own scenarios ...');
  const [transparent, guarded] = [await ownFigures('transparent'), await ownFigures('log')];
  const figures = {
    'mcp.official.direct': sum(compared, ({ direct }) => direct),
    'mcp.official.throughProxy': sum(compared, ({ through }) => through),
    'mcp.official.differing': compared.flatMap(differing).length,
    ...transparent,
    'mcp.proxy.guarded.failing': guarded['mcp.proxy.failing'],
  };
  if (options.write) writeTable(compared);
  if (!options.json) for (const each of compared) show(each);
  console.log(JSON.stringify(figures));
  const isSame = figures['mcp.official.differing'] === 0 && transparent['mcp.proxy.failing'] === 0;
  process.exitCode = isSame ? 0 : 1;
}

function say(line: string): void {
  console.error(line);
}

async function comparedServers(set: FrozenSet): Promise<Compared> {
  const server = await startReferenceServer();
  const gateway = await gatewayBefore(server.url, 'transparent');
  const front = await withKey(gateway.url, gateway.keys[0]);
  try {
    const direct = await serverResults(server.url, set);
    return { set, role: 'server', direct, through: await serverResults(front.url, set) };
  } finally {
    await front.stop();
    await gateway.stop();
    await server.stop();
  }
}

async function comparedClients(set: FrozenSet): Promise<Compared> {
  const file = path.join(import.meta.dirname, 'client-main.ts');
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@sluice/source'];
  const client = [process.execPath, ...flags, file];
  const direct = await clientResults(client, set);
  return {
    set,
    role: 'client',
    direct,
    through: await clientResults([...client, '--through'], set),
  };
}

async function ownFigures(mode: GatewayMode): Promise<Readonly<Record<string, number>>> {
  const serverPort = await freePort();
  const { url, keys, stop } = await gatewayBefore(`http://127.0.0.1:${serverPort}/mcp`, mode);
  try {
    const [first, second] = keys;
    const tokens = { first, second, otherAudience: 'another' };
    const rows = await conformance({ target: urlTarget(url), serverPort, patienceMsMax, tokens });
    return figuresOf(verdicts(rows));
  } finally {
    await stop();
  }
}

function sum(compared: readonly Compared[], side: (of: Compared) => Results): number {
  const all = compared.flatMap((each) => [...side(each).values()]);
  return all.reduce((total, { passed }) => total + passed, 0);
}

/** Scenarios that come out otherwise through the proxy. */
function differing({ direct, through }: Compared): readonly string[] {
  const names = new Set([...direct.keys(), ...through.keys()]);
  return [...names].filter((name) => direct.get(name)?.outcomes !== through.get(name)?.outcomes);
}

function show(compared: Compared): void {
  const { set, role, direct, through } = compared;
  console.log(`${set}, ${role}s: ${direct.size} scenarios directly, ${through.size} through`);
  for (const name of differing(compared)) console.log(`  differs: ${name}`);
}
