import { isMeasurable, noisyLabel, notMeasurable } from '../../measure/measurable.ts';
import { measuresOf, type Measures } from '../../measure/measures.ts';
import { pricing } from '../../measure/rows.ts';
import { bySeed, sdOf, spreadOf } from '../../measure/spread.ts';
import type { ShareName } from '../../measure/verdicts.ts';
import type { ResultTable } from '../../report/suite-result.ts';
import { shareNames } from '../../report/share-names.ts';
import { meanOf } from '../../statistics/sums.ts';
import type { TrialLine } from '../../trial/trial.ts';

/** The reader of the headline first; the noisy one, which works through it, last. */
const readersInOrder = ['reader:selecting', 'reader:lax', 'reader:strict', noisyLabel];

/** What costs no thought stands first: every other row is read beside it. */
const trivialFirst = ['none', 'refuse-all', 'confirm-always', 'redact-all', 'naive'];

interface Column {
  readonly title: string;
  /** Of the trials of one defence and one reader. */
  readonly cell: (lines: readonly TrialLine[]) => string;
}

const shares: readonly ShareName[] = [
  'utility',
  'utilityUnderAttack',
  'utilityGranted',
  'utilityUnderAttackGranted',
  'questionFreeTasks',
  'attackSuccess',
  'attackSuccessAnswerOnly',
  'attackSuccessAlwaysYes',
];

const columns: readonly Column[] = [
  ...shares.map((name): Column => ({ title: shareNames[name], cell: shareCell(name) })),
  amountColumn('questions without an attack', 1, ({ questions }) => questions.benign),
  amountColumn('questions by attacks', 1, ({ questions }) => questions.byAttacks),
  amountColumn('model calls a step', 3, (measures) => measures.modelCallsPerStep),
  amountColumn('model calls a step, attacked', 3, (all) => all.modelCallsPerStepAttacked),
];

/** A table for each figure: the readers side by side, a row for each defence. */
export function readersTables(trials: readonly TrialLine[]): readonly ResultTable[] {
  const models = modelsIn(trials);
  const defences = defencesIn(trials);
  return columns.flatMap(({ title, cell }) => {
    const rows = defences.map((defence) => {
      const own = trials.filter(({ spec }) => spec.defence === defence);
      return [
        defence,
        ...models.map((model) => {
          if (!isMeasurable({ defence, model })) return notMeasurable;
          return cell(own.filter(({ spec }) => spec.model === model));
        }),
      ];
    });
    const measured = rows.filter(([, ...cells]) => cells.some((text) => text !== nothing));
    const head = ['', ...models.map((model) => modelHead(model, trials))];
    return measured.some(([, ...cells]) => !cells.every((text) => text === notMeasurable))
      ? [{ title, head, rows: measured, paperColumns: [] }]
      : [];
  });
}

/** What was run of which a model says nothing: `DEFENCE, MODEL`. */
export function notMeasured(trials: readonly TrialLine[]): readonly string[] {
  return modelsIn(trials).flatMap((model) =>
    defencesIn(trials)
      .filter((defence) => !isMeasurable({ defence, model }))
      .map((defence) => `${defence}, ${model}`),
  );
}

/** The models of trials, that of the headline first. */
export function modelsIn(trials: readonly TrialLine[]): readonly string[] {
  return inOrder(new Set(trials.map(({ spec }) => spec.model)), readersInOrder);
}

function defencesIn(trials: readonly TrialLine[]): readonly string[] {
  return inOrder(new Set(trials.map(({ spec }) => spec.defence)), trivialFirst);
}

function inOrder(names: ReadonlySet<string>, first: readonly string[]): readonly string[] {
  return [...first.filter((name) => names.has(name)), ...names].filter(
    (name, at, all) => all.indexOf(name) === at,
  );
}

const nothing = '–';

function modelHead(model: string, trials: readonly TrialLine[]): string {
  if (model !== noisyLabel) return model;
  const seeds = bySeed(trials.filter(({ spec }) => spec.model === model)).length;
  return `${model}, mean ± sd of ${seeds} seeds [95% over tasks]`;
}

function shareCell(name: ShareName): Column['cell'] {
  return (lines) => {
    const spread = spreadOf(lines, name);
    if (spread === undefined) return nothing;
    const { count, of, sd, low, high } = spread;
    if (lines[0]?.spec.model !== noisyLabel) return `${count}/${of}`;
    const around = sd === undefined ? '' : ` ± ${(sd * of).toFixed(1)}`;
    const bounds = `[${(low * of).toFixed(1)}, ${(high * of).toFixed(1)}]`;
    return `${count.toFixed(1)}${around}/${of} ${bounds}`;
  };
}

function amountColumn(
  title: string,
  digits: number,
  amount: (measures: Measures) => number | undefined,
): Column {
  return {
    title,
    cell: (lines) => {
      const model = lines[0]?.spec.model ?? '';
      const values = bySeed(lines).flatMap(
        (own) => amount(measuresOf(own, pricing(model).price)) ?? [],
      );
      const mean = meanOf(values, (value) => value);
      if (mean === undefined) return nothing;
      const sd = sdOf(values);
      if (model !== noisyLabel) return String(Number(mean.toFixed(digits)));
      return `${mean.toFixed(digits)}${sd === undefined ? '' : ` ± ${sd.toFixed(digits)}`}`;
    },
  };
}
