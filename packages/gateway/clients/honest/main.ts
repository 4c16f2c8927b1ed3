/**
 * `npm run agents:honest -- [--json] [--policy FILE] [--session NAME] [--half HALF] [--data FOLDER] [--commits N]`:
 * sequences of actions that agents and people have really taken, through a gateway, with the policy
 * that is shipped for a coding agent. Counts what a person is asked. Exits with 1 where a bound is
 * not kept.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startGateway } from '../world/gateway.ts';
import { startProvider } from '../world/provider.ts';
import { costsOf, places, type Cost } from './cost.ts';
import { play, type World } from './play.ts';
import { promptsOf } from './prompts.ts';
import { costLine, figuresOf, linesOf, shortfalls, type Row } from './report.ts';
import { commitSessions } from './sessions/commits.ts';
import { drawn, type Half } from './sessions/halves.ts';
import { workspace, type Session } from './sessions/session.ts';
import { recordedSessions } from './sessions/trajectories.ts';

const root = path.join(import.meta.dirname, '../../../..');

const help = `npm run agents:honest: what honest sessions of a coding agent ask of a person

  --policy FILE   the policy; default: policies/clients/claude-code.yaml
  --data FOLDER   recordings of SWE-agent (*.traj); default: ../shared/data/coding
  --commits N     how many commits of this repository are replayed; default: 12
  --session NAME  the sessions whose names contain this, and no cost of regeneration
  --half HALF     \`seen\`: those that policies were changed after; \`unseen\`: the others
  --json          ends with the figures as one line of JSON

Example: npm run agents:honest -- --session commit --json`;

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    policy: { type: 'string', default: path.join(root, 'policies/clients/claude-code.yaml') },
    session: { type: 'string', default: '' },
    half: { type: 'string' },
    data: { type: 'string', default: path.join(root, '../shared/data/coding') },
    commits: { type: 'string', default: '12' },
    help: { type: 'boolean', default: false },
  },
});

const isPart = options.session !== '' || options.half !== undefined;

if (options.help) console.log(help);
else await main();

async function main(): Promise<void> {
  const { rows, costs } = await measured(chosen());
  const figures = figuresOf(
    rows,
    costs.map(({ cost }) => cost),
  );
  for (const line of linesOf(rows)) console.log(line);
  if (costs.length > 0) console.log('\nOne call at the end of about 100,000 tokens:');
  for (const { cost, where } of costs) console.log(costLine(cost, where));
  const wrong = isPart ? [] : shortfalls(figures);
  for (const words of wrong) console.log(`Falls short: ${words}.`);
  if (options.json) console.log(JSON.stringify({ figures }));
  if (wrong.length > 0) process.exitCode = 1;
}

interface Chosen {
  readonly session: Session;
  readonly half: Half;
}

function chosen(): readonly Chosen[] {
  if (!existsSync(options.data)) {
    throw new Error(`there are no recordings in ${options.data}; name their folder with --data`);
  }
  const all = [...recordedSessions(options.data), ...commitSessions(Number(options.commits))];
  const halves = drawn(all);
  const known = all.map((session) => ({ session, half: halves.get(session.name) ?? 'seen' }));
  const sessions = known.filter(({ session, half }) => {
    const isOfHalf = options.half === undefined || half === options.half;
    return isOfHalf && session.name.includes(options.session);
  });
  if (sessions.length > 0) return sessions;
  throw new Error(`no session has this name; there are ${all.map(({ name }) => name).join(', ')}`);
}

interface Measured {
  readonly rows: readonly Row[];
  readonly costs: readonly { readonly cost: Cost; readonly where: string }[];
}

async function measured(all: readonly Chosen[]): Promise<Measured> {
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-honest-'));
  const upstream = await startProvider();
  const policy = readFileSync(options.policy, 'utf8');
  const gateway = await startGateway({ tools: '', policy }, upstream, {
    folder,
    workspace,
    isOfRun: true,
  });
  const world = { gateway, upstream, profile: 'default' };
  try {
    const rows: Row[] = [];
    for (const one of all) rows.push(await rowOf(one, world));
    const sessions = all.map(({ session }) => session);
    const costs = [];
    for (const where of isPart ? [] : places) {
      const found = await costsOf(sessions, where, world);
      costs.push(...found.map((cost) => ({ cost, where })));
    }
    return { rows, costs };
  } finally {
    await gateway.stop();
    await upstream.close();
    rmSync(folder, { recursive: true, force: true });
    rmSync(path.dirname(workspace), { recursive: true, force: true });
  }
}

async function rowOf({ session, half }: Chosen, world: World): Promise<Row> {
  const guarded = await play(session, world);
  const tainted = await play(session, { ...world, profile: 'tainted' });
  console.error(`[honest] ${session.name}: ${guarded.asked.length} questions`);
  return { session, half, guarded, tainted, prompts: promptsOf(session) };
}
