import type { Axis, LatticeCase, Mask } from './lattices.ts';
import { Rng } from './rng.ts';
import { isHigh, type Scenario } from './scenario.ts';
import { secretWord } from './text.ts';

/** A person's word for one region between two turns: sound, mistaken, or more than is theirs. */
export interface RandomLowering {
  readonly kind: 'endorse' | 'declassify';
  /** The place of the region, in reading order. */
  readonly place: number;
  readonly axis: Axis;
  /** One of the axis's elements. */
  readonly to: Axis['elements'][number];
  readonly because: string;
}

/** A region that a person may be thinking of. */
interface Candidate {
  readonly place: number;
  readonly label: Mask;
}

/** How many regions a person speaks for before a turn. */
export function loweringsBefore({ seed }: Scenario, turn: number): number {
  return turn === 0 ? 0 : new Rng(`${seed} lowerings ${turn}`).pick([0, 1, 1, 2, 3]);
}

/** One of them: a pure function of the labels of the regions, in reading order. */
export function loweringOf(
  { seed, lattice }: Scenario,
  which: { readonly turn: number; readonly index: number },
  labels: readonly Mask[],
): RandomLowering | undefined {
  const rng = new Rng(`${seed} lowering ${which.turn} ${which.index}`);
  const all = labels.map((label, place) => ({ place, label }));
  // Most regions stand at the bottom, or are nobody's to lower.
  const raised = all.filter(({ label }) => label !== 0);
  const candidates = raised.length > 0 && rng.chance(90) ? raised : all;
  return loweringOfOne(lattice, rng, candidates);
}

function loweringOfOne(
  { axes }: LatticeCase,
  rng: Rng,
  candidates: readonly Candidate[],
): RandomLowering | undefined {
  if (candidates.length === 0) return undefined;
  const { place, label } = rng.pick(candidates);
  const axis = rng.pick(axes);
  const below = axis.elements.filter(([bits]) => (bits & ~label) === 0);
  const to = rng.pick(below.length > 0 && rng.chance(85) ? below : axis.elements);
  const usual = axis.name === 'confidentiality' ? 'declassify' : 'endorse';
  const kind = rng.chance(80) ? usual : rng.pick(['endorse', 'declassify'] as const);
  return { kind, place, axis, to, because: rng.chance(95) ? 'vouched for' : ' ' };
}

/** Where a person is in a run, and what stands in it, in reading order. */
export interface Surroundings {
  readonly turn: number;
  readonly index: number;
  readonly labels: readonly Mask[];
  readonly ids: readonly string[];
}

/**
 * A person vouches for what is the same in both runs, or for what stays above the observer: to show
 * them what they may not see is what a declassification is for.
 */
export function loweringForBoth(
  scenario: Scenario,
  secret: string,
  { turn, index, labels, ids }: Surroundings,
): RandomLowering | undefined {
  const { seed, lattice } = scenario;
  const shared = new Rng(`${seed} vouched ${turn} ${index}`);
  const shapes = new Map(ids.map((id, at) => [id, labels[at] ?? 0]));
  const candidates = labels.flatMap((label, place) => {
    const [, message] = /^(m\d+)\.\d/.exec(ids[place] ?? '') ?? [];
    if (message === undefined || label === 0) return [];
    const shape = shapes.get(message) ?? 0;
    // The shape of a message of one part, which has its label, falls with it.
    return [{ place, label, all: label | shape, left: shape === label ? 0 : shape }];
  });
  const own = shared.chance(40);
  const rng = own ? new Rng(`${seed} vouched ${turn} ${index} ${secret}`) : shared;
  const isSecret = (label: Mask): boolean => isHigh(scenario, label);
  const lowering = loweringOfOne(
    lattice,
    rng,
    candidates.filter(({ all }) => isSecret(all) === own),
  );
  if (lowering === undefined || !own) return lowering;
  const { place, axis, to } = lowering;
  const left = candidates.find((each) => each.place === place)?.left ?? 0;
  const stays = isSecret(((labels[place] ?? 0) & ~axis.bits) | to[0] | left);
  return stays ? { ...lowering, because: secretWord(rng) } : undefined;
}
