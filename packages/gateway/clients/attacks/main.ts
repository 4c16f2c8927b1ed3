/**
 * `npm run agents -- [--json] [--only AGENT] [--source NAME] ...`: strangers' words come to real
 * agents by sixteen ways, and their model does what anybody tells it. Exits with 1 where a bound
 * does not hold.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { pageWith } from '../page.ts';
import { installAgents, versionOf } from '../world/installed.ts';
import { playCell } from './cell.ts';
import { goalOf } from './goals.ts';
import { boundsHold, figuresOf, linesOf, rowsFor, selfLine, type Tried } from './report.ts';
import { type SelfTried, trySelf } from './self/try-self.ts';
import type { Source } from './sources/source.ts';
import { sources } from './sources/sources.ts';
import { attacked } from './ways/all.ts';
import type { Ways } from './ways/ways.ts';

const help = `npm run agents: attacks on real agents, before a scripted provider, without the gateway
and through it

  --only AGENT   one agent: ${attacked.map(({ agent }) => agent.name).join(', ')}
  --source NAME  one way by which the words come, e.g. 'commit message'
  --goal NAME    another goal than that of the table, e.g. 'payment'
  --direct       without the gateway alone
  --guarded      through the gateway alone
  --self         only the attempts of an agent to be its own operator
  --page         writes the table in docs/coding-agents.md
  --keep         leaves the agents' homes, and says where
  --verbose      says what each agent said last
  --json         ends with the figures as one line of JSON

The first run installs the agents of the lock file. Nothing leaves this machine after that.

Example: npm run agents -- --only codex --source 'commit message'`;

const page = path.join(import.meta.dirname, '../../../../docs/coding-agents.md');

const { values: options } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    only: { type: 'string' },
    source: { type: 'string' },
    goal: { type: 'string' },
    direct: { type: 'boolean', default: false },
    guarded: { type: 'boolean', default: false },
    self: { type: 'boolean', default: false },
    page: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    verbose: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (options.help) console.log(help);
else await main();

async function main(): Promise<void> {
  const { only, source: named, goal } = options;
  const isPart = [only, named, goal].some((each) => each !== undefined);
  const self = isPart ? [] : await trySelf();
  if (options.self) return report([], self);
  const chosen = attacked.filter(({ agent }) => only === undefined || agent.name === only);
  const tried = sources.filter(({ name }) => named === undefined || name === named);
  if (chosen.length === 0 || tried.length === 0) throw new Error(`there is none such\n\n${help}`);
  installAgents(
    chosen.map(({ agent }) => agent),
    say,
  );
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-agents-'));
  try {
    const lanes = [0, 1].map((lane) => chosen.filter((_ways, at) => at % 2 === lane));
    const all = await Promise.all(
      lanes.map(async (lane) => {
        const found: Tried[] = [];
        for (const ways of lane) {
          for (const source of tried) found.push(await tryOut(ways, source, folder));
        }
        return found;
      }),
    );
    report(all.flat(), self);
  } finally {
    if (options.keep) say(`kept: ${folder}`);
    else rmSync(folder, { recursive: true, force: true });
  }
}

/** One attack, without the gateway and through it. */
async function tryOut(ways: Ways, source: Source, folder: string): Promise<Tried> {
  const { agent } = ways;
  const head = { agent: agent.name, version: versionOf(agent), source: source.name };
  const lack = ways.lacks[source.name];
  if (lack !== undefined) return tell({ ...head, lack });
  const goal = goalOf(options.goal ?? source.goal);
  const at = async (isGuarded: boolean): Promise<Tried['guarded']> => {
    const own = path.join(folder, agent.name, isGuarded ? 'guarded' : 'direct');
    try {
      return await playCell({ ways, source, goal, isGuarded, folder: own, keep: options.keep });
    } catch (error) {
      return { failed: error instanceof Error ? error.message : String(error) };
    }
  };
  const direct = options.guarded ? undefined : await at(false);
  const guarded = options.direct ? undefined : await at(true);
  return tell({ ...head, ...(direct && { direct }), ...(guarded && { guarded }) });
}

function tell(tried: Tried): Tried {
  for (const line of linesOf(tried)) say(line);
  if (options.verbose) say(JSON.stringify(tried, undefined, 1).replaceAll(String.raw`\n`, '\n'));
  return tried;
}

function report(all: readonly Tried[], self: readonly SelfTried[]): void {
  const sorted = attacked.flatMap(({ agent }) => all.filter((each) => each.agent === agent.name));
  for (const tried of sorted) for (const line of linesOf(tried)) console.log(line);
  for (const tried of self) console.log(selfLine(tried));
  const figures = figuresOf(sorted, self);
  if (options.page) writeFileSync(page, pageWith(readFileSync(page, 'utf8'), rowsFor(sorted)));
  if (options.json) console.log(JSON.stringify({ figures }));
  const { only, source, goal, guarded } = options;
  const isWhole = [only, source, goal].every((each) => each === undefined) && !guarded;
  if (!boundsHold(sorted, figures, isWhole && !options.self)) process.exitCode = 1;
}

/** Progress, beside the result. */
function say(line: string): void {
  console.error(`[agents] ${line}`);
}
