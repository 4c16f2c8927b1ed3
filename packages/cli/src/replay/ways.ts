import { lineage, lineageNamed, naive, redactAll, type Propagator } from '@sluice/core';

/** How recorded runs are labelled. */
export interface Way {
  readonly name: string;
  readonly propagator: Propagator;
  /** Labels per argument: what the policy calls data has one of its own. */
  readonly staged: boolean;
}

/** Lineage without rules, with one label for a call. */
export function byLineage(): Way {
  return { name: 'lineage', propagator: lineage(), staged: false };
}

const ways: Readonly<Record<string, () => Omit<Way, 'name'>>> = {
  lineage: byLineage,
  naive: () => ({ propagator: naive(), staged: false }),
  'redact-all': () => ({ propagator: redactAll(), staged: false }),
  roles: () => ({ propagator: lineage(), staged: true }),
};

/** The names that `wayNamed` knows, besides lineage with rules. */
export const wayNames: readonly string[] = Object.keys(ways);

/** `undefined` for a name that there is not. Throws `propagator-invalid` for a wrong rule. */
export function wayNamed(name: string): Way | undefined {
  const own = Object.hasOwn(ways, name) ? ways[name]?.() : undefined;
  if (own !== undefined) return { ...own, name };
  const propagator = lineageNamed(name);
  return propagator && { name: propagator.name, propagator, staged: false };
}
