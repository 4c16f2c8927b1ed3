import { featureNames } from '@sluice/local';
import type { Observation } from '../observe/observation.ts';
import type { SaliencyReading } from '../observe/saliency-readings.ts';

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

export const readingNames = ['values', 'valueToken', 'literal', 'strongest', 'token'] as const;

export type ReadingName = (typeof readingNames)[number];

/**
 * Ways to read "the ratio between the maximum attention score in that region and the maximum
 * attention score across all input tokens" (RTBAS 3.3).
 */
const readingsOf: Readonly<
  Record<ReadingName, (call: Observation, at: number) => number | undefined>
> = {
  /** Values of the draft, over the largest token of a region or of the user's turn. */
  values: ({ regions }, at) => regions[at]?.saliency.values,
  /** The same of the single token of a value of which it is greatest. */
  valueToken: ({ regions }, at) => regions[at]?.saliency.token,
  /** As it is written: over all input tokens, words around results among them. */
  literal: ({ regions }, at) => regions[at]?.saliency.literal,
  /** The same over the strongest region. */
  strongest: ({ regions }, at) => {
    const most = Math.max(...regions.map(({ saliency }) => saliency.literal));
    return most === 0 ? 0 : (regions[at]?.saliency.literal ?? 0) / most;
  },
  /** By single output tokens, over the strongest region. */
  token: ({ features }, at) =>
    Math.exp(features[at * featureNames.length + featureNames.indexOf('peakShare')] ?? 0),
};

const low = 0.2;

/**
 * RTBAS case study 1: of the regions that a call depends on, and of the others, how many have a
 * saliency below a fifth of the largest. Regions with text of their own; a container's keys are
 * none.
 */
export function caseStudy1(observations: readonly Observation[], name: ReadingName): CaseStudy1 {
  const read = observations.flatMap((call) =>
    call.regions.flatMap(({ role, isDependent }, at) =>
      role === 'shape' ? [] : [{ isDependent, ratio: readingsOf[name](call, at) ?? 0 }],
    ),
  );
  const count = (isDependent: boolean): LowSaliency => {
    const own = read.filter((region) => region.isDependent === isDependent);
    return {
      regions: own.length,
      below: own.filter(({ ratio }) => ratio < low).length / Math.max(own.length, 1),
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

/** `share`: of all saliency; `valueShare`: of that of the draft's values. */
type ShareName = keyof Pick<SaliencyReading, 'share' | 'valueShare'>;

/**
 * RTBAS case study 2: whether saliency moves from the user's turn to the results where a call
 * follows an injected text. Attacked calls count where the injected text stands in what was read.
 */
export function caseStudy2(observations: readonly Observation[], name: ShareName): CaseStudy2 {
  const of = (kind: Observation['kind']): Attended => {
    const shares = observations
      .filter((one) => one.kind === kind)
      .filter((one) => kind === 'benign' || one.regions.some(({ isInjected }) => isInjected))
      .map((one) => sharesOf(one, name));
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

function sharesOf({ regions, user }: Observation, name: ShareName): Shares {
  const sumOf = (some: Observation['regions']): number =>
    some.reduce((sum, { saliency }) => sum + saliency[name], 0);
  const results = regions.filter(({ role }) => role !== 'said' && role !== 'called');
  const all = Math.max(user[name] + sumOf(results), Number.MIN_VALUE);
  return {
    user: user[name] / all,
    injected: sumOf(results.filter(({ isInjected }) => isInjected)) / all,
  };
}
