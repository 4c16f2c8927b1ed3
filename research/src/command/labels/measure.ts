import { writeFileSync } from 'node:fs';
import path from 'node:path';
import {
  boundText,
  dataOf as labelReportData,
  labelReportHtml,
  numberText,
  type LabelReport,
} from '../../labels/report/label-report.ts';
import { labelBench } from '../../labels/label-bench.ts';
import { labelsResult } from '../../report/results/labels-result.ts';
import { labelTask } from '../../labels/run/tasks.ts';
import { Memory } from '../../labels/remember.ts';
import { paperRows } from '../../labels/report/paper.ts';
import { rowCells, rowHeads, searchCells, searchHeads } from '../../labels/report/rows-table.ts';
import type { DatasetName } from '../../labels/run/task.ts';
import { SluiceError } from '@sluice/core';
import { type ExitCode, grid, type Terminal } from 'sluice/parts';
import { keepNothing, type KeepResult } from '../keep-result.ts';

export interface LabelBenchOptions {
  readonly dataset: string;
  readonly quick?: true;
  readonly json?: true;
  readonly html?: string;
  readonly memory?: string;
  readonly weights: string;
  readonly threads: number;
}

/** Runs minimal labels and what stands beside them on one data set, and holds it to its bounds. */
export async function runLabelBench(
  options: LabelBenchOptions,
  terminal: Terminal,
  keep: KeepResult = keepNothing,
): Promise<ExitCode> {
  const task = labelTask(datasetNamed(options.dataset), { quick: options.quick === true });
  const { embeddingWeights, openLabelModels } = await import('./models.ts');
  const models = await openLabelModels(options);
  if (models.embedder === undefined && task.corpus.length > 0)
    terminal.warn(`no search by meaning: type \`sluice models pull ${embeddingWeights}\``);
  try {
    const { html, memory = path.join('.sluice', 'labels', `${task.name}.jsonl`) } = options;
    const report = await labelBench({
      task,
      models,
      memory: new Memory(memory),
      signal: new AbortController().signal,
      onProgress: (text) => terminal.warn(text),
    });
    show(report, terminal);
    if (html !== undefined) write(report, html, terminal);
    if (options.json === true) terminal.print(JSON.stringify(labelReportData(report)));
    await keep(labelsResult(report, { quick: task.quick }));
    // The bounds are those of the whole data set.
    return task.quick || report.bounds.every(({ holds }) => holds) ? 0 : 1;
  } finally {
    await models.close();
  }
}

const datasets: readonly DatasetName[] = ['kv', 'news', 'agent'];

function datasetNamed(name: string): DatasetName {
  const found = datasets.find((each) => each === name);
  if (found !== undefined) return found;
  throw new SluiceError('settings-invalid', `there is no data set \`${name}\``, {
    hint: `name one of ${datasets.join(', ')}`,
  });
}

function show(
  { model, questions, results, figures, bounds }: LabelReport,
  terminal: Terminal,
): void {
  terminal.print(`${questions} questions, ${model}; thresholds chosen on the other half`);
  terminal.print(grid(rowHeads, results.rows.map(rowCells)));
  if (results.searched.length > 0)
    terminal.print(grid(searchHeads, results.searched.map(searchCells)));
  const beside = paperRows.filter(({ figure }) => figure in figures);
  const rows = beside.map(({ figure, small, large }) => {
    return [figure, numberText(figures[figure]), numberText(small), numberText(large)];
  });
  terminal.print(grid(['figure', 'here', 'paper, 7B', 'paper, 70B'], rows));
  for (const bound of bounds)
    terminal.print(`${bound.figure} ${numberText(bound.value)}  ${boundText(bound)}`);
}

function write(report: LabelReport, html: string, terminal: Terminal): void {
  const data = `${html.replace(/\.html$/, '')}.json`;
  writeFileSync(html, labelReportHtml(report));
  writeFileSync(data, `${JSON.stringify(labelReportData(report), undefined, 2)}\n`);
  terminal.print(`wrote ${html} and ${data}`);
}
