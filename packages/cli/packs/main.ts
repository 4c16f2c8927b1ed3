/**
 * `npm run packs -- [--json] [--only PACK]`: the packs that can be tried here, each against its real
 * server with hostile things behind it. Exits with 1 where a pack fails.
 */
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { readPacks, type Pack } from '../src/init/packs.ts';
import { splitPack } from '../src/init/pack-tools.ts';
import { compareList, toolListHash } from '../src/init/servers/list-hash.ts';
import { attack, type Attacked, type Seen } from './attack.ts';
import { judgesOf } from './judges.ts';
import { installServers } from './installed.ts';
import { sum, type MakeWorld } from './world.ts';
import { fetchWorld } from './worlds/fetch.ts';
import { filesystemWorld } from './worlds/filesystem.ts';
import { gitWorld } from './worlds/git.ts';
import { memoryWorld } from './worlds/memory.ts';
import { playwrightWorld } from './worlds/playwright.ts';
import { postgresWorld } from './worlds/postgres.ts';
import { sequentialThinkingWorld } from './worlds/sequential-thinking.ts';
import { timeWorld } from './worlds/time.ts';

const worlds: Readonly<Record<string, MakeWorld>> = {
  fetch: fetchWorld,
  filesystem: filesystemWorld,
  git: gitWorld,
  memory: memoryWorld,
  playwright: playwrightWorld,
  postgres: postgresWorld,
  'sequential-thinking': sequentialThinkingWorld,
  time: timeWorld,
};

const help = `npm run packs: policy packs against their real servers, with hostile things behind them

  --only PACK  one pack: ${Object.keys(worlds).join(', ')}
  --hash       prints the hash of each server's list of tools, for policies/packs/index.yaml
  --json       ends with the figures as one line of JSON

The first run installs the servers of the lock files. Nothing leaves this machine after that.
PostgreSQL and Chromium are those of Debian; without them their packs are skipped.

Example: npm run packs -- --only git`;

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    hash: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(help);
else await main();

/** `skipped`: this machine lacks something. */
type Row =
  | {
      readonly pack: Pack;
      readonly kind: 'attacked';
      readonly found: Attacked;
      readonly faults: readonly string[];
    }
  | { readonly pack: Pack; readonly kind: 'skipped' | 'failed'; readonly because: string };

async function main(): Promise<void> {
  const packs = readPacks();
  const chosen = packs.filter(
    ({ name }) => worlds[name] !== undefined && (options.only ?? name) === name,
  );
  if (chosen.length === 0) throw new Error(`there is no such pack\n\n${help}`);
  installServers(say);
  const rows: Row[] = [];
  for (const pack of chosen) {
    const row = await tried(pack, packs);
    say(lineOf(row));
    rows.push(row);
  }
  const isFailing = (row: Row): boolean =>
    row.kind === 'failed' || (row.kind === 'attacked' && row.faults.length > 0);
  const failing = rows.filter(isFailing).length;
  const attacked = rows.filter((row) => row.kind === 'attacked' && !isFailing(row));
  say(`${attacked.length} packs attacked, ${failing} failing, of ${packs.length}`);
  if (options.json)
    console.log(
      JSON.stringify({ figures: figuresOf(rows, { attacked: attacked.length, failing, packs }) }),
    );
  if (failing > 0) process.exitCode = 1;
}

interface Counts {
  readonly attacked: number;
  readonly failing: number;
  readonly packs: readonly Pack[];
}

function figuresOf(
  rows: readonly Row[],
  { attacked, failing, packs }: Counts,
): Readonly<Record<string, number>> {
  const found = rows.flatMap((row) => (row.kind === 'attacked' ? [row.found] : []));
  return {
    'packs.attacked': attacked,
    'packs.failing': failing,
    'packs.skipped': rows.filter(({ kind }) => kind === 'skipped').length,
    'packs.listOnly': packs.filter(({ listOnly }) => listOnly !== undefined).length,
    'packs.calls': sum(found.map(({ calls }) => calls)),
    ...seenFigures(
      'plants',
      found.map(({ seen }) => seen.hostile),
    ),
    ...seenFigures(
      'secrets',
      found.map(({ seen }) => seen.secret),
    ),
  };
}

function seenFigures(name: string, seen: readonly Seen[]): Readonly<Record<string, number>> {
  return {
    [`packs.${name}`]: sum(seen.map(({ texts }) => texts)),
    [`packs.${name}PassingControl`]: sum(seen.map(({ control }) => control)),
    [`packs.callsWith${name === 'plants' ? 'Plants' : 'Secrets'}`]: sum(
      seen.map(({ calls }) => calls),
    ),
  };
}

async function tried(pack: Pack, packs: readonly Pack[]): Promise<Row> {
  const make = worlds[pack.name];
  if (make === undefined) return { pack, kind: 'skipped', because: 'it has no world' };
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-packs-'));
  const inside = path.join(folder, 'world');
  mkdirSync(inside);
  // A server that runs as another user finds its way.
  chmodSync(folder, 0o755);
  try {
    const world = await make(inside);
    if (typeof world === 'string') return { pack, kind: 'skipped', because: world };
    try {
      const found = await attack(world, await judgesOf(pack, packs));
      return { pack, kind: 'attacked', found, faults: faultsOf(pack, found) };
    } finally {
      await world.close?.();
    }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    return { pack, kind: 'failed', because };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function faultsOf(pack: Pack, { tools, seen, faults }: Attacked): readonly string[] {
  const names = splitPack(pack).tools.map(({ name }) => name);
  const { is, more, fewer } = compareList(tools, { names, hash: pack.listHash });
  if (options.hash) say(`${pack.name}: listHash: ${toolListHash(tools)}`);
  return [
    ...faults,
    ...(is === 'same' || options.hash
      ? []
      : [`its list of tools is ${is === 'other' ? 'another' : 'not pinned'}`]),
    ...more.map((name) => `${name} is not in the pack`),
    ...fewer.map((name) => `${name} is in the pack alone`),
    ...(Object.values(seen).some(({ texts, control }) => control < texts)
      ? ['the control holds back text that it should let through']
      : []),
  ];
}

function lineOf(row: Row): string {
  const { name, readFrom } = row.pack;
  if (row.kind !== 'attacked') return `${row.kind.padEnd(8)} ${name}: ${row.because}`;
  const { calls, seen } = row.found;
  const { hostile, secret } = seen;
  const counts =
    `${hostile.texts} hostile texts in ${hostile.calls} calls, ` +
    `${secret.texts} secrets in ${secret.calls}`;
  const word = row.faults.length > 0 ? 'FAILS' : 'attacked';
  const line = `${word.padEnd(8)} ${name}: ${readFrom}, ${calls} calls: ${counts}`;
  return [line, ...row.faults.map((fault) => `         ${fault}`)].join('\n');
}

function say(line: string): void {
  console.error(line);
}
