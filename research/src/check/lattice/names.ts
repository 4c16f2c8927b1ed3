/** A set of names, or all that there could be. */
export type Names = 'all' | ReadonlySet<string>;

export function isWithin(a: Names, b: Names): boolean {
  if (b === 'all') return true;
  return a !== 'all' && [...a].every((name) => b.has(name));
}

export function either(a: Names, b: Names): Names {
  return a === 'all' || b === 'all' ? 'all' : new Set([...a, ...b]);
}

export function both(a: Names, b: Names): Names {
  if (a === 'all') return b;
  if (b === 'all') return a;
  return new Set([...a].filter((name) => b.has(name)));
}

/** The same text for the same set. */
export function keyOf(names: Names): string {
  return names === 'all' ? 'all' : JSON.stringify([...names].toSorted());
}
