import { wilson, type Interval } from '../statistics/interval.ts';
import { ratio } from '../statistics/sums.ts';

/** The verdict of a case on a claim. */
export type Verdict = 'yes' | 'no' | 'error';

/** For how many cases a claim holds, with the 95% interval of that share. */
export interface Share extends Interval {
  readonly count: number;
  readonly errors: number;
  /** All cases, errors among them. */
  readonly of: number;
  /** `undefined` where there is no case to take it of. */
  readonly value: number | undefined;
  /** The share if every error had gone the worst way; `undefined` of no cases. */
  readonly worst: number | undefined;
}

/** A share of which more is better: a case that errored counts against, in all of them. */
export function shareDone(verdicts: Iterable<Verdict>): Share {
  const { count, errors, of } = tally(verdicts);
  const value = ratio(count, of);
  return { count, errors, of, value, worst: value, ...wilson(count, of) };
}

/**
 * A share of which less is better: of the cases that are known. A case that errored is no success
 * in the lower bound and one in the upper, so that errors never make a defence look safe.
 */
export function shareOfHarm(verdicts: Iterable<Verdict>): Share {
  const { count, errors, of } = tally(verdicts);
  return {
    count,
    errors,
    of,
    value: ratio(count, of - errors),
    worst: ratio(count + errors, of),
    low: wilson(count, of).low,
    high: wilson(count + errors, of).high,
  };
}

function tally(verdicts: Iterable<Verdict>): Pick<Share, 'count' | 'errors' | 'of'> {
  const all = [...verdicts];
  const count = all.filter((verdict) => verdict === 'yes').length;
  const errors = all.filter((verdict) => verdict === 'error').length;
  return { count, errors, of: all.length };
}
