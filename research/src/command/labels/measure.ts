import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import type { Terminal } from 'sluice/parts';
import { labelBench } from '../../labels/label-bench.ts';
import type { PruningRow } from '../../labels/find/grids.ts';
import { Memory } from '../../labels/remember.ts';
import { labelReportHtml } from '../../labels/report/label-page.ts';
import {
  boundText,
  dataOf as labelReportData,
  type LabelReport,
  labelsResult,
  numberText,
} from '../../labels/report/labels-result.ts';
import { type DatasetName, labelTask } from '../../labels/run/tasks.ts';
import type { Measured } from '../suite.ts';

export interface LabelBenchOptions {
  readonly dataset: string;
  readonly quick?: true;
  readonly shipped?: true;
  readonly seed?: number;
  readonly html?: string;
  readonly memory?: string;
  readonly weights: string;
  readonly threads: number;
  readonly prune?: readonly PruningRow[];
  readonly cpu?: true;
}

/** Runs minimal labels and what stands beside them on one data set, and holds it to its bounds. */
export async function measureLabels(
  _paths: readonly string[],
  options: LabelBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const { seed, shipped, quick = false } = options;
  const task = labelTask(datasetNamed(options.dataset), { quick, ...(seed && { seed }) });
  const { embeddingWeights, openLabelModels } = await import('./models.ts');
  const models = await openLabelModels(options);
  if (models.embedder === undefined && task.corpus.length > 0)
    terminal.warn(`no search by meaning: type \`sluice models pull ${embeddingWeights}\``);
  if (models.knn === undefined) terminal.warn('no nearest neighbours: weights of an unknown kind');
  try {
    const { html, memory = path.join('.sluice', 'labels', `${task.name}.jsonl`) } = options;
    const report = await labelBench({
      task,
      models,
      only: shipped === true ? 'shipped' : undefined,
      prunings: options.prune,
      memory: new Memory(memory),
      signal: new AbortController().signal,
      onProgress: (text) => terminal.warn(text),
    });
    return {
      found: labelsResult(report, { quick: task.quick }),
      figures: report.figures,
      beside: labelReportData(report),
      lines: [
        ...report.bounds.map(
          (bound) => `${bound.figure} ${numberText(bound.value)}  ${boundText(bound)}`,
        ),
        ...(html === undefined ? [] : [written(report, html)]),
      ],
    };
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

function written(report: LabelReport, html: string): string {
  const data = `${html.replace(/\.html$/, '')}.json`;
  writeFileSync(html, labelReportHtml(report));
  writeFileSync(data, `${JSON.stringify(labelReportData(report), undefined, 2)}\n`);
  return `wrote ${html} and ${data}`;
}
