/**
 * `npm run clients -- [--json] [--only AGENT] [--story NAME] ...`: real agents, each a process of
 * its own in a throw-away home, through a gateway, before a scripted provider. Exits with 1 where a
 * row fails.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Agent } from './agents/agent.ts';
import { agents } from './agents/agents.ts';
import { pageWith } from './page.ts';
import { recording } from './record/record.ts';
import { figuresOf, linesOf } from './report.ts';
import { play, type Row, type World } from './row.ts';
import { stories, storiesOf } from './stories/stories.ts';
import type { Story } from './stories/story.ts';
import { startGateway } from './world/gateway.ts';
import { installAgents, versionOf } from './world/installed.ts';
import { startProvider } from './world/provider.ts';

const help = `npm run clients: real agents through the gateway, before a scripted provider

  --only AGENT   one agent: ${agents.map(({ name }) => name).join(', ')}
  --story NAME   one story, e.g. 'tool call'
  --direct       without the gateway: what the agent does by itself
  --page         writes the table in docs/clients.md
  --record       writes down what each agent sends, for the tests, and plays no story
  --keep         leaves the agents' homes, and says where
  --json         ends with the figures as one line of JSON

The first run installs the agents of the lock file. Nothing leaves this machine after that.

Example: npm run clients -- --only codex --story 'tool call'`;

const page = path.join(import.meta.dirname, '../../../docs/clients.md');

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    story: { type: 'string' },
    keep: { type: 'boolean', default: false },
    direct: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    record: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(help);
else await main();

async function main(): Promise<void> {
  const chosen = agents.filter(({ name }) => options.only === undefined || name === options.only);
  const told = stories.filter(
    ({ name, guarded }) =>
      (options.story === undefined || name === options.story) && !(options.direct && guarded),
  );
  if (chosen.length === 0 || told.length === 0) throw new Error(`there is none such\n\n${help}`);
  installAgents(chosen, say);
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-clients-'));
  try {
    const rows: Row[] = [];
    await Promise.all(lanes(chosen).map((lane) => playLane(lane, told, { folder, rows })));
    if (!options.record) report(rows);
  } finally {
    if (options.keep) say(`kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/** Two agents at a time: each waits for its servers half of the time. */
function lanes(all: readonly Agent[]): readonly (readonly Agent[])[] {
  return [0, 1].map((lane) => all.filter((_agent, at) => at % 2 === lane));
}

async function playLane(
  lane: readonly Agent[],
  chosen: readonly Story[],
  { folder, rows }: { readonly folder: string; readonly rows: Row[] },
): Promise<void> {
  for (const agent of lane) {
    const own = path.join(folder, agent.name);
    const upstream = await startProvider();
    const gateway =
      options.direct || options.record
        ? undefined
        : await startGateway(agent, upstream, { folder: path.join(own, 'gateway') });
    try {
      const world = { agent, upstream, gateway, folder: own, keep: options.keep };
      if (options.record) await play(recording, world);
      else for (const story of storiesOf(agent, chosen)) rows.push(await rowOf(story, world));
    } finally {
      await gateway?.stop();
      await upstream.close();
    }
  }
}

async function rowOf(story: Story, world: World): Promise<Row> {
  const { agent } = world;
  const head = { agent: agent.name, version: versionOf(agent), story: story.name };
  const lack = agent.lacks[story.name];
  if (lack !== undefined)
    return tell({ ...head, result: 'unsupported', because: lack, seconds: 0 });
  const startMs = performance.now();
  const seconds = (): number => Math.round((performance.now() - startMs) / 100) / 10;
  try {
    await play(story, world);
    return tell({ ...head, result: 'passes', seconds: seconds() });
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error);
    return tell({ ...head, result: 'fails', because, seconds: seconds() });
  }
}

function tell(row: Row): Row {
  const { agent, story, result, seconds, because } = row;
  const reason = because === undefined ? '' : `: ${because}`;
  say(`${agent}, ${story}: ${result} (${seconds} s)${reason}`);
  return row;
}

function report(rows: readonly Row[]): void {
  const sorted = agents.flatMap(({ name }) => rows.filter(({ agent }) => agent === name));
  const figures = figuresOf(sorted);
  for (const line of linesOf(sorted)) console.log(line);
  if (options.page) writeFileSync(page, pageWith(readFileSync(page, 'utf8'), sorted));
  if (options.json) console.log(JSON.stringify({ figures }));
  if (figures['clients.failing'] > 0) process.exitCode = 1;
}

/** Progress, beside the result. */
function say(line: string): void {
  console.error(`[clients] ${line}`);
}
