import type { MeasuredWindow, Rendering } from '@sluice/local';

/**
 * The saliency of a region over the largest that any token has (RTBAS 3.3), 0 to 1. The words
 * around results, and names of tools and arguments, draw much of it and are nobody's data: the
 * literal reading counts them, those of values leave them out.
 */
export interface SaliencyReading {
  /** Summed over all output tokens, over the largest of all input tokens. */
  readonly literal: number;
  /** Summed over values of the draft, over the largest token of any region or turn of the user. */
  readonly values: number;
  /** The same of that single token of a value of which it is greatest. */
  readonly token: number;
  /** The share of all saliency. */
  readonly share: number;
  /** The share of what values of the draft have on regions and the user's turns. */
  readonly valueShare: number;
}

/** Reads the saliency of regions, the user's turns among them. */
export function saliencyReadings(
  windows: readonly MeasuredWindow[],
  output: Rendering['output'],
): (regions: ReadonlySet<string>) => SaliencyReading {
  const hasValues = output.some(({ kind }) => kind === 'value');
  const read = windows.map((window): ReadWindow => {
    const isValue = (row: number): boolean =>
      !hasValues || output[window.outputParts[row] ?? -1]?.kind === 'value';
    return { window, all: summed(window, () => true), values: summed(window, isValue), isValue };
  });
  const own = read.map(({ window }) => placesOf(window, () => true));
  const whole = {
    literal: maxOf(read, ({ all }) => greatest(all)),
    values: maxOf(read, ({ values }, at) => greatest(values, own[at])),
    share: sumOf(read, ({ all }) => total(all)),
    valueShare: sumOf(read, ({ values }, at) => total(values, own[at])),
  };
  return (regions) => {
    const places = read.map(({ window }) => placesOf(window, (id) => regions.has(id)));
    return {
      literal: over(
        maxOf(read, ({ all }, at) => greatest(all, places[at])),
        whole.literal,
      ),
      values: over(
        maxOf(read, ({ values }, at) => greatest(values, places[at])),
        whole.values,
      ),
      token: maxOf(read, (one, at) => tokenMax(one, places[at] ?? [], own[at] ?? [])),
      share: over(
        sumOf(read, ({ all }, at) => total(all, places[at])),
        whole.share,
      ),
      valueShare: over(
        sumOf(read, ({ values }, at) => total(values, places[at])),
        whole.valueShare,
      ),
    };
  };
}

interface ReadWindow {
  readonly window: MeasuredWindow;
  /** For each input token, its saliency summed over output tokens, or over those of values. */
  readonly all: Float64Array;
  readonly values: Float64Array;
  readonly isValue: (row: number) => boolean;
}

function summed(
  { inputTokens, rows, totals }: MeasuredWindow,
  counts: (row: number) => boolean,
): Float64Array {
  const sums = new Float64Array(inputTokens);
  for (const [row, weight] of totals.entries()) {
    if (!counts(row)) continue;
    for (let at = 0; at < inputTokens; at += 1) {
      sums[at] = (sums[at] ?? 0) + (rows[row * inputTokens + at] ?? 0) * weight;
    }
  }
  return sums;
}

/** The places of tokens in regions; what is in none was written around them. */
function placesOf(
  { spans }: MeasuredWindow,
  counts: (region: string) => boolean,
): readonly number[] {
  return spans.flatMap(({ region, start, end }) =>
    counts(region) ? Array.from({ length: end - start }, (_, at) => start + at) : [],
  );
}

function tokenMax(
  { window: { rows, totals, inputTokens }, isValue }: ReadWindow,
  places: readonly number[],
  own: readonly number[],
): number {
  let most = 0;
  for (const row of totals.keys()) {
    if (!isValue(row)) continue;
    const scores = rows.subarray(row * inputTokens, (row + 1) * inputTokens);
    most = Math.max(most, over(greatest(scores, places), greatest(scores, own)));
  }
  return most;
}

function greatest(scores: Float64Array, places?: readonly number[]): number {
  let most = 0;
  for (const at of places ?? scores.keys()) most = Math.max(most, scores[at] ?? 0);
  return most;
}

function total(scores: Float64Array, places?: readonly number[]): number {
  let sum = 0;
  for (const at of places ?? scores.keys()) sum += scores[at] ?? 0;
  return sum;
}

function maxOf(read: readonly ReadWindow[], of: (one: ReadWindow, at: number) => number): number {
  return Math.max(0, ...read.map(of));
}

function sumOf(read: readonly ReadWindow[], of: (one: ReadWindow, at: number) => number): number {
  return read.reduce((sum, one, at) => sum + of(one, at), 0);
}

function over(part: number, whole: number): number {
  return whole === 0 ? 0 : part / whole;
}
