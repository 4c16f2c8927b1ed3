import type { RegionRole, Rendering, ScreenedRegion } from '../input/rendering.ts';
import type { MeasuredWindow } from '../measure/measured.ts';
import { RegionSaliency } from './region-saliency.ts';

const roles: readonly RegionRole[] = ['scalar', 'text', 'shape', 'said', 'called'];

/** The names of a region's features, in the order of a row. */
export const featureNames: readonly string[] = [
  // RTBAS 7.2, of the saliency summed over the output.
  ...['sumShare', 'meanShare', 'q20', 'q50', 'q80', 'q99'],
  // Ours, of the saliency of each output token: what is copied shows in one row and not in the sum.
  ...['peak', 'peakMean', 'peakShare', 'rowShare', 'valueShare', 'meanRowShare'],
  // Ours: how much likelier the draft is in the window that holds the region, and where it stands.
  ...['gain', 'tokens', 'place', 'messagesBack', 'regions'],
  ...roles,
];

/** What is measured of a rendering: its windows, in their order. */
export interface Measured {
  readonly rendering: Pick<Rendering, 'regions' | 'output'>;
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
  const rows = regions.map((region, at) => [
    ...paperFeatures(saliency, region.id),
    ...rowFeatures(saliency, region.id, strongest),
    saliency.gain(region.id),
    Math.log1p(saliency.tokens(region.id)),
    ...placeFeatures(regions, region, at),
    ...roles.map((role) => Number(role === region.role)),
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

function placeFeatures(
  regions: readonly ScreenedRegion[],
  { message }: ScreenedRegion,
  at: number,
): readonly number[] {
  const last = regions.at(-1)?.message ?? message;
  return [(at + 1) / regions.length, Math.log1p(last - message), Math.log1p(regions.length)];
}
