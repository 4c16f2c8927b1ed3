import type { OwnLabel, OwnLattice } from '../lattice/lattice.ts';
import type { Ruled } from '../policy-reading.ts';

interface Violation {
  readonly dimension: string;
  readonly argument: string;
}

/** What should stand in the record of a decision. */
export interface Decided {
  readonly kind: 'allow' | 'ask' | 'deny';
  readonly rule: string;
  readonly reason?: string | undefined;
  readonly wouldBe?: 'ask' | undefined;
  readonly violations: readonly Violation[];
}

/** The decision that a ruling comes to at a label. */
export function decisionOn(
  { ruling, rule, ceilings }: Ruled,
  label: OwnLabel,
  lattice: OwnLattice,
): Decided {
  if ('deny' in ruling) return { kind: 'deny', rule, reason: ruling.deny, violations: [] };
  const violations =
    ruling.ceiling === 'never'
      ? [{ dimension: '*', argument: '' }]
      : ceilings.flatMap(({ argument, ceiling }) =>
          lattice.violated(label, ceiling).map((dimension) => ({ dimension, argument })),
        );
  if (violations.length === 0) return { kind: 'allow', rule, violations };
  switch (ruling.otherwise) {
    case 'ask':
      return { kind: 'ask', rule, violations };
    case 'block':
      return { kind: 'deny', rule, reason: 'label-above-ceiling', violations };
    case 'log':
      return { kind: 'allow', rule, wouldBe: 'ask', violations };
  }
}

/** The decision on a call that no rule was asked about. */
export function refusedUnruled(reason: string): Decided {
  return { kind: 'deny', rule: 'monitor', reason, violations: [] };
}
