import { fullLabel } from '@sluice/local';
import { runTask, type Task } from '../../task/task.ts';
import type { LabelQuestion } from '../dataset.ts';
import type { AskedReply, Finder, FoundLabels } from '../find/finder.ts';
import type { LabelLattice } from '../lattices.ts';
import type { LabelSearch } from '../measure/metrics.ts';
import { contextOf } from '../prompt/prompts.ts';
import { trueLabels } from '../truth.ts';
import { rougeL } from './alignment.ts';
import type { LabelTask } from './tasks.ts';

/** The propagator's result for one question under one setting. */
export interface Outcome extends LabelSearch {
  readonly question: string;
  readonly half: 0 | 1;
  readonly contexts: number;
  /** How near the completion is to the target, by ROUGE-L. */
  readonly rouge: number;
  readonly reply?: AskedReply | undefined;
}

/** All outcomes of one setting, in the order of the questions. */
export interface SettingOutcomes<Setting> {
  readonly setting: Setting;
  readonly outcomes: readonly Outcome[];
}

/** The text whose label is wanted: the target of the data set, or what a model has answered. */
export type CompletionOf = (question: LabelQuestion) => Promise<string>;

/** What a completion needs, where it is not the target. */
export type TruthOf = (question: LabelQuestion, completion: string) => LabelQuestion;

export interface EvaluateOptions<Setting> {
  readonly task: LabelTask;
  readonly lattice: LabelLattice;
  readonly completionOf: CompletionOf;
  /** The question with what a completion needs; default: what the target needs. */
  readonly truthOf?: TruthOf | undefined;
  /** Asked in turn for each question, so that one question's contexts stand close together. */
  readonly finders: ReadonlyMap<Setting, Finder>;
  readonly signal: AbortSignal;
}

/** The results of some propagators, or of one's settings, for every question of a task. */
export function evaluate<Setting>(
  options: EvaluateOptions<Setting>,
): Promise<readonly SettingOutcomes<Setting>[]> {
  return runTask(settingsTask(options), { signal: options.signal });
}

interface Sample {
  readonly question: LabelQuestion;
  readonly half: 0 | 1;
}

/** The answer to a question is an outcome for each setting, in their order. */
function settingsTask<Setting>(
  options: EvaluateOptions<Setting>,
): Task<Sample, readonly Outcome[], readonly SettingOutcomes<Setting>[]> {
  const { task, finders, completionOf } = options;
  return {
    dataset: task.groups.flatMap(({ questions, half }) =>
      questions.map((question) => ({ question, half })),
    ),
    solver: async ({ question, half }) => {
      const completion = await completionOf(question);
      const outcomes: Outcome[] = [];
      for (const finder of finders.values())
        outcomes.push(await outcomeOf(finder, { question, half, completion, options }));
      return outcomes;
    },
    scorer: (solved) =>
      [...finders.keys()].map((setting, at) => ({
        setting,
        outcomes: solved.flatMap(({ answer }) => answer[at] ?? []),
      })),
  };
}

interface Asked extends Sample {
  readonly completion: string;
  readonly options: Pick<EvaluateOptions<never>, 'task' | 'lattice' | 'signal' | 'truthOf'>;
}

async function outcomeOf(
  finder: Finder,
  { question, half, completion, options }: Asked,
): Promise<Outcome> {
  const { task, lattice, signal, truthOf = (each) => each } = options;
  const context = contextOf(task.form, lattice, question);
  const full = fullLabel(context);
  const nothing: FoundLabels = { labels: [full], contexts: 0 };
  // A model that answers nothing leaves nothing to score: the label of the context stays.
  const { labels, contexts, reply } =
    completion === '' ? nothing : await finder({ question, lattice, context, completion, signal });
  return {
    question: question.id,
    half,
    space: lattice.space,
    full,
    found: labels,
    right: trueLabels(lattice, truthOf(question, completion)),
    rouge: rougeL(completion, question.target),
    contexts,
    ...(reply !== undefined && { reply }),
  };
}
