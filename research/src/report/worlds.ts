import { completeness } from '../measure/complete.ts';
import type { Control } from '../measure/controls.ts';
import { isMeasurable } from '../measure/measurable.ts';
import { type QuestionLeft, questionsLeft } from '../measure/questions-left.ts';
import { type Row, rowsOf } from '../measure/rows.ts';
import type { TrialLine } from '../trial/trial.ts';
import { compareText, type VersionSet } from './cases.ts';

/** The key of a table: figures of one benchmark, model, attack and set of versions. */
export interface TableKey {
  readonly versions: string;
  readonly benchmark: string;
  readonly model: string;
  /** `undefined`: only tasks without an attack were run. */
  readonly attack: string | undefined;
  /** The model is a deterministic reader that obeys whatever it sees. */
  readonly isWorstCase: boolean;
  /** A world above has the same tasks without an attack: their charts stand there. */
  readonly isRepeated: boolean;
  /** A row for each defence, over all suites. */
  readonly rows: readonly Row[];
  readonly suites: readonly SuiteRows[];
  /** Defences that were run and of which this model's trials say nothing: they have no row. */
  readonly notMeasured: readonly string[];
  readonly completeness: Control;
  readonly questionsLeft: readonly QuestionLeft[];
}

export interface SuiteRows {
  readonly suite: string;
  readonly rows: readonly Row[];
}

/** The notice beside every figure that a reader of ours made. */
export const worstCaseNotice = 'not a real model’s figures';

export function worldsOf(sets: readonly VersionSet[]): readonly TableKey[] {
  return sets.flatMap(({ id, trials }) => {
    const rows = Map.groupBy(rowsOf(trials), (row) =>
      JSON.stringify([row.benchmark, row.model, row.attack ?? '']),
    );
    const inOrder = [...rows].toSorted(([a], [b]) => compareText(a, b));
    const seen = new Set<string>();
    return inOrder.map(([, own]) => {
      const { benchmark = '', model = '' } = own[0] ?? {};
      const tasks = JSON.stringify([benchmark, model]);
      const isRepeated = seen.has(tasks);
      seen.add(tasks);
      return worldOf(own, { versions: id, trials, isRepeated });
    });
  });
}

/** Defences of all worlds: the place in this list is the number that charts call one by. */
export function defencesOf(worlds: readonly TableKey[]): readonly string[] {
  const names = new Set(worlds.flatMap(({ rows }) => rows.map(({ defence }) => defence)));
  const others = [...names].filter((name) => name !== 'none').toSorted(compareText);
  return names.has('none') ? ['none', ...others] : others;
}

function worldOf(
  rows: readonly Row[],
  {
    versions,
    trials,
    isRepeated,
  }: Pick<TableKey, 'versions' | 'isRepeated'> & { readonly trials: readonly TrialLine[] },
): TableKey {
  const { benchmark = '', model = '', attack } = rows[0] ?? {};
  const own = trials.filter(({ spec }) => {
    const isHere = spec.benchmark === benchmark && spec.model === model;
    return isHere && (spec.attack === undefined || spec.attack.name === attack);
  });
  const measured = rows.filter(isMeasurable);
  const others = rows.filter((row) => !isMeasurable(row));
  const suites = [...new Set(rows.flatMap(({ suite }) => suite ?? []))].toSorted(compareText);
  return {
    versions,
    benchmark,
    model,
    attack,
    isWorstCase: model.startsWith('reader:'),
    isRepeated,
    rows: measured.filter(({ suite }) => suite === undefined),
    suites: suites.map((suite) => ({ suite, rows: measured.filter((row) => row.suite === suite) })),
    notMeasured: [...new Set(others.map(({ defence }) => defence))],
    completeness: completeness(own),
    questionsLeft: isRepeated ? [] : questionsLeft(own),
  };
}
