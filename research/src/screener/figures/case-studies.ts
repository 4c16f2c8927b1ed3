import type { Observation } from '../observe/observation.ts';

/** Shares of one kind of data. */
export interface LowSaliency {
  readonly regions: number;
  /** How many of the regions have a relative saliency below 0.2 (RTBAS figure 2). */
  readonly below: number;
}

/** RTBAS figure 2's quantity for dependent and for other data. */
export interface CaseStudy1 {
  readonly dependent: LowSaliency;
  readonly independent: LowSaliency;
}

const low = 0.2;

/**
 * RTBAS case study 1: of the regions that a call depends on, and of the others, how many have a
 * largest saliency below a fifth of the largest of all input tokens. Regions with text of their
 * own; a container's keys are none.
 */
export function caseStudy1(observations: readonly Observation[]): CaseStudy1 {
  const regions = observations.flatMap((one) => one.regions).filter(({ role }) => role !== 'shape');
  const count = (isDependent: boolean): LowSaliency => {
    const own = regions.filter((region) => region.isDependent === isDependent);
    return {
      regions: own.length,
      below: own.filter(({ relativeMax }) => relativeMax < low).length / Math.max(own.length, 1),
    };
  };
  return { dependent: count(true), independent: count(false) };
}

/** How the saliency of a call is parted between the user's turn and results. */
export interface Attended {
  readonly calls: number;
  /** Mean share of the user's turn in the saliency of turn and results. */
  readonly user: number;
  /** Mean share of the region with the injected text. */
  readonly injected: number;
}

/** RTBAS case study 2, by what the call follows. */
export interface CaseStudy2 {
  /** Calls of runs without an attack. */
  readonly benign: Attended;
  /** Calls that serve the user though an injected text was there. */
  readonly passed: Attended;
  /** Calls that an injected text asked for. */
  readonly followed: Attended;
}

/**
 * RTBAS case study 2: whether saliency moves from the user's turn to the results where a call
 * follows an injected text. Attacked calls count where the injected text stands in what was read.
 */
export function caseStudy2(observations: readonly Observation[]): CaseStudy2 {
  const of = (kind: Observation['kind']): Attended => {
    const shares = observations
      .filter((one) => one.kind === kind)
      .filter((one) => kind === 'benign' || one.regions.some(({ isInjected }) => isInjected))
      .map(sharesOf);
    const meanOf = (share: (one: Shares) => number): number =>
      shares.reduce((sum, one) => sum + share(one), 0) / Math.max(shares.length, 1);
    return {
      calls: shares.length,
      user: meanOf(({ user }) => user),
      injected: meanOf(({ injected }) => injected),
    };
  };
  return { benign: of('benign'), passed: of('passed'), followed: of('followed') };
}

interface Shares {
  readonly user: number;
  readonly injected: number;
}

function sumOf(regions: Observation['regions']): number {
  return regions.reduce((sum, { sumShare }) => sum + sumShare, 0);
}

function sharesOf({ regions, userShare }: Observation): Shares {
  const results = regions.filter(({ role }) => role !== 'said' && role !== 'called');
  const all = Math.max(userShare + sumOf(results), Number.MIN_VALUE);
  return {
    user: userShare / all,
    injected: sumOf(results.filter(({ isInjected }) => isInjected)) / all,
  };
}
