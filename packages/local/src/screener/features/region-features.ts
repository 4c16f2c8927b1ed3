import type { OutputPart } from '../input/output-parts.ts';
import type { RegionRole, Rendering } from '../input/rendering.ts';
import type { MeasuredWindow } from '../measure/measured.ts';
import { RegionSaliency } from './region-saliency.ts';

const roles: readonly RegionRole[] = ['scalar', 'text', 'shape', 'said', 'called'];

/** RTBAS 7.2's six, of the saliency summed over the output. */
export const paperFeatureNames: readonly string[] = [
  'sumShare',
  'meanShare',
  'q20',
  'q50',
  'q80',
  'q99',
];

/** Ours, of the saliency of each output token: what is copied shows in a row, not in the sum. */
const byRow = ['peak', 'peakMean', 'peakShare', 'rowShare', 'valueShare', 'meanRowShare'];

export const measuredFeatureNames: readonly string[] = [...paperFeatureNames, ...byRow];

/**
 * The names of a region's features, in the order of a row. Last comes what kind of text it is; its
 * place, its length and the number of regions were tried, and do not help.
 */
export const featureNames: readonly string[] = [...measuredFeatureNames, ...roles];

/** The measurements of a rendering: its windows, in their order. */
export interface Measured {
  readonly rendering: Pick<Rendering, 'regions'> & {
    /** The parts of the draft that were read: what each place in a window's `outputParts` is. */
    readonly output: readonly Pick<OutputPart, 'kind'>[];
  };
  readonly windows: readonly MeasuredWindow[];
}

/**
 * One row of features a region, in the order of the regions. A region without a token (an empty
 * text) has a row without saliency.
 */
export function featuresOf({ rendering, windows }: Measured): Float64Array {
  const { regions, output } = rendering;
  const saliency = new RegionSaliency(windows, output);
  const strongest = Math.max(...regions.map(({ id }) => saliency.peak(id)), tiny);
  const rows = regions.map(({ id, role }) => [
    ...paperFeatures(saliency, id),
    ...rowFeatures(saliency, id, strongest),
    ...roles.map((one) => Number(one === role)),
  ]);
  return Float64Array.from(rows.flat());
}

/** Shares span orders of magnitude, and what is compared is their ratio. */
const tiny = 1e-5;

function logged(share: number): number {
  return Math.log(share + tiny);
}

function paperFeatures(saliency: RegionSaliency, id: string): readonly number[] {
  const { sumShare, meanShare, quantiles } = saliency.summed(id);
  return [logged(sumShare), ...[meanShare, ...quantiles].map((score) => Math.log(score + 1e-3))];
}

function rowFeatures(saliency: RegionSaliency, id: string, strongest: number): readonly number[] {
  const peak = saliency.peak(id);
  return [
    logged(peak),
    logged(saliency.meanPeak(id)),
    logged(peak / strongest),
    logged(saliency.rowShare(id)),
    logged(saliency.valueShare(id)),
    logged(saliency.meanRowShare(id)),
  ];
}
