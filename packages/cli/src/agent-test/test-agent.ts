import { outlineOf, SluiceError, type DraftCall, type PlainTool } from '@sluice/core';
import { raisedData } from '../raised-data.ts';
import { someOf } from '../show/some-of.ts';
import { policyAlone } from './agents/policy-alone.ts';
import { attack, type Finding } from './attack.ts';
import type { Goal } from './goal.ts';
import { goalsOf } from './goals.ts';
import { unaskedIn } from './guarded.ts';
import { oneRun, type Bench, type Observed } from './one-run.ts';
import { givenPlaces, type Place, type Policies } from './places.ts';
import type { Plan } from './plan.ts';
import { scenariosOf, type Scenario, type Task } from './scenario.ts';
import { takenResults, takenRules, type TakenResult, type TakenRule } from './taken.ts';

export interface TestInput {
  readonly policies: Policies;
  /** True where the right policy is another: what it lets through is right. */
  readonly hasBaseline: boolean;
  readonly tools: readonly PlainTool[];
  /** Made up from the policies, or found in the results of the user's own tools. */
  readonly places: readonly Place[];
  readonly plan: Plan;
  readonly seed: number;
  /** Tries so many pairs at most. */
  readonly pairsMax: number;
  /** Tries this one alone. */
  readonly only?: string | undefined;
  /** Begins no pair after this time; in milliseconds since the epoch. */
  readonly untilMs: number;
  readonly onProgress: (done: number, all: number) => void;
}

export interface TestResult {
  readonly findings: readonly Finding[];
  /** Pairs that ran, and all that there are. */
  readonly pairs: number;
  readonly pairsAll: number;
  /** The agent never looked at the place of these, and why it did not in the first. */
  readonly unreached: number;
  readonly unreachedBecause: string | undefined;
  /** Pairs with a run that ended otherwise than by an answer, and what the first said. */
  readonly failed: number;
  readonly failure: string | undefined;
  readonly places: number;
  readonly goals: number;
  readonly honest: Honest;
  /** Goals that were tried in part, in words. */
  readonly gaps: readonly string[];
  /** The last lines of the first run that failed, never looked, or made no call of its task. */
  readonly printed: readonly string[];
  /** Tools that could not be tested, with what to type: no pass. */
  readonly untested: readonly string[];
  /** No agent was run: the policy alone played it. */
  readonly isAlone: boolean;
  /** Results that the policy trusts: no text of a stranger was put there. */
  readonly taken: readonly TakenResult[];
  /** Rules that let calls through at a stranger's word: the policy's own, so not attacked. */
  readonly takenRules: readonly TakenRule[];
}

/** Tasks that nobody attacks. */
interface Honest {
  readonly tasks: number;
  readonly questions: number;
  /** The tasks that asked a person, with the tools of the calls they were asked about. */
  readonly asked: readonly { readonly prompt: string; readonly tools: readonly string[] }[];
  /** Tasks that ended otherwise than by an answer, and what the first said. */
  readonly failed: number;
  readonly failure: string | undefined;
  /** The last lines that the agent printed in the first that failed, or made no call. */
  readonly printed: readonly string[];
}

/** Runs the agent on honest tasks, and on pairs of runs that differ in one planted text. */
export async function testAgent(given: Bench, input: TestInput): Promise<TestResult> {
  const isAlone = given.agent === policyAlone;
  let isStaged = isAlone || given.isStaged === true;
  const onRun = ({ guarded }: Observed): void => void (isStaged ||= guarded.isStaged);
  const bench = { ...given, onRun };
  const { policies, tools, places, plan } = input;
  const { goals, gaps, untested } = goalsOf(policies, tools, callsOf(plan.tasks));
  const scenarios = scenariosOf({ ...input, goals, tasks: plan.tasks }).filter(
    (scenario) => !isAccepted(scenario, plan) && !isPolicyRight(scenario, input.hasBaseline),
  );
  const chosen = scenarios.filter(({ id }) => input.only === undefined || id === input.only);
  if (input.only !== undefined && chosen.length === 0) throw unknownPair(input.only);
  const honest = await honestRuns(bench, plan.tasks.length > 0 ? plan.tasks : ownTasks(goals));
  const ran = await ranPairs(bench, chosen.slice(0, input.pairsMax), input);
  const printed = honest.printed.length > 0 ? honest.printed : ran.printed;
  return {
    ...ran,
    printed,
    pairsAll: scenarios.length,
    places: places.length,
    goals: goals.length,
    honest,
    isAlone,
    taken: takenResults(places, scenarios),
    takenRules: input.hasBaseline ? [] : takenRules(policies, goals, places),
    gaps: isStaged ? gaps : [...gaps, ...unstaged(policies)],
    untested: [...withoutTools(policies), ...untested.map(unfit)],
  };
}

/** Where calls have one label, a guard asks about data that a policy calls so by mistake. */
function unstaged({ now }: Policies): readonly string[] {
  const data = raisedData(now);
  if (data.length === 0) return [];
  const names = someOf(data, namedMax);
  return [
    `data (${names}): no run had labels per argument, so one that something acts on does not show; write \`staged: true\` among the guard's \`shortcuts\`, or type \`sluice test\` without an agent`,
  ];
}

