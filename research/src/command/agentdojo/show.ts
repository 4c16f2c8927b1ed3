import { defencesTable } from '../../report/results/agentdojo-result.ts';
import { worstCaseNotice } from '../../report/worlds.ts';
import type { Row as BenchRow } from '../../measure/rows.ts';
import type { Control } from '../../measure/controls.ts';
import type { QuestionLeft } from '../../measure/questions-left.ts';
import type { TrialLine } from '../../trial/row.ts';
import { grid, type Terminal } from 'sluice/parts';

/** Figures of the defences side by side, over all suites: a line for each figure. */
export function showFigures(rows: readonly BenchRow[], terminal: Terminal): void {
  const whole = rows.filter(({ suite }) => suite === undefined);
  const { head, rows: lines } = defencesTable(whole);
  terminal.print(grid(head, lines));
  showModel(
    whole.map(({ model }) => model),
    terminal,
  );
}

/** One line of JSON that says whose figures these are: it is kept without the table above it. */
export function showJson(
  trials: readonly TrialLine[],
  figures: Readonly<Record<string, number>>,
  terminal: Terminal,
): void {
  const models = [...new Set(trials.map(({ spec }) => spec.model))];
  const isReader = models.some((model) => model.startsWith('reader:'));
  const notice = isReader ? worstCaseNotice : undefined;
  terminal.print(JSON.stringify({ models, notice, figures }));
}

/** A table of a reader says so itself: tables are copied without what stands around them. */
export function showModel(models: readonly string[], terminal: Terminal): void {
  const readers = [...new Set(models)].filter((model) => model.startsWith('reader:'));
  for (const model of readers) terminal.print(`${model}: ${worstCaseNotice}`);
}

export function showControls(controls: readonly Control[], terminal: Terminal): void {
  const { green, red, dim } = terminal.colours;
  const mark = { holds: green('holds'), fails: red('fails'), absent: dim('not run') };
  for (const { name, status, detail, cases } of controls) {
    terminal.print(`${mark[status]}  ${name}: ${detail}`);
    for (const each of cases.slice(0, casesMax)) terminal.print(`       ${each}`);
    const more = cases.length - casesMax;
    if (more > 0) terminal.print(`       and ${more} more (--json, or the report, has all)`);
  }
}

const casesMax = 10;

export function showQuestions(questions: readonly QuestionLeft[], terminal: Terminal): void {
  for (const { defence, suite, task, tool, dimensions, from, suggestion } of questions) {
    const what = tool === '' ? 'the answer' : tool;
    terminal.print(`\n${defence}: ${suite}/${task}: ${what} (${dimensions.join(', ')})`);
    for (const source of from) terminal.print(`  ${source}`);
    terminal.print(`  ${suggestion}`);
  }
}
