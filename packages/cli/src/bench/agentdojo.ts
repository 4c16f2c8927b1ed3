import {
  agentdojoEnvironment,
  canAsk,
  controlsOf,
  defencesNamed,
  exitCodeOf,
  figuresOf,
  findAgentDojo,
  isGuarded,
  knowledgeOf,
  pinnedFor,
  plan,
  questionsLeft,
  readerOf,
  rowsOf,
  type Choice,
  type Environment,
  type PersonName,
  type TrialSpec,
} from '@sluice/bench';
import { SluiceError } from '@sluice/core';
import type { ExitCode } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { chosenModel, type ModelChoice, type ServedModel } from './model.ts';
import { policyTexts, type PolicyChoice } from './policies.ts';
import { runShown, type Ran } from './run-shown.ts';
import { showControls, showFigures, showQuestions } from './show.ts';

export interface AgentDojoBenchOptions extends PolicyChoice, ModelChoice {
  readonly benchmarkVersion: string;
  readonly defence?: readonly string[];
  readonly person?: readonly string[];
  readonly attack: string;
  readonly suite?: readonly string[];
  readonly task?: readonly string[];
  readonly slice?: true;
  readonly ledger?: string;
  readonly workers?: number;
  readonly minutesMax?: number;
  readonly usdMax?: number;
  readonly questions?: true;
  readonly json?: true;
}

const defaultDefences = ['none', 'redact-all', 'naive', 'lineage'];
const suites = ['banking', 'slack', 'travel', 'workspace'];

/** Runs the sweep, or goes on with it, and shows what it found. */
export async function runAgentDojoBench(
  options: AgentDojoBenchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const python = findAgentDojo() ?? missing();
  const { benchmarkVersion } = options;
  const policies = policyTexts(suites, options);
  const environment = await agentdojoEnvironment({ python, benchmarkVersion, policies });
  try {
    const model = await chosenModel(options, environment.facts);
    try {
      const ran = await sweepAll(options, { environment, model, terminal });
      return show(ran, options, terminal);
    } finally {
      await model.close();
    }
  } finally {
    await environment.close();
  }
}

function missing(): never {
  throw new SluiceError('peer-missing', 'AgentDojo is not set up', {
    hint: 'type `sluice bench agentdojo setup` (a minute; it needs Python 3.10 or later)',
  });
}

interface World {
  readonly environment: Environment;
  readonly model: ServedModel;
  readonly terminal: Terminal;
}

async function sweepAll(
  options: AgentDojoBenchOptions,
  { environment, model, terminal }: World,
): Promise<Ran> {
  const { policies, facts, benchmark } = environment;
  const reader = model.variant === undefined ? undefined : readerOf(facts, model.variant);
  const defences = defencesNamed(options.defence ?? defaultDefences, { policies, reader });
  const names = defences.map(({ name }) => name);
  const sweep = {
    specs: plan(facts, choiceOf(options, { names, model: model.label })),
    ledger: options.ledger,
    ledgerName: `${benchmark}-${model.label}`,
    workers: options.workers,
    budget: { minutesMax: options.minutesMax, usdMax: options.usdMax },
    environment,
    defences,
    model,
    knowledge: knowledgeOf(facts, model.reader),
    attackOf: ({ attack }: TrialSpec) =>
      attack === undefined ? undefined : { goal: attack.goal, by: { name: attack.name } },
    actsThroughAnswer: pinnedFor(options.benchmarkVersion).actsThroughAnswer,
  };
  return runShown(sweep, terminal);
}

function choiceOf(
  options: AgentDojoBenchOptions,
  { names, model }: { readonly names: readonly string[]; readonly model: string },
): Choice {
  return {
    defences: names.map((name) => ({ name })),
    asking: new Set(names.filter(canAsk)),
    persons: (options.person ?? ['skip', 'truthful', 'always-yes']).map(personOf),
    attack: options.attack,
    model,
    slice: options.slice === true,
    suites: options.suite,
    tasks: options.task,
    seed: 0,
  };
}

function show(
  { trials, result }: Ran,
  options: AgentDojoBenchOptions,
  terminal: Terminal,
): ExitCode {
  const guarded = [...new Set(trials.map(({ spec }) => spec.defence))].filter(isGuarded);
  const controls = controlsOf(trials, { pinned: pinnedFor(options.benchmarkVersion), guarded });
  showFigures(rowsOf(trials), terminal);
  showControls(controls, terminal);
  if (options.questions === true) showQuestions(questionsLeft(trials), terminal);
  if (options.json === true) terminal.print(JSON.stringify({ figures: figuresOf(trials) }));
  const holds = exitCodeOf(controls, { absentPasses: true }) === 0;
  return holds && result.stopped === 'done' ? 0 : 1;
}

const persons: readonly PersonName[] = ['skip', 'truthful', 'always-yes', 'always-no'];

function personOf(name: string): PersonName {
  const found = persons.find((each) => each === name);
  if (found !== undefined) return found;
  throw new SluiceError('settings-invalid', `there is no simulated person \`${name}\``, {
    hint: `name some of ${persons.join(', ')}`,
  });
}