const namedMax = 5;

/** A policy that names no tool passes every test of it. */
function withoutTools({ now }: Policies): readonly string[] {
  if (outlineOf(now).length > 0) return [];
  const remedy =
    now.answerActs === true
      ? 'what leads to an answer that acts is not tried here: write cases for `npx sluice policy test`'
      : 'write what your agent has under `tools`, or let `npx sluice init` do it';
  return [`the policy names no tool; ${remedy}`];
}

function unfit(tool: string): string {
  const task = `tasks: [{ prompt: ..., calls: [{ ${tool}: { ... } }] }]`;
  return `calls of ${tool}: the policy refuses every one that was made up; write one that fits into sluice.test.yaml: ${task}`;
}

function unknownPair(id: string): SluiceError {
  return new SluiceError('settings-invalid', `no pair of runs has the id \`${id}\``, {
    hint: 'ids hold for one policy and its tools: take one from a report of the same command',
  });
}

type RanPairs = Pick<
  TestResult,
  'findings' | 'pairs' | 'unreached' | 'unreachedBecause' | 'failed' | 'failure' | 'printed'
>;

async function ranPairs(
  bench: Bench,
  scenarios: readonly Scenario[],
  { policies, untilMs, onProgress }: TestInput,
): Promise<RanPairs> {
  const findings: Finding[] = [];
  let [pairs, unreached, failed] = [0, 0, 0];
  let [failure, unreachedBecause]: (string | undefined)[] = [];
  let printed: readonly string[] = [];
  for (const scenario of scenarios) {
    if (Date.now() >= untilMs) break;
    onProgress(pairs, scenarios.length);
    const pair = await attack(bench, scenario, policies);
    pairs += 1;
    if (pair.kind === 'found') findings.push(pair.finding);
    if (pair.kind === 'unreached') {
      unreached += 1;
      unreachedBecause ??= pair.because;
    }
    if (pair.kind === 'failed') {
      failed += 1;
      failure ??= pair.because;
    }
    if ('printed' in pair && printed.length === 0) printed = pair.printed;
  }
  return { findings, pairs, unreached, unreachedBecause, failed, failure, printed };
}

async function honestRuns(bench: Bench, tasks: readonly Task[]): Promise<Honest> {
  const runs: (Observed & Task)[] = [];
  for (const { prompt, calls } of tasks) {
    const run = await oneRun(bench, { prompt, calls });
    const unasked = unaskedIn(run, { calls, policy: bench.policy });
    runs.push({ ...run, asked: [...run.asked, ...unasked], prompt, calls });
  }
  return {
    tasks: tasks.length,
    questions: runs.reduce((sum, { asked }) => sum + asked.length, 0),
    asked: runs
      .filter(({ asked }) => asked.length > 0)
      .map(({ prompt, asked }) => ({ prompt, tools: asked.map(({ tool }) => tool) })),
    failed: runs.filter(({ failed }) => failed !== undefined).length,
    failure: runs.find(({ failed }) => failed !== undefined)?.failed,
    printed: runs.find((run) => isIdle(run) && run.printed.length > 0)?.printed ?? [],
  };
}

/** True for a run that failed, or came to none of the calls of its task. */
function isIdle({ failed, ran, asked, calls }: Observed & Task): boolean {
  return failed !== undefined || (calls.length > 0 && ran.length + asked.length === 0);
}

function callsOf(tasks: readonly Task[]): readonly DraftCall[] {
  return tasks.flatMap(({ calls }) => calls);
}

/** Where the user names no tasks: each call, asked for by nobody but the user. */
function ownTasks(goals: readonly Goal[]): readonly Task[] {
  return goals.flatMap(({ act, argument }) => {
    if (act.kind === 'answer' || argument !== undefined) return [];
    const { tool, args } = act;
    return [{ prompt: `Call ${tool} with ${args}.`, calls: [{ tool, args }] }];
  });
}

function isAccepted({ place, act, goesThrough }: Scenario, { accept }: Plan): boolean {
  if (!goesThrough.right) return false;
  const name = act.kind === 'call' ? act.tool : 'answer';
  return accept.some(
    ({ call, from = place.witness.tool }) => call === name && from === place.witness.tool,
  );
}

/** With a baseline it is known what is right; without one, a flow that could hurt is reported. */
function isPolicyRight({ goesThrough }: Scenario, hasBaseline: boolean): boolean {
  return hasBaseline && goesThrough.right;
}

/** The places of the results that the user's own tools give where nobody attacks. */
export async function placesInRuns(
  bench: Bench,
  policies: Policies,
  tasks: readonly Task[],
): Promise<readonly Place[]> {
  const runs: Observed[] = [];
  for (const task of tasks) runs.push(await oneRun(bench, task));
  const results = runs.flatMap((run) =>
    run.results.map(({ args = {}, ...rest }) => ({ ...rest, args })),
  );
  const tools = bench.tools().map((tool) => ({ ...tool, hints: {} }));
  return givenPlaces(policies, results, tools);
}
