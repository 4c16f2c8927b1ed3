/** Means and deviations that make features comparable: taken from the training part alone. */
export interface Standard {
  readonly means: Float64Array;
  readonly deviations: Float64Array;
}

/** A feature far outside of what was trained on says no more than one at this many deviations. */
const farthest = 5;

/** Mean and standard deviation of each feature over all rows of all sequences. */
export function standardOf(sequences: readonly Float64Array[], width: number): Standard {
  const means = new Float64Array(width);
  const squares = new Float64Array(width);
  const rows = sequences.reduce((sum, { length }) => sum + length / width, 0);
  for (const sequence of sequences) {
    for (const [at, value] of sequence.entries()) {
      const feature = at % width;
      means[feature] = (means[feature] ?? 0) + value / rows;
      squares[feature] = (squares[feature] ?? 0) + (value * value) / rows;
    }
  }
  const deviations = squares.map((square, at) =>
    Math.sqrt(Math.max(square - (means[at] ?? 0) ** 2, 0)),
  );
  return { means, deviations };
}

/** Features in deviations from the mean; one that never differed says nothing: 0. */
export function standardised(
  features: Float64Array,
  { means, deviations }: Standard,
): Float64Array {
  return features.map((value, at) => {
    const feature = at % means.length;
    const deviation = deviations[feature] ?? 0;
    if (deviation < 1e-9) return 0;
    const distance = (value - (means[feature] ?? 0)) / deviation;
    return Math.min(farthest, Math.max(-farthest, distance));
  });
}
