import { type Growth, growthOf } from './count/growth.ts';
import { headlineUtility, type Setting } from './find/grids.ts';
import { metricsOf } from './measure/metrics.ts';
import type { LabelReport } from './report/labels-result.ts';
import { judgedBounds } from './run/bounds.ts';
import { figuresOf } from './run/figures.ts';
import { runLabels } from './run/run-labels.ts';
import type { LabelResults, RunLabelsOptions } from './run/run-options.ts';

/** Runs a data set whole: its figures, the bounds that they are held to, and what a page shows. */
export async function labelBench(options: RunLabelsOptions): Promise<LabelReport> {
  const { models, signal } = options;
  const task = { ...options.task, form: options.task.form.inChat(models.chat) };
  const results = await runLabels({ ...options, task });
  const questions = task.groups.flatMap((group) => group.questions);
  const figures = figuresOf(task.name, results);
  const setting = powersetSetting(results);
  const growth: readonly Growth[] =
    setting === undefined ? [] : await growthOf(questions, { form: task.form, setting, signal });
  return {
    dataset: task.name,
    seed: task.seed,
    model: models.model,
    questions: questions.length,
    figures,
    bounds: judgedBounds(figures),
    growth,
    results,
  };
}

/** How the powerset is searched in the plot of costs: the best setting on all questions. */
function powersetSetting({ grids }: LabelResults): Setting | undefined {
  const grid = grids.find(({ key }) => key.lattice === 'powerset' && key.completion === 'target');
  const settings =
    grid?.settings.filter(({ setting }) => setting.utility === headlineUtility) ?? [];
  const rated = settings.map(({ setting, outcomes }) => {
    return { setting, worth: metricsOf(outcomes).exactMatch ?? 0 };
  });
  return rated.toSorted((a, b) => b.worth - a.worth)[0]?.setting;
}
