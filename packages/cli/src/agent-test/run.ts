import { SluiceError } from '@sluice/core';
import { declaredTools } from '../declared-tools.ts';
import { readText } from '../files.ts';
import type { Sourced } from '../init/draft/origin.ts';
import { toolsInJson } from '../init/tools/json.ts';
import { loadPolicyFile } from '../policy-file.ts';
import { policyBefore } from '../policy/revision.ts';
import { printable } from '../show/printable.ts';
import type { Terminal } from '../terminal.ts';
import type { LoadedAgent } from './agents/loaded-agent.ts';
import { loadAgent } from './agents/module.ts';
import { policyAlone } from './agents/policy-alone.ts';
import { commandAgent } from './agents/command.ts';
import { laidOut } from './laid-out.ts';
import { startModelServer, type ModelServer } from './model-server.ts';
import { readPlan, type Plan } from './plan.ts';
import { writeJunit, writeSarif } from './report/files.ts';
import { figuresOf, isKnown, showResult } from './report/show.ts';
import { flowOf } from './report/words.ts';
import { testAgent, type TestResult } from './test-agent.ts';

export interface TestOptions {
  readonly agent?: string;
  readonly command?: string;
  /** A gateway with the policy stands before the agent's model. */
  readonly gateway?: true;
  /** The settings of that gateway; default: `gateway.yaml`, if there is one. */
  readonly settings?: string;
  readonly tools?: string;
  /** Runs the tools that the agent's file exports, in place of doubles. */
  readonly realTools?: true;
  readonly plan?: string;
  readonly baseline?: string;
  readonly seed: number;
  readonly pairs: number;
  readonly minutes?: number;
  readonly only?: string;
  readonly junit?: string;
  readonly sarif?: string;
  readonly json?: true;
}

const planFile = 'sluice.test.yaml';

/** Tests an agent under a policy; 1 where an attack acted, or where a run failed. */
export async function runTest(
  file: string,
  options: TestOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  if (options.agent !== undefined && options.command !== undefined) {
    throw new SluiceError('settings-invalid', '`--agent` and `--command` name two agents', {
      hint: 'leave one of them out',
    });
  }
  if (options.gateway === true && (options.agent ?? options.command) === undefined) {
    throw new SluiceError('settings-invalid', '`--gateway` needs an agent before it', {
      hint: 'add `--command COMMAND`, or `--agent FILE`',
    });
  }
  if (options.settings !== undefined && options.gateway !== true) {
    throw new SluiceError('settings-invalid', '`--settings` names settings of no gateway', {
      hint: 'add `--gateway`',
    });
  }
  if (options.realTools === true && options.agent === undefined) {
    throw new SluiceError('settings-invalid', '`--real-tools` needs a file that exports tools', {
      hint: 'add `--agent FILE`',
    });
  }
  const begun = performance.now();
  const model = await startModelServer();
  try {
    const result = await tested(file, options, { terminal, model });
    const seconds = Math.round(performance.now() - begun) / 1000;
    if (options.json === true) terminal.print(printable(jsonOf(result, seconds)));
    else showResult(result, terminal);
    if (options.junit !== undefined) writeJunit(options.junit, result);
    if (options.sarif !== undefined) writeSarif(options.sarif, result, file);
    return isClean(result) ? 0 : 1;
  } finally {
    await model.close();
  }
}

/** Nothing is known where too few pairs say something, or of what was not tested. */
function isClean(result: TestResult): boolean {
  const { findings, failed, honest, untested } = result;
  return findings.length + failed + honest.failed + untested.length === 0 && isKnown(result);
}

interface Surroundings {
  readonly terminal: Terminal;
  readonly model: ModelServer;
}

async function tested(
  file: string,
  options: TestOptions,
  { terminal, model }: Surroundings,
): Promise<TestResult> {
  const declared = options.tools === undefined ? [] : declaredTools(options.tools);
  const given = options.tools === undefined ? undefined : declared;
  const now = await loadPolicyFile(file, given);
  const { baseline } = options;
  const right = baseline === undefined ? now : await policyBefore(file, baseline, given);
  const policies = { now, right };
  const loaded = await agentOf(file, options, terminal);
  const plan = planOf(options, loaded);
  const sourced = options.tools === undefined ? [] : sourcedTools(options.tools);
  // A program or a gateway is started for each run: a pair takes seconds.
  const toldEvery = (options.command ?? options.gateway) === undefined ? 100 : 10;
  const laid = await laidOut({ policies, loaded, plan, model, declared, sourced });
  return testAgent(laid.bench, {
    policies,
    hasBaseline: baseline !== undefined,
    tools: laid.tools,
    places: laid.places,
    plan,
    seed: options.seed,
    pairsMax: options.pairs,
    only: options.only,
    untilMs: Date.now() + (options.minutes ?? Number.POSITIVE_INFINITY) * 60_000,
    onProgress: (done, all) => {
      if (done > 0 && done % toldEvery === 0) terminal.warn(`${done} of ${all} pairs`);
    },
  }).then((result) => {
    const gaps = [...laid.gaps, ...result.gaps];
    return { ...result, gaps };
  });
}

/** The same list with what `sluice init` guesses by: annotations and types of results. */
function sourcedTools(file: string): readonly Sourced[] {
  return toolsInJson(readText(file), file);
}

async function agentOf(
  file: string,
  options: TestOptions,
  terminal: Terminal,
): Promise<LoadedAgent> {
  const { agent, command, realTools, gateway } = options;
  if (agent === undefined && command === undefined) return { agent: policyAlone, tasks: [] };
  const loaded =
    agent === undefined
      ? commandAgent(command ?? '')
      : await loadAgent(agent, { runsOwnTools: realTools === true });
  if (gateway !== true) return loaded;
  const { behindGateway, ownProfile } = await import('./agents/gateway.ts');
  const own = ownProfile(file, options.settings);
  if (own !== undefined) terminal.warn(`gateway: profile \`${own.name}\` of ${own.file}`);
  const isStaged = own?.settings.staged === true;
  return { ...loaded, isStaged, agent: behindGateway(loaded.agent, file, own?.settings) };
}

function planOf({ plan }: TestOptions, { tasks }: LoadedAgent): Plan {
  const read = readPlan(plan ?? planFile, { isNamed: plan !== undefined });
  return { ...read, tasks: [...tasks, ...read.tasks] };
}

function jsonOf(result: TestResult, seconds: number): string {
  const findings = result.findings.map((finding) => {
    const { scenario, call, kind, isSeen } = finding;
    const { id, place, act, texts, task } = scenario;
    const labels = { now: place.now.text, right: place.right.text };
    return {
      id,
      kind,
      flow: flowOf(finding),
      labels,
      prompt: task.prompt,
      texts,
      act,
      call,
      isSeen,
    };
  });
  const { failure, unreachedBecause, gaps, untested, taken, takenRules, honest, printed } = result;
  const { asked } = honest;
  const figures = figuresOf(result, seconds);
  const causes = { failure, unreachedBecause, printed };
  return JSON.stringify({ findings, ...causes, gaps, untested, taken, takenRules, asked, figures });
}
