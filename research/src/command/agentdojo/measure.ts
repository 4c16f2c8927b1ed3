import { type Policy, type Propagator, SluiceError } from '@sluice/core';
import { inProcess, namedPropagator, type Terminal } from 'sluice/parts';
import {
  canAsk,
  defenceNames,
  type DefenceParts,
  defencesNamed,
  isGuarded,
  isLocal,
  requireDefences,
} from '../../defence/by-name.ts';
import type { Environment } from '../../live/environment.ts';
import { knowledgeOf } from '../../live/knowledge.ts';
import { pinnedFor } from '../../live/pinned-for.ts';
import { type Choice, plan } from '../../live/plan.ts';
import { type Control, controlsOf } from '../../measure/controls.ts';
import { figuresOf } from '../../measure/figures.ts';
import { type QuestionLeft, questionsLeft } from '../../measure/questions-left.ts';
import { openNamed } from '../../propagators.ts';
import { readerOf } from '../../reader/reader.ts';
import { agentdojoResult } from './agentdojo-result.ts';
import type { PersonName, TrialSpec } from '../../trial/trial.ts';
import { type PolicyChoice, policyTexts } from '../policies.ts';
import { type Ran, runShown, whose } from '../run-shown.ts';
import type { Measured } from '../suite.ts';
import { chosenModel, type ModelChoice, requireModel, type ServedModel } from './model.ts';
import { agentdojoSuites, openAgentDojo } from './open.ts';

export interface AgentDojoBenchOptions extends PolicyChoice, ModelChoice {
  readonly benchmarkVersion: string;
  readonly defence?: readonly string[];
  readonly person?: readonly string[];
  readonly attack: string;
  readonly suite?: readonly string[];
  readonly task?: readonly string[];
  readonly slice?: true;
  readonly ledger?: string;
  readonly retryErrors?: true;
  readonly workers?: number;
  readonly minutesMax?: number;
  readonly usdMax?: number;
  readonly questions?: true;
}

const casesMax = 10;

const defaultDefences = ['none', 'redact-all', 'naive', 'lineage'];

const defaultPersons = ['skip', 'truthful', 'always-yes'];

const setUpHint = 'type `sluice bench agentdojo setup` (a minute; it needs Python 3.11 or later)';

/** Runs the sweep, or goes on with it. */
export async function measureAgentDojo(
  _paths: readonly string[],
  options: AgentDojoBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const { benchmarkVersion } = options;
  const policies = policyTexts(agentdojoSuites, options);
  const { persons } = named(options);
  const local = await openLocal(options);
  try {
    const environment = await openAgentDojo({ benchmarkVersion, policies, hint: setUpHint });
    try {
      const model = await chosenModel(options, environment.facts);
      try {
        const world = { environment, model, local: local.made, persons, terminal };
        return measuredOf(await sweepAll(options, world), options);
      } finally {
        await model.close();
      }
    } finally {
      await environment.close();
    }
  } finally {
    await local.dispose();
  }
}

/** The defences that run on models of their own: these are opened once for all trials. */
async function openLocal(
  options: AgentDojoBenchOptions,
): Promise<{ readonly made: AgentDojoSweep['local']; readonly dispose: () => Promise<void> }> {
  const texts = (options.defence ?? defaultDefences).filter(isLocal);
  const { registry, dispose } = await openNamed(texts, { clearance: inProcess });
  const made = texts.map((text) => {
    const own = (policy: Policy): Propagator => namedPropagator(text, { policy, registry });
    return [text, own] as const;
  });
  return { made: new Map(made), dispose };
}

/** A mistake in the options is reported before anything is started. */
function named(options: AgentDojoBenchOptions): { readonly persons: readonly PersonName[] } {
  requireModel(options);
  const defences = options.defence ?? defaultDefences;
  const known = defenceNames({ real: options.model !== undefined });
  requireDefences(defences, { known: [...known, ...defences.filter(isLocal)] });
  return { persons: [...new Set(options.person ?? defaultPersons)].map(personOf) };
}

