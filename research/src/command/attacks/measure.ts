import { SluiceError } from '@sluice/core';
import type { Terminal } from 'sluice/parts';
import type { Graded } from '../../agentdojo/job.ts';
import { attackFigures } from '../../attack/attack-figures.ts';
import { attackPlan, briefOf, succeededBy, textsOf } from '../../attack/attack.ts';
import type { Attacker } from '../../attack/attacker.ts';
import { attackers } from '../../attack/attackers.ts';
import { defenceNames, defencesNamed, requireDefences } from '../../defence/by-name.ts';
import type { Environment } from '../../live/environment.ts';
import { knowledgeOf } from '../../live/knowledge.ts';
import { pinnedFor } from '../../live/pinned-for.ts';
import { sliceTasks } from '../../live/plan.ts';
import { readerOf } from '../../reader/reader.ts';
import { startReader } from '../../reader/server.ts';
import { attacksResult } from './attacks-result.ts';
import type { TrialSpec } from '../../trial/trial.ts';
import { agentdojoSuites, openAgentDojo } from '../agentdojo/open.ts';
import { demoEnvironment } from '../demo/environment.ts';
import { policyTexts } from '../policies.ts';
import { type Ran, runShown, whose } from '../run-shown.ts';
import type { Measured } from '../suite.ts';

export interface AttackBenchOptions {
  readonly in: string;
  readonly defence?: readonly string[];
  readonly attacker?: readonly string[];
  readonly ledger?: string;
  readonly retryErrors?: true;
  readonly workers?: number;
}

const variant = 'lax';

const defaultDefences = ['naive', 'redact-all', 'lineage'];

/** Runs our own attackers, undefended and under each defence. */
export async function measureAttacks(
  _paths: readonly string[],
  options: AttackBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const chosen = attackersNamed(options.attacker);
  const defences = options.defence ?? defaultDefences;
  requireDefences(defences, { known: defenceNames({ real: false }) });
  const environment = await environmentNamed(options.in);
  try {
    const world = { environment, chosen, defences, terminal };
    const { trials, result } = await sweepAttacks(options, world);
    const done = result.stopped === 'done';
    return {
      found: attacksResult(trials, { environment: options.in, done }),
      figures: attackFigures(trials),
      beside: whose(trials),
    };
  } finally {
    await environment.close();
  }
}

async function environmentNamed(name: string): Promise<Environment> {
  if (name === 'demo') return demoEnvironment();
  if (name !== 'agentdojo') {
    throw new SluiceError('settings-invalid', `there is no environment \`${name}\``, {
      hint: 'name `demo` or `agentdojo`',
    });
  }
  return openAgentDojo({
    benchmarkVersion: 'v1.2.2',
    policies: policyTexts(agentdojoSuites, {}),
    hint: 'type `sluice bench agentdojo setup`, or leave `--in agentdojo` out',
  });
}

interface AttackSweep {
  readonly environment: Environment;
  readonly chosen: readonly Attacker[];
  readonly defences: readonly string[];
  readonly terminal: Terminal;
}

async function sweepAttacks(
  options: AttackBenchOptions,
  { environment, chosen, defences, terminal }: AttackSweep,
): Promise<Ran> {
  const { facts, policies, benchmark } = environment;
  const names = [...new Set(defences)].filter((name) => name !== 'none');
  const reader = await startReader({ facts });
  const sweep = {
    specs: attackPlan(facts, {
      benchmark,
      defences: names,
      attackers: chosen,
      tasks: benchmark === 'demo' ? undefined : sliceTasks,
      model: `reader:${variant}`,
    }),
    suite: 'attacks',
    ledger: options.ledger,
    ledgerName: `attacks-${options.in}`,
    retryErrors: options.retryErrors,
    workers: options.workers,
    environment,
    defences: defencesNamed(['none', ...names], { policies, reader: readerOf(facts, variant) }),
    model: { url: reader.baseUrl, key: 'none', name: variant },
    knowledge: knowledgeOf(facts),
    attackOf: (spec: TrialSpec) => textsOf(spec, environment),
    actsThroughAnswer: throughAnswerIn(environment),
    judge: (spec: TrialSpec, graded: Graded) => judged(spec, graded, environment),
  };
  try {
    return await runShown(sweep, terminal);
  } finally {
    await reader.close();
  }
}

/** Goals of the environment that need no call, as in its own attacks; the demo's all need one. */
function throughAnswerIn({ benchmark }: Environment): (spec: TrialSpec) => boolean {
  const [, version = ''] = benchmark.split('/');
  return pinnedFor(version).actsThroughAnswer;
}

function judged(spec: TrialSpec, graded: Graded, environment: Environment): boolean | undefined {
  const brief = briefOf(spec, environment);
  return brief === undefined ? undefined : succeededBy(spec.attack?.name ?? '', graded, brief);
}

function attackersNamed(names: readonly string[] | undefined): readonly Attacker[] {
  if (names === undefined) return attackers;
  return names.map((name) => {
    const found = attackers.find((each) => each.name === name);
    if (found !== undefined) return found;
    throw new SluiceError('settings-invalid', `there is no attacker \`${name}\``, {
      hint: `name some of ${attackers.map((each) => each.name).join(', ')}`,
    });
  });
}
