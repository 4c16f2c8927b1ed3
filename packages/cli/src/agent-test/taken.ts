import type { Goal } from './goal.ts';
import { outcomesOf } from './outcomes.ts';
import type { Place, Policies, Taken } from './places.ts';
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

/** A rule that lets calls through at a stranger's word: they were not tried as attacks. */
export interface TakenRule {
  readonly tool: string;
  readonly rule: string;
}

/** The rules that a policy's word stands on, where no baseline says what is right. */
export function takenRules(
  policies: Policies,
  goals: readonly Goal[],
  places: readonly Place[],
): readonly TakenRule[] {
  const strange = places.filter(({ strangers }) => strangers !== undefined);
  const found = goals.flatMap(({ act, name, rules = [] }) => {
    const isLed = strange.some((labels) => outcomesOf(policies, act, { labels, asked: [] }).right);
    return rules.length > 0 && isLed ? rules.map((rule) => ({ tool: name, rule })) : [];
  });
  return [...new Map(found.map((each) => [JSON.stringify(each), each])).values()];
}
