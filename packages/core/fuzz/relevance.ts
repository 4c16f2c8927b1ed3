import type { Label } from '../src/label/label.ts';
import type { Relevance as EngineRelevance } from '../src/propagate/propagator.ts';
import type { Relevance, Reply } from '../src/spec/world.ts';
import type { Mask } from './lattices.ts';
import { hash, Rng } from './rng.ts';
import type { Scenario } from './scenario.ts';

/** An argument of a draft of which no source is known. */
interface Unsourced {
  readonly call: number;
  readonly name: string;
}

/** A propagator's answer: honest, mistaken, hostile or broken. */
export type RandomRelevance =
  | { readonly regions: readonly number[]; readonly unsourced?: readonly Unsourced[] }
  | { readonly label: Mask }
  | 'everything'
  | 'throws'
  | 'garbage'
  | 'unknown-region'
  | 'foreign-label';

/** A propagator that is a pure function of the labels, in reading order, and of the draft. */
export function relevanceOf(
  { seed, pool }: Scenario,
  labels: readonly Mask[],
  draft: Reply | undefined,
): RandomRelevance {
  const written = draft === undefined ? '' : JSON.stringify([draft.text, draft.calls]);
  // By how many regions there are: a read that was lowered leaves the choice as it was.
  const rng = new Rng(hash(`${seed} relevant ${labels.length} ${written}`));
  const kind = rng.below(20);
  if (kind < 4) {
    const broken = ['everything', 'throws', 'garbage', 'unknown-region', 'foreign-label'] as const;
    return rng.pick(broken);
  }
  if (kind < 7) return { label: rng.pick(pool) };
  const bound = rng.chance(50) ? rng.pick(pool) : -1;
  const percent = rng.pick([5, 30, 80]);
  const isIn = (label: Mask): boolean => rng.chance(percent) && (label & ~bound) === 0;
  const regions = labels.flatMap((label, at) => (isIn(label) ? [at] : []));
  const calls = draft?.calls ?? [];
  const unsourced = calls.flatMap((_, call) => (rng.chance(30) ? [{ call, name: 'body' }] : []));
  return { regions, unsourced };
}

export function specRelevance(random: RandomRelevance): Relevance<Mask> {
  if (typeof random === 'object') return random;
  return random === 'unknown-region' ? { regions: [0, 1_000_000] } : 'everything';
}

/** The same answer as an engine's propagator gives it; throws where the propagator is broken. */
export function engineRelevance(
  random: RandomRelevance,
  ids: readonly string[],
  { toLabel, foreign }: { toLabel: (mask: Mask) => Label; foreign: Label },
): EngineRelevance {
  const none = { evidence: [], unsourced: [] };
  switch (random) {
    case 'everything':
      return { kind: 'all', because: 'everything' };
    case 'throws':
      throw new Error('a broken propagator');
    case 'garbage':
      return JSON.parse('{"kind":"label"}');
    case 'unknown-region':
      return { kind: 'regions', regions: [ids[0] ?? 'm0', 'm1000000'], ...none };
    case 'foreign-label':
      return { kind: 'label', label: foreign };
  }
  if ('label' in random) return { kind: 'label', label: toLabel(random.label) };
  const { regions, unsourced = [] } = random;
  return {
    kind: 'regions',
    regions: regions.flatMap((at) => ids[at] ?? []),
    evidence: [],
    unsourced: unsourced.map(({ call, name }) => ({ call, argument: `/${name}` })),
  };
}
