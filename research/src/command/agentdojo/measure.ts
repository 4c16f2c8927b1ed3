import { canonicalJson, loadPolicy, type Policy, type Propagator, SluiceError } from '@sluice/core';
import { inProcess, namedPropagator, skeleton, type Terminal } from 'sluice/parts';
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
import { type QuestionLeft, questionsLeft } from '../../measure/questions-left.ts';
import type { PolicyTexts } from '../../defence/profiles.ts';
import type { DataOf } from '../../reader/polluting.ts';
import { namesOpened, openNamed } from '../../propagators.ts';
import { AnswerMemory } from '../../task/answer-memory.ts';
import { answersOf } from '../code-of.ts';
import { ledgerFile } from '../process.ts';
import { agentdojoResult } from './agentdojo-result.ts';
import { notMeasured } from './readers-tables.ts';
import { sumOf } from '../../statistics/sums.ts';
import type { Budget } from '../../sweep/budget.ts';
import type { PersonName, TrialLine, TrialSpec } from '../../trial/trial.ts';
import { type PolicyChoice, policyTexts } from '../policies.ts';
import { type Ran, runShown, whose } from '../run-shown.ts';
import type { Measured } from '../suite.ts';
import { chosenModels, type ModelChoice, requireModel, type ServedModel } from './model.ts';
import { agentdojoSuites, openAgentDojo, setUpHint } from './open.ts';

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

/** Runs the sweep, or goes on with it. */
export async function measureAgentDojo(
  _paths: readonly string[],
  options: AgentDojoBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const { benchmarkVersion } = options;
  const policies = policyTexts(agentdojoSuites, options);
  const { persons } = named(options);
  const local = await openLocal(options, policies);
  try {
    const environment = await openAgentDojo({ benchmarkVersion, policies, hint: setUpHint });
    try {
      const { models, close } = await chosenModels(
        options,
        environment.facts,
        await dataIn(policies),
      );
      try {
        const world = { environment, local: local.made, persons, terminal };
        return measuredOf(await sweepAll(options, world, models), options);
      } finally {
        await close();
      }
    } finally {
      await environment.close();
    }
  } finally {
    await local.dispose();
  }
}

/** The arguments that each suite's policy calls data. */
async function dataIn(texts: PolicyTexts): Promise<DataOf> {
  const read = Object.entries(texts).map(async ([suite, text]) => {
    return [suite, await loadPolicy(text, { skeleton })] as const;
  });
  const policies = new Map(await Promise.all(read));
  return (suite, tool) => policies.get(suite)?.dataOf?.(tool) ?? [];
}

/**
 * The defences that run on models of their own: these are opened once for all trials. What they
 * answer is kept, by all that it depends on: readers and persons that say the same share it.
 */
async function openLocal(
  options: AgentDojoBenchOptions,
  policies: PolicyTexts,
): Promise<{ readonly made: AgentDojoSweep['local']; readonly dispose: () => Promise<void> }> {
  const texts = (options.defence ?? defaultDefences).filter(isLocal);
  const { registry, dispose } = await openNamed(texts, { clearance: inProcess });
  const version = texts.some(namesOpened) ? canonicalJson([await answersOf(), policies]) : '';
  const memory = new AnswerMemory({ version, file: ledgerFile(undefined, 'agentdojo-answers') });
  const made = texts.map((text) => {
    const own = (policy: Policy): Propagator => {
      const propagator = namedPropagator(text, { policy, registry });
      return namesOpened(text) ? memory.remembering(text, propagator) : propagator;
    };
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
  readonly local: NonNullable<DefenceParts['local']>;
  readonly persons: readonly PersonName[];
  readonly terminal: Terminal;
}

/** One model after another. Where one is stopped, the others have what their ledgers hold. */
async function sweepAll(
  options: AgentDojoBenchOptions,
  world: AgentDojoSweep,
  models: readonly ServedModel[],
): Promise<readonly Ran[]> {
  const startedMs = Date.now();
  const ran: Ran[] = [];
  for (const model of models) {
    const goesOn = ran.every(({ result }) => result.stopped === 'done');
    const minutes = (Date.now() - startedMs) / 60_000;
    const minutesMax =
      options.minutesMax === undefined ? undefined : Math.max(0, options.minutesMax - minutes);
    const budget = goesOn ? { minutesMax, usdMax: options.usdMax } : { trialsMax: 0 };
    ran.push(await sweepOne(options, { ...world, model, budget }));
  }
  return ran;
}

async function sweepOne(
  options: AgentDojoBenchOptions,
  {
    environment,
    model,
    budget,
    local,
    persons,
    terminal,
  }: AgentDojoSweep & { readonly model: ServedModel; readonly budget: Budget },
): Promise<Ran> {
  const { policies, facts, benchmark } = environment;
  const names = options.defence ?? defaultDefences;
  const defences = defencesNamed(names, { policies, reader: model.reader, local });
  const chosen = { benchmark, names: defences.map(({ name }) => name), persons, model };
  const sweep = {
    specs: plan(facts, choiceOf(options, chosen)),
    suite: 'agentdojo',
    ledger: options.ledger,
    ledgerName: `${benchmark}-${model.label}`,
    retryErrors: options.retryErrors,
    workers: options.workers,
    budget,
    environment,
    defences,
    model,
    knowledge: knowledgeOf(facts, model.wordings),
    attackOf: ({ attack }: TrialSpec) =>
      attack === undefined ? undefined : { goal: attack.goal, by: { name: attack.name } },
    actsThroughAnswer: pinnedFor(options.benchmarkVersion).actsThroughAnswer,
  };
  return runShown(sweep, terminal);
}

function choiceOf(
  options: AgentDojoBenchOptions,
  chosen: Pick<Choice, 'benchmark' | 'persons'> & {
    readonly names: readonly string[];
    readonly model: ServedModel;
  },
): Choice {
  const { benchmark, names, persons, model } = chosen;
  return {
    benchmark,
    defences: names.map((name) => ({ name })),
    asking: new Set(names.filter(canAsk)),
    persons,
    attack: options.attack === 'none' ? undefined : options.attack,
    model: model.label,
    slice: options.slice === true,
    suites: options.suite,
    tasks: options.task,
    seed: model.seed,
  };
}

function measuredOf(ran: readonly Ran[], options: AgentDojoBenchOptions): Measured {
  const trials = ran.flatMap((each) => each.trials);
  const left = sumOf(ran, ({ result }) => result.left);
  const controls = controlsByModel(trials, options);
  return {
    found: {
      ...agentdojoResult(trials, { controls, left }),
      isPartial: ran.some(({ result }) => result.stopped !== 'done'),
    },
    beside: { ...whose(trials), notMeasurable: notMeasured(trials) },
    lines: [
      ...controlLines(controls),
      ...(left > 0 ? [`${left} trials are left: these figures are partial`] : []),
      ...(options.questions === true ? questionLines(questionsLeft(trials)) : []),
    ],
  };
}

/** The controls of each model, named after it where there are several. */
function controlsByModel(
  trials: readonly TrialLine[],
  options: AgentDojoBenchOptions,
): readonly Control[] {
  const guarded = [...new Set(trials.map(({ spec }) => spec.defence))].filter(isGuarded);
  const pinned = pinnedFor(options.benchmarkVersion);
  const models = [...Map.groupBy(trials, ({ spec }) => spec.model)];
  return models.flatMap(([model, own]) => {
    return controlsOf(own, { pinned, guarded }).map((control) => {
      return models.length === 1 ? control : { ...control, name: `${model}: ${control.name}` };
    });
  });
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
