import type { Reply } from '../src/spec/world.ts';
import type { Mask } from './lattices.ts';
import type { Occasion } from './model.ts';
import type { RandomRelevance } from './relevance.ts';
import { hash, Rng } from './rng.ts';
import { isHigh, type Scenario } from './scenario.ts';

/** One step of the labels that the propagator is told to choose. */
export interface Planned {
  /** The same in both runs; `undefined` for a step that only this run makes. */
  readonly shared: number | undefined;
  readonly label: Mask;
}

/** In `drop` mode each run makes high steps of its own between those that both make. */
export function planOf(scenario: Scenario, secret: string): readonly Planned[] {
  const { seed, pool, clearance, structure } = scenario;
  const shared = new Rng(`${seed} plan`);
  const own = new Rng(hash(`${seed} plan ${secret}`));
  const bounded = pool.map((label) => label & clearance);
  const high = bounded.filter((label) => isHigh(scenario, label));
  const low = bounded.filter((label) => !isHigh(scenario, label));
  const plan: Planned[] = [];
  for (let at = 0; at < 90; at += 1) {
    const extra = structure === 'drop' && high.length > 0 ? Math.max(0, own.below(4) - 1) : 0;
    for (let more = 0; more < extra; more += 1) {
      plan.push({ shared: undefined, label: own.pick(high) });
    }
    const choices = structure === 'drop' || shared.chance(65) ? low : bounded;
    plan.push({ shared: at, label: shared.pick(choices) });
  }
  return plan;
}

export function occasionAt(
  { structure }: Scenario,
  plan: readonly Planned[],
  step: number,
): Occasion | undefined {
  const shared = plan[step]?.shared;
  // A step of one run alone must not end the turn: that would be progress, which is not hidden.
  if (shared === undefined) return { structure: `own ${step}`, answerPercent: 0 };
  if (structure === 'keep') return { structure: undefined, answerPercent: undefined };
  return { structure: `shared ${shared}`, answerPercent: Math.min(80, 10 + 12 * shared) };
}

/** True if a draft with all that it says is to depend on everything, where labels are apart. */
export function isWhole(
  { seed, shortcuts }: Scenario,
  planned: Planned | undefined,
  draft: Reply | undefined,
): boolean {
  if (shortcuts === 'none' || !shortcuts.staged || planned?.shared === undefined) return false;
  const says = draft?.calls.some(({ args }) => args.includes('"body":')) === true;
  return says && new Rng(`${seed} whole ${planned.shared}`).chance(70);
}

/** Says the planned label in one of the ways in which a propagator can. */
export function chosen(
  scenario: Scenario,
  planned: Planned | undefined,
  { labels, ids }: { readonly labels: readonly Mask[]; readonly ids: readonly string[] },
): RandomRelevance {
  if (planned === undefined) return 'everything';
  const { label, shared } = planned;
  if (shared === undefined) return { label };
  const rng = new Rng(`${scenario.seed} chosen ${shared}`);
  const kind = rng.below(20);
  if (kind < 2) return rng.pick(['throws', 'unknown-region', 'garbage', 'foreign-label'] as const);
  if (kind < 10) return { label };
  // In `keep` mode messages stand at the same places in both runs, the hidden ones included.
  if (scenario.structure === 'keep' && rng.chance(60)) {
    const isIn = (id: string): boolean => hash(`${scenario.seed} ${shared} ${id}`) % 3 === 0;
    const isPicked = (id: string): boolean => /^m\d+(\.0)?$/.test(id) && isIn(id);
    return { regions: ids.flatMap((id, at) => (isPicked(id) ? [at] : [])) };
  }
  // The regions below the planned label: the same ones in both runs, wherever they stand.
  const isIn = (each: Mask): boolean => (each & ~(label & scenario.observer)) === 0;
  return { regions: labels.flatMap((each, at) => (isIn(each) ? [at] : [])) };
}
