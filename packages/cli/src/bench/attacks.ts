import {
  agentdojoEnvironment,
  attackers,
  attackFigures,
  attackPlan,
  attackResults,
  briefOf,
  defencesNamed,
  findAgentDojo,
  knowledgeOf,
  readerOf,
  signalledBits,
  sliceTasks,
  startReader,
  succeededBy,
  textsOf,
  type Attacker,
  type AttackResult,
  type Environment,
  type Graded,
  type TrialLine,
  type TrialSpec,
} from '@sluice/bench';
import { SluiceError } from '@sluice/core';
import type { ExitCode } from '../program.ts';
import { grid } from '../show/grid.ts';
import type { Terminal } from '../terminal.ts';
import { demoEnvironment } from './demo/environment.ts';
import { policyTexts } from './policies.ts';
import { runShown, type Ran } from './run-shown.ts';

export interface AttackBenchOptions {
  readonly in: string;
  readonly defence?: readonly string[];
  readonly attacker?: readonly string[];
  readonly ledger?: string;
  readonly workers?: number;
  readonly json?: true;
}

const variant = 'lax';

/** Runs our own attackers, undefended and under each defence, and shows what each got. */
export async function runAttackBench(
  options: AttackBenchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const environment = await environmentNamed(options.in);
  try {
    const { trials, result } = await sweepAttacks(options, environment, terminal);
    showAttacks(trials, terminal);
    if (options.json === true) terminal.print(JSON.stringify({ figures: attackFigures(trials) }));
    const got = attackResults(trials).some(hasSucceeded);
    const failed = trials.some(({ outcome }) => outcome.kind === 'error');
    return got || failed || result.stopped !== 'done' ? 1 : 0;
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
  const python = findAgentDojo();
  if (python === undefined) {
    throw new SluiceError('peer-missing', 'AgentDojo is not set up', {
      hint: 'type `sluice bench agentdojo setup`, or leave `--in agentdojo` out',
    });
  }
  const policies = policyTexts(['banking', 'slack', 'travel', 'workspace'], {});
  return agentdojoEnvironment({ python, benchmarkVersion: 'v1.2.2', policies });
}

async function sweepAttacks(
  options: AttackBenchOptions,
  environment: Environment,
  terminal: Terminal,
): Promise<Ran> {
  const { facts, policies, benchmark } = environment;
  const named = options.defence ?? ['naive', 'redact-all', 'lineage'];
  const names = named.filter((name) => name !== 'none');
  const reader = await startReader({ facts });
  const sweep = {
    specs: attackPlan(facts, {
      benchmark,
      defences: names,
      attackers: attackersNamed(options.attacker),
      tasks: benchmark === 'demo' ? undefined : sliceTasks,
      model: `reader:${variant}`,
    }),
    ledger: options.ledger,
    ledgerName: `attacks-${options.in}`,
    workers: options.workers,
    environment,
    defences: defencesNamed(['none', ...names], { policies, reader: readerOf(facts, variant) }),
    model: { url: reader.baseUrl, key: 'none', name: variant },
    knowledge: knowledgeOf(facts, reader),
    attackOf: (spec: TrialSpec) => textsOf(spec, environment),
    actsThroughAnswer: () => false,
    judge: (spec: TrialSpec, graded: Graded) => judged(spec, graded, environment),
  };
  try {
    return await runShown(sweep, terminal);
  } finally {
    await reader.close();
  }
}

function judged(spec: TrialSpec, graded: Graded, environment: Environment): boolean {
  const brief = briefOf(spec, environment);
  return brief !== undefined && succeededBy(spec.attack?.name ?? '', graded, brief);
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

/** Labels promise nothing about whether a task gets done, or about how often something happens. */
function hasSucceeded({ aim, defended }: AttackResult): boolean {
  const isPromised = aim === 'goal' || aim === 'own';
  return isPromised && Object.values(defended).some(({ succeeded }) => succeeded > 0);
}

function showAttacks(trials: readonly TrialLine[], terminal: Terminal): void {
  const results = attackResults(trials).filter(({ aim }) => aim !== 'signal');
  const defences = [...new Set(results.flatMap(({ defended }) => Object.keys(defended)))];
  const rows = results.map(({ name, aim, undefended, defended }) => [
    aim === 'denial' ? `${name} (stops the task)` : name,
    share(undefended),
    ...defences.map((defence) => share(defended[defence])),
  ]);
  terminal.print(grid(['attacker', 'no defence', ...defences], rows));
  for (const [defence, bits] of Object.entries(signalledBits(trials))) {
    terminal.print(`bits told by the number of calls, ${defence}: ${bits.toFixed(1)}`);
  }
}

function share(counted: AttackResult['undefended'] | undefined): string {
  if (counted === undefined) return '–';
  const { succeeded, of, errors } = counted;
  return `${succeeded}/${of}${errors === 0 ? '' : `, ${errors} errors`}`;
}
