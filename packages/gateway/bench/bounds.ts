type Bound =
  | { readonly below: number }
  | { readonly atLeast: number }
  | { readonly atMost: number };

/** The figures by their fixed names, for others read them. One that is missing is broken too. */
const bounds: Readonly<Record<string, Bound>> = {
  'gateway.added.p50ms': { below: 1 },
  'gateway.added.p99ms': { below: 3 },
  'gateway.rps.c8.shareOfBare': { atLeast: 0.6 },
  'gateway.rps.c64.shareOfBare': { atLeast: 0.6 },
  'gateway.portkey.added.p50ms': { below: Number.POSITIVE_INFINITY },
  'gateway.streams1000.rssMb': { below: 512 },
  'gateway.firstToken.addedMs': { below: 5 },
  'gateway.bodies32mb.othersWaitMs': { below: 200 },
  'gateway.bodies32mb.answered': { atLeast: 12 },
  'gateway.largeReplies.othersWaitMs': { below: 200 },
  'gateway.largeReplies.answered': { atLeast: 12 },
  'gateway.modelCallsPerStep': { atMost: 1.2 },
};

/** The bounds that do not hold, each in words. */
export function brokenBounds(figures: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(bounds).flatMap(([name, bound]) => {
    const figure = figures[name] ?? Number.NaN;
    if (Number.isNaN(figure)) return [`${name} is missing`];
    return holds(figure, bound) ? [] : [`${name} is ${figure}: not ${wordsOf(bound)}`];
  });
}

function holds(figure: number, bound: Bound): boolean {
  if ('below' in bound) return figure < bound.below;
  return 'atLeast' in bound ? figure >= bound.atLeast : figure <= bound.atMost;
}

function wordsOf(bound: Bound): string {
  if ('below' in bound) return `below ${bound.below}`;
  return 'atLeast' in bound ? `at least ${bound.atLeast}` : `at most ${bound.atMost}`;
}
