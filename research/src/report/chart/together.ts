/** Points nearer than this would hide each other's numbers. */
const nearMax = 0.05;

type Place = readonly [across: number, up: number];

/** Things in groups: each lies so near to another of its group that their numbers would overlap. */
export function together<Thing>(
  things: readonly Thing[],
  placeOf: (thing: Thing) => Place,
): readonly (readonly Thing[])[] {
  let groups: readonly (readonly Thing[])[] = [];
  for (const thing of things) {
    const at = placeOf(thing);
    const isBeside = (own: readonly Thing[]): boolean =>
      own.some((other) => isNear(placeOf(other), at));
    const others = groups.filter((own) => !isBeside(own));
    groups = [...others, [...groups.filter(isBeside).flat(), thing]];
  }
  return groups;
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
