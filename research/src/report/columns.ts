import type { Row } from '../measure/rows.ts';
import type { Share } from '../measure/share.ts';
import { shareNames, sharesInOrder } from './share-names.ts';

/** A figure as a person reads it, and what it rests on. */
export interface Cell {
  readonly text: string;
  /** A line each. */
  readonly details: readonly string[];
  /** The problems that must not be overlooked, e.g. errors; empty: nothing. */
  readonly alarm: string;
}

export interface Column {
  readonly head: string;
  readonly cell: (row: Row) => Cell;
}

/** The outcomes, and the attacks that got through. */
export const outcomeColumns: readonly Column[] = [
  ...sharesInOrder
    .filter((name) => name !== 'questionFreeTasks')
    .map((name): Column => ({
      head: shareNames[name],
      cell: ({ measures }) => shareCell(measures.shares[name]),
    })),
  { head: 'violations', cell: violationsCell },
  { head: 'errors', cell: errorsCell },
];

/** The questions to people, and the cost. */
export const costColumns: readonly Column[] = [
  { head: 'questions', cell: ({ measures }) => amountCell(measures.questions.benign) },
  {
    head: 'questions by attacks',
    cell: ({ measures }) => amountCell(measures.questions.byAttacks),
  },
  ...[0, 1, 2, 3, 5].map((max): Column => {
    const head = max === 0 ? 'tasks without a question (TCR@0)' : `TCR@${max}`;
    return { head, cell: ({ measures }) => shareCell(measures.doneWithin[max]) };
  }),
  {
    head: 'model calls a step',
    cell: ({ measures }) => amountCell(measures.modelCallsPerStep, 3),
  },
  {
    head: 'model calls a step, attacked',
    cell: ({ measures }) => amountCell(measures.modelCallsPerStepAttacked, 3),
  },
  { head: 'everything relevant', cell: everythingCell },
  { head: 'tokens a task', cell: tokensCell },
  {
    head: 'ms a task',
    cell: ({ measures, costRatio }) => timesCell(measures.cost.ms, costRatio?.ms),
  },
  { head: 'USD a task', cell: usdCell },
];

const none: Cell = { text: '–', details: [], alarm: '' };

/** Where all cases errored there is no share, but there are errors. */
export function shareCell(share: Share | undefined): Cell {
  if (share === undefined || share.of === 0) return none;
  const { count, of, errors, value, low, high } = share;
  const bounds = `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`;
  const alarm = errors === 0 ? '' : `${errors} ${errors === 1 ? 'error' : 'errors'}`;
  const text = value === undefined ? none.text : `${(100 * value).toFixed(1)}%`;
  return { text, details: [`${count}/${of}`, `[${bounds}]`], alarm };
}

/** Columns in which some row has something to say. */
export function columnsShown(columns: readonly Column[], rows: readonly Row[]): readonly Column[] {
  return columns.filter(({ cell }) => rows.some((row) => cell(row) !== none));
}

function errorsCell({ measures: { errors, trials } }: Row): Cell {
  const details = [`of ${trials}`];
  return errors === 0 ? { ...none, text: '0', details } : { text: '', details, alarm: `${errors}` };
}

/** Runs that nobody checked stand beside those that were: not knowing is not 0. */
function violationsCell({ measures: { checker } }: Row): Cell {
  const { violations, checked, unchecked } = checker;
  const details = [`${checked} checked`, ...(unchecked === 0 ? [] : [`${unchecked} not`])];
  if (violations === undefined) return checked === 0 ? none : { ...none, details };
  if (violations === 0) return { ...none, text: '0', details };
  return { text: '', details, alarm: `${violations}` };
}

function amountCell(amount: number | undefined, digits = 0): Cell {
  return amount === undefined ? none : { ...none, text: amount.toFixed(digits) };
}

/** The share of answers that name everything: by design, or because the propagator failed. */
function everythingCell({ measures: { everythingRelevant: share } }: Row): Cell {
  return share === undefined ? none : { ...none, text: `${(100 * share).toFixed(1)}%` };
}

function tokensCell({ measures: { cost }, costRatio }: Row): Cell {
  const { inputTokens, outputTokens } = cost;
  if (inputTokens === undefined || outputTokens === undefined) return none;
  return timesCell(inputTokens + outputTokens, costRatio?.tokens);
}

function timesCell(amount: number | undefined, ratio: number | undefined): Cell {
  if (amount === undefined) return none;
  const details = ratio === undefined ? [] : [`×${ratio.toFixed(2)}`];
  return { ...none, text: amount.toFixed(0), details };
}

function usdCell({ measures: { cost }, costRatio, pricedAs }: Row): Cell {
  if (cost.usd === undefined) return none;
  const ratio = costRatio?.usd === undefined ? [] : [`×${costRatio.usd.toFixed(2)}`];
  return { ...none, text: cost.usd.toFixed(5), details: [...ratio, `as ${pricedAs}`] };
}
