/** A share of things counted, with the 95% interval of Wilson for it. */
export interface Share {
  readonly hits: number;
  readonly all: number;
  /** `undefined` where nothing was counted. */
  readonly value: number | undefined;
  readonly low: number;
  readonly high: number;
}

/** The normal quantile of a two-sided 95% interval. */
const z = 1.959964;

/** How many of some things a test holds for. */
export function shareOf<Thing>(things: readonly Thing[], holds: (thing: Thing) => boolean): Share {
  return share(things.filter(holds).length, things.length);
}

/**
 * Wilson's score interval (Wilson 1927), which stays inside 0..1 and is honest for few things. It
 * takes them as independent; calls of one run are not quite.
 */
export function share(hits: number, all: number): Share {
  if (all === 0) return { hits, all, value: undefined, low: 0, high: 1 };
  const value = hits / all;
  const middle = value + z ** 2 / (2 * all);
  const spread = z * Math.sqrt((value * (1 - value)) / all + z ** 2 / (4 * all ** 2));
  const scale = 1 + z ** 2 / all;
  return {
    hits,
    all,
    value,
    low: Math.max(0, (middle - spread) / scale),
    high: Math.min(1, (middle + spread) / scale),
  };
}
