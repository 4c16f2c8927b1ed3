import {
  featureNames,
  featuresOf,
  RegionSaliency,
  type MeasuredWindow,
  type RegionRole,
} from '@sluice/local';
import type { CallKind, LabelledCall } from '../pair/labelled-call.ts';

/** A region of a call: what was measured of it, and what is true. */
export interface ObservedRegion {
  readonly role: RegionRole;
  /** True if the call depends on it, by lineage and by the texts that were injected. */
  readonly isDependent: boolean;
  /** The same by an AI model that read the call; `undefined` where it was not read. */
  readonly isMeant: boolean | undefined;
  /** True if an injected text stands in it. */
  readonly isInjected: boolean;
  /** Its largest saliency over the largest of all input tokens (RTBAS 3.3). */
  readonly relativeMax: number;
  /** Its share of all saliency. */
  readonly sumShare: number;
}

/** A call in numbers: all that figures and training need, and nothing that anybody wrote. */
export interface Observation {
  readonly suite: string;
  readonly model: string;
  readonly task: string;
  readonly kind: CallKind;
  readonly regions: readonly ObservedRegion[];
  /** One row of `featureNames` a region. */
  readonly features: Float64Array;
  /** The share of all saliency that the user's turn has. */
  readonly userShare: number;
}

/** Ids of the regions that a reader says the call depends on, where a reader has read it. */
export type Meant = ReadonlySet<string> | undefined;

/** Takes the numbers from a labelled call and its measured windows. */
export function observe(
  call: LabelledCall,
  windows: readonly MeasuredWindow[],
  meant: Meant,
): Observation {
  const { rendering, sources, injected } = call;
  const saliency = new RegionSaliency(windows, rendering.output);
  const shareOf = (id: string): number => fine(saliency.summed(id).sumShare);
  return {
    suite: call.suite,
    model: call.model,
    task: call.task,
    kind: call.kind,
    regions: rendering.regions.map(({ id, role }) => ({
      role,
      isDependent: sources.has(id),
      isMeant: role === 'said' || role === 'called' ? undefined : meant?.has(id),
      isInjected: injected.has(id),
      relativeMax: fine(saliency.relativeMax(id)),
      sumShare: shareOf(id),
    })),
    features: featuresOf({ rendering, windows }).map(coarse),
    userShare: rendering.head.reduce(
      (sum, { region }) => sum + (region === undefined ? 0 : shareOf(region)),
      0,
    ),
  };
}

/** Steps in which features are kept: a deviation is some hundred of them. */
export const featureSteps = 256;

/** Features as they are kept in a file, so that training on either gives the same. */
function coarse(feature: number): number {
  return Math.round(feature * featureSteps) / featureSteps;
}

function fine(share: number): number {
  return Number(share.toFixed(3));
}

/** The features of each region of an observation. */
export function rowsOf({ features }: Observation): readonly Float64Array[] {
  const width = featureNames.length;
  return Array.from({ length: features.length / width }, (_, at) =>
    features.subarray(at * width, (at + 1) * width),
  );
}
