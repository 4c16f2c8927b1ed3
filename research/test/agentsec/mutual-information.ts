/** Bits that one variable tells of another, of pairs that were seen, each as often as it was. */
export function mutualInformation(pairs: readonly (readonly [string, string])[]): number {
  const joint = countsOf(pairs.map((pair) => JSON.stringify(pair)));
  const first = countsOf(pairs.map(([each]) => each));
  const second = countsOf(pairs.map(([, each]) => each));
  let bits = 0;
  for (const pair of new Set(pairs.map((each) => JSON.stringify(each)))) {
    const [one, other]: readonly string[] =
      pairs.find((each) => JSON.stringify(each) === pair) ?? [];
    const both = joint.get(pair) ?? 0;
    const apart = (first.get(one ?? '') ?? 0) * (second.get(other ?? '') ?? 0);
    bits += (both / pairs.length) * Math.log2((both * pairs.length) / apart);
  }
  return bits;
}

function countsOf(values: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}
