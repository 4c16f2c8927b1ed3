/** Points nearer than this would hide each other's numbers. */
const nearMax = 0.05;

type Place = readonly [across: number, up: number];

/** Things in groups that lie at the same place of a plane of shares, as far as one can see. */
export function together<Thing>(
  things: readonly Thing[],
  placeOf: (thing: Thing) => Place,
): readonly (readonly Thing[])[] {
  const groups: { readonly at: Place; readonly own: Thing[] }[] = [];
  for (const thing of things) {
    const at = placeOf(thing);
    const known = groups.find((group) => isNear(group.at, at));
    if (known === undefined) groups.push({ at, own: [thing] });
    else known.own.push(thing);
  }
  return groups.map(({ own }) => own);
}

function isNear([x, y]: Place, [across, up]: Place): boolean {
  return Math.abs(x - across) < nearMax && Math.abs(y - up) < nearMax;
}

/** Numbers of one place: side by side, three to a line. */
export function numbersText(numbers: readonly number[]): string {
  const lines: string[] = [];
  for (let from = 0; from < numbers.length; from += 3)
    lines.push(numbers.slice(from, from + 3).join(' '));
  return lines.join('\n');
}

/** Where numbers stand beside their place: many of them below it, where they reach no neighbour. */
export function positionOf({
  across,
  count,
}: {
  readonly across: number;
  readonly count: number;
}): 'bottom' | 'left' | 'right' {
  if (count > 2) return 'bottom';
  return across > 0.8 ? 'left' : 'right';
}
