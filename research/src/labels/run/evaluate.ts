import { fullLabel } from '@sluice/local';
import type { LabelQuestion } from '../dataset.ts';
import type { Finder, FoundLabels } from '../find/finder.ts';
import type { LabelLattice } from '../lattices.ts';
import { contextOf } from '../prompt/prompts.ts';
import { trueLabels } from '../truth.ts';
import type { Outcome, SettingOutcomes } from './outcome.ts';
import type { LabelTask } from './task.ts';

/** The text whose label is wanted: the target of the data set, or what a model has answered. */
export type CompletionOf = (question: LabelQuestion) => Promise<string>;

export interface EvaluateOptions<Setting> {
  readonly task: LabelTask;
  readonly lattice: LabelLattice;
  readonly completionOf: CompletionOf;
  /** Asked in turn for each question, so that one question's contexts stand close together. */
  readonly finders: ReadonlyMap<Setting, Finder>;
  readonly signal: AbortSignal;
}

/** What each of some propagators, or of one's settings, finds for every question of a task. */
export async function evaluate<Setting>(
  options: EvaluateOptions<Setting>,
): Promise<readonly SettingOutcomes<Setting>[]> {
  const found = [...options.finders].map(([setting, finder]) => {
    return { setting, finder, outcomes: new Array<Outcome>() };
  });
  for (const { questions, half } of options.task.groups) {
    for (const question of questions) {
      const completion = await options.completionOf(question);
      const asked = { question, half, completion, options };
      for (const { finder, outcomes } of found) outcomes.push(await outcomeOf(finder, asked));
    }
  }
  return found.map(({ setting, outcomes }) => ({ setting, outcomes }));
}

interface Asked {
  readonly question: LabelQuestion;
  readonly half: 0 | 1;
  readonly completion: string;
  readonly options: Pick<EvaluateOptions<never>, 'task' | 'lattice' | 'signal'>;
}

async function outcomeOf(
  finder: Finder,
  { question, half, completion, options: { task, lattice, signal } }: Asked,
): Promise<Outcome> {
  const context = contextOf(task.form, lattice, question);
  const full = fullLabel(context);
  const nothing: FoundLabels = { labels: [full], contexts: 0 };
  // A model that answers nothing leaves nothing to score: the label of the context stays.
  const { labels, contexts } =
    completion === '' ? nothing : await finder({ question, lattice, context, completion, signal });
  return {
    question: question.id,
    half,
    space: lattice.space,
    full,
    found: labels,
    right: trueLabels(lattice, question),
    contexts,
  };
}