interface AgentDojoSweep {
  readonly environment: Environment;
  readonly model: ServedModel;
  readonly local: NonNullable<DefenceParts['local']>;
  readonly persons: readonly PersonName[];
  readonly terminal: Terminal;
}

async function sweepAll(
  options: AgentDojoBenchOptions,
  { environment, model, local, persons, terminal }: AgentDojoSweep,
): Promise<Ran> {
  const { policies, facts, benchmark } = environment;
  const reader = model.variant === undefined ? undefined : readerOf(facts, model.variant);
  const names = options.defence ?? defaultDefences;
  const defences = defencesNamed(names, { policies, reader, local });
  const chosen = { benchmark, names: defences.map(({ name }) => name), persons };
  const sweep = {
    specs: plan(facts, choiceOf(options, { ...chosen, model: model.label })),
    suite: 'agentdojo',
    ledger: options.ledger,
    ledgerName: `${benchmark}-${model.label}`,
    retryErrors: options.retryErrors,
    workers: options.workers,
    budget: { minutesMax: options.minutesMax, usdMax: options.usdMax },
    environment,
    defences,
    model,
    knowledge: knowledgeOf(facts),
    attackOf: ({ attack }: TrialSpec) =>
      attack === undefined ? undefined : { goal: attack.goal, by: { name: attack.name } },
    actsThroughAnswer: pinnedFor(options.benchmarkVersion).actsThroughAnswer,
  };
  return runShown(sweep, terminal);
}

function choiceOf(
  options: AgentDojoBenchOptions,
  chosen: Pick<Choice, 'benchmark' | 'persons' | 'model'> & { readonly names: readonly string[] },
): Choice {
  const { benchmark, names, persons, model } = chosen;
  return {
    benchmark,
    defences: names.map((name) => ({ name })),
    asking: new Set(names.filter(canAsk)),
    persons,
    attack: options.attack === 'none' ? undefined : options.attack,
    model,
    slice: options.slice === true,
    suites: options.suite,
    tasks: options.task,
    seed: 0,
  };
}

function measuredOf({ trials, result }: Ran, options: AgentDojoBenchOptions): Measured {
  const guarded = [...new Set(trials.map(({ spec }) => spec.defence))].filter(isGuarded);
  const controls = controlsOf(trials, { pinned: pinnedFor(options.benchmarkVersion), guarded });
  return {
    found: agentdojoResult(trials, { controls, left: result.left }),
    figures: figuresOf(trials),
    beside: whose(trials),
    lines: [
      ...controlLines(controls),
      ...(result.left > 0 ? [`${result.left} trials are left: these figures are partial`] : []),
      ...(options.questions === true ? questionLines(questionsLeft(trials)) : []),
    ],
    isPartial: result.stopped !== 'done',
  };
}

const allPersons: readonly PersonName[] = ['skip', 'truthful', 'always-yes', 'always-no'];

function personOf(name: string): PersonName {
  const found = allPersons.find((each) => each === name);
  if (found !== undefined) return found;
  throw new SluiceError('settings-invalid', `there is no simulated person \`${name}\``, {
    hint: `name some of ${allPersons.join(', ')}`,
  });
}

/** Cases of the controls that fail, and the controls that were not run. */
function controlLines(controls: readonly Control[]): readonly string[] {
  return controls.flatMap(({ name, status, detail, cases }) => {
    const more = cases.length - casesMax;
    return [
      ...(status === 'absent' ? [`not run  ${name}: ${detail}`] : []),
      ...cases.slice(0, casesMax).map((each) => `${name}: ${each}`),
      ...(more > 0 ? [`${name}: and ${more} more (the report has all)`] : []),
    ];
  });
}

function questionLines(questions: readonly QuestionLeft[]): readonly string[] {
  return questions.flatMap(({ defence, suite, task, tool, dimensions, from, suggestion }) => [
    `\n${defence}: ${suite}/${task}: ${tool === '' ? 'the answer' : tool} (${dimensions.join(', ')})`,
    ...from.map((source) => `  ${source}`),
    `  ${suggestion}`,
  ]);
}
