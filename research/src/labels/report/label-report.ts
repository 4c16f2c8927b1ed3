import type { Growth } from '../count/growth.ts';
import type { JudgedBound } from '../run/bounds.ts';
import type { LabelFigures } from '../run/figures.ts';
import type { LabelResults } from '../run/run-labels.ts';
import type { DatasetName } from '../run/tasks.ts';

export interface LabelReport {
  readonly dataset: DatasetName;
  readonly model: string;
  readonly questions: number;
  readonly figures: LabelFigures;
  readonly bounds: readonly JudgedBound[];
  readonly growth: readonly Growth[];
  readonly results: LabelResults;
}

/** What the page holds as data: figures, rows and growth, without the questions' texts. */
export function dataOf({
  figures,
  bounds,
  growth,
  results,
  model,
  questions,
}: LabelReport): object {
  const { rows, searched } = results;
  return { model, questions, figures, bounds, growth, rows, searched };
}

export function numberText(value: number | null | undefined): string {
  if (value === null || value === undefined) return '-';
  return Number.isInteger(value) && Math.abs(value) > 1 ? String(value) : value.toFixed(3);
}

export function boundText(bound: JudgedBound | undefined): string {
  if (bound === undefined) return '';
  const limit = bound.atLeast === undefined ? `<= ${bound.atMost ?? ''}` : `>= ${bound.atLeast}`;
  return `${limit} ${bound.holds ? 'holds' : 'missed'}`;
}
