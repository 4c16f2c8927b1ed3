/** Kleene's third value: what was to be read is missing, of another type, or mixed. */
export type Truth = 'true' | 'false' | 'unknown';

/** Conjunction: false wins, then unknown. */
export function both(truths: readonly Truth[]): Truth {
  if (truths.includes('false')) return 'false';
  return truths.includes('unknown') ? 'unknown' : 'true';
}

/** Disjunction: true wins, then unknown. */
export function either(truths: readonly Truth[]): Truth {
  return not(both(truths.map(not)));
}

/** The truth that holds for all values; `unknown` where they differ. */
export function allAlike([first = 'unknown', ...rest]: readonly Truth[]): Truth {
  return rest.every((each) => each === first) ? first : 'unknown';
}

export function not(value: Truth): Truth {
  if (value === 'unknown') return 'unknown';
  return value === 'true' ? 'false' : 'true';
}

export function truth(value: boolean | undefined): Truth {
  if (value === undefined) return 'unknown';
  return value ? 'true' : 'false';
}
