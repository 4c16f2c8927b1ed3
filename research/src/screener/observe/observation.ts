import { featureNames, featuresOf, type MeasuredWindow, type RegionRole } from '@sluice/local';
import type { Part } from '../learn/part.ts';
import type { CallLabels } from '../pair/call-labels.ts';
import type { CallKind, LabelledCall } from '../pair/labelled-call.ts';
import { type SaliencyReading, saliencyReadings } from './saliency-readings.ts';

/** A region of a call: what was measured of it, and what is true. */
export interface ObservedRegion {
  readonly role: RegionRole;
  /** True if the call depends on it, by lineage and by the texts that were injected. */
  readonly isDependent: boolean;
  /** The same by an AI model that read the call; `undefined` where it was not read. */
  readonly isMeant: boolean | undefined;
  /** True if an injected text stands in it. */
  readonly isInjected: boolean;
  readonly saliency: SaliencyReading;
  /** The place of its label among those of the call. */
  readonly level: number;
}

/** A call in numbers: all that figures and training need, and nothing that anybody wrote. */
export interface Observation {
  readonly suite: string;
  readonly model: string;
  readonly task: string;
  readonly kind: CallKind;
  readonly part: Part;
  readonly regions: readonly ObservedRegion[];
  /** One row of `featureNames` a region. */
  readonly features: Float64Array;
  /** The saliency of the user's latest turn. */
  readonly user: SaliencyReading;
  readonly labels: Omit<CallLabels, 'levels'>;
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
  const { levels, ...labels } = call.labels;
  const readingOf = saliencyReadings(windows, rendering.output);
  const saliencyOf = (ids: readonly string[]): SaliencyReading => fine(readingOf(new Set(ids)));
  return {
    suite: call.suite,
    model: call.model,
    task: call.task,
    kind: call.kind,
    part: call.part,
    regions: rendering.regions.map(({ id, role }) => ({
      role,
      isDependent: sources.has(id),
      isMeant: role === 'said' || role === 'called' ? undefined : meant?.has(id),
      isInjected: injected.has(id),
      saliency: saliencyOf([id]),
      level: levels.get(id) ?? 0,
    })),
    features: featuresOf({ rendering, windows }).map(coarse),
    user: saliencyOf(rendering.head.flatMap(({ region }) => region ?? [])),
    labels,
  };
}

/** Steps in which features are kept: a deviation is some hundred of them. */
export const featureSteps = 256;

/** Features as they are kept in a file, so that training on either gives the same. */
function coarse(feature: number): number {
  return Math.round(feature * featureSteps) / featureSteps;
}

function rounded(share: number): number {
  return Number(share.toFixed(3));
}

function fine(reading: SaliencyReading): SaliencyReading {
  return {
    literal: rounded(reading.literal),
    values: rounded(reading.values),
    token: rounded(reading.token),
    share: rounded(reading.share),
    valueShare: rounded(reading.valueShare),
  };
}

/** The features of each region of an observation. */
export function rowsOf({ features }: Observation): readonly Float64Array[] {
  const width = featureNames.length;
  return Array.from({ length: features.length / width }, (_, at) =>
    features.subarray(at * width, (at + 1) * width),
  );
}
