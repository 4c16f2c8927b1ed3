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
  const amounts = (ofAll: readonly Places[], ofValues: readonly Places[]) => ({
    literal: maxOf(read, ({ all }, at) => greatest(all, ofAll[at])),
    values: maxOf(read, ({ values }, at) => greatest(values, ofValues[at])),
    share: sumOf(read, ({ all }, at) => total(all, ofAll[at])),
    valueShare: sumOf(read, ({ values }, at) => total(values, ofValues[at])),
  });
  const whole = amounts([], own);
  return (regions) => {
    const places = read.map(({ window }) => placesOf(window, (id) => regions.has(id)));
    const part = amounts(places, places);
    return {
      literal: over(part.literal, whole.literal),
      values: over(part.values, whole.values),
      token: maxOf(read, (one, at) => tokenMax(one, places[at] ?? [], own[at] ?? [])),
      share: over(part.share, whole.share),
      valueShare: over(part.valueShare, whole.valueShare),
    };
  };
}

/** The places of some tokens in a window. */
type Places = readonly number[];

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
function placesOf({ spans }: MeasuredWindow, counts: (region: string) => boolean): Places {
  return spans.flatMap(({ region, start, end }) =>
    counts(region) ? Array.from({ length: end - start }, (_, at) => start + at) : [],
  );
}

function tokenMax(
  { window: { rows, totals, inputTokens }, isValue }: ReadWindow,
  places: Places,
  own: Places,
): number {
  let most = 0;
  for (const row of totals.keys()) {
    if (!isValue(row)) continue;
    const scores = rows.subarray(row * inputTokens, (row + 1) * inputTokens);
    most = Math.max(most, over(greatest(scores, places), greatest(scores, own)));
  }
  return most;
}

/** Without places, of all tokens. */
function greatest(scores: Float64Array, places?: Places): number {
  let most = 0;
  for (const at of places ?? scores.keys()) most = Math.max(most, scores[at] ?? 0);
  return most;
}

function total(scores: Float64Array, places?: Places): number {
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
