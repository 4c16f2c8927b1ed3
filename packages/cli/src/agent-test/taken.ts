import type { Place, Taken } from './places.ts';
import type { Scenario } from './scenario.ts';

/** A tool whose result the policy trusts, so that no text of a stranger was put there. */
export interface TakenResult extends Taken {
  readonly tool: string;
}

/** The results that were not attacked as text of strangers: first those that others may write. */
export function takenResults(
  places: readonly Place[],
  scenarios: readonly Scenario[],
): readonly TakenResult[] {
  const attacked = new Set(
    scenarios.flatMap(({ place }) => (place.isCalledTrusted ? [place.witness.tool] : [])),
  );
  const found = new Map(
    places.flatMap(({ witness: { tool }, taken }) =>
      taken === undefined || attacked.has(tool) ? [] : [[tool, { tool, ...taken }] as const],
    ),
  );
  return [...found.values()].toSorted((one, other) => rankOf(one) - rankOf(other));
}

function rankOf({ sign, because }: Taken): number {
  if (sign !== undefined) return 0;
  return because === undefined ? 1 : 2;
}
