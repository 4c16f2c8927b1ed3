import type { Dimension, Lattice } from './lattice.ts';

/** A law that every lattice obeys. */
export type Law =
  | 'flowsTo is reflexive'
  | 'flowsTo is transitive'
  | 'same values flow both ways'
  | 'bottom flows to everything'
  | 'everything flows to top'
  | 'join is an upper bound'
  | 'join is the least upper bound'
  | 'meet is a lower bound'
  | 'meet is the greatest lower bound'
  | 'text reads back'
  | 'has its own values';

/** A law that does not hold, and values that show it. */
export interface LawViolation<Value> {
  readonly law: Law;
  readonly witnesses: readonly Value[];
}

/** `holds` is asked of every choice of `arity` values; the others repeat the first. */
interface Claim<Value> {
  readonly law: Law;
  readonly arity: 1 | 2 | 3;
  readonly holds: (a: Value, b: Value, c: Value) => boolean;
}

/**
 * Checks the laws of a lattice, and of its text form where it has one, over all triples of the
 * samples with bottom and top: cubic in their number. Returns the first witnesses for each law that
 * is violated (a function that throws violates it); an empty list says that these samples show
 * nothing wrong, not that nothing is. Two values count as equal where each flows to the other;
 * `same`, where given, is checked to agree with that.
 */
export function checkLattice<Value>(
  lattice: Lattice<Value> | Dimension<Value>,
  samples: readonly Value[],
  { same }: { readonly same?: (a: Value, b: Value) => boolean } = {},
): readonly LawViolation<Value>[] {
  const values = [lattice.bottom, lattice.top, ...samples];
  const claims = [
    ...orderClaims(lattice),
    ...boundClaims(lattice),
    ...('print' in lattice ? textClaims(lattice) : []),
    ...(same === undefined ? [] : [sameClaim(lattice, same)]),
  ];
  return claims.flatMap((claim) => {
    const witnesses = counterexample(claim, values);
    return witnesses === undefined ? [] : [{ law: claim.law, witnesses }];
  });
}

function orderClaims<Value>(lattice: Lattice<Value>): Claim<Value>[] {
  const { bottom, top, flowsTo } = lattice;
  return [
    { law: 'flowsTo is reflexive', arity: 1, holds: (a) => flowsTo(a, a) },
    { law: 'bottom flows to everything', arity: 1, holds: (a) => flowsTo(bottom, a) },
    { law: 'everything flows to top', arity: 1, holds: (a) => flowsTo(a, top) },
    {
      law: 'flowsTo is transitive',
      arity: 3,
      holds: (a, b, c) => !(flowsTo(a, b) && flowsTo(b, c)) || flowsTo(a, c),
    },
  ];
}

function boundClaims<Value>({ join, meet, flowsTo }: Lattice<Value>): Claim<Value>[] {
  return [
    {
      law: 'join is an upper bound',
      arity: 2,
      holds: (a, b) => flowsTo(a, join(a, b)) && flowsTo(b, join(a, b)),
    },
    {
      law: 'join is the least upper bound',
      arity: 3,
      holds: (a, b, c) => !(flowsTo(a, c) && flowsTo(b, c)) || flowsTo(join(a, b), c),
    },
    {
      law: 'meet is a lower bound',
      arity: 2,
      holds: (a, b) => flowsTo(meet(a, b), a) && flowsTo(meet(a, b), b),
    },
    {
      law: 'meet is the greatest lower bound',
      arity: 3,
      holds: (a, b, c) => !(flowsTo(c, a) && flowsTo(c, b)) || flowsTo(c, meet(a, b)),
    },
  ];
}

function textClaims<Value>(dimension: Dimension<Value>): Claim<Value>[] {
  const { print, parse, has, join, meet } = dimension;
  const readsBack = (value: Value): boolean => {
    const text = print(value);
    const again = parse(text);
    return again !== undefined && areEqual(dimension, value, again) && print(again) === text;
  };
  return [
    { law: 'text reads back', arity: 1, holds: readsBack },
    { law: 'has its own values', arity: 2, holds: (a, b) => has(join(a, b)) && has(meet(a, b)) },
  ];
}

function sameClaim<Value>(
  lattice: Lattice<Value>,
  same: (a: Value, b: Value) => boolean,
): Claim<Value> {
  return {
    law: 'same values flow both ways',
    arity: 2,
    holds: (a, b) => same(a, b) === areEqual(lattice, a, b),
  };
}

function areEqual<Value>({ flowsTo }: Lattice<Value>, a: Value, b: Value): boolean {
  return flowsTo(a, b) && flowsTo(b, a);
}

function counterexample<Value>(
  { arity, holds }: Claim<Value>,
  values: readonly Value[],
): readonly Value[] | undefined {
  for (const a of values) {
    for (const b of arity > 1 ? values : [a]) {
      for (const c of arity > 2 ? values : [a]) {
        if (!succeeds(() => holds(a, b, c))) return [a, b, c].slice(0, arity);
      }
    }
  }
  return undefined;
}

function succeeds(claim: () => boolean): boolean {
  try {
    return claim();
  } catch {
    return false;
  }
}
