import { drawOf, type Draw } from '../../draw.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ'.split('');
const firstNames =
  'Amara Bela Chidi Dora Emre Freya Goran Hana Ivo Juno Kofi Lidia Mateo Noor Otto Pilar Rosa Sami'.split(
    ' ',
  );
const lastNames =
  'Abel Brook Costa Dietz Engel Fontana Gupta Holm Ivers Jansen Kovac Lopez Moreau Nowak Okafor'.split(
    ' ',
  );

/** Values that a seed decides, in the forms that the worlds have them. */
export interface Values extends Draw {
  /** Picks from a list that has at least one item. */
  readonly of: <Item>(items: readonly Item[]) => Item;
  readonly digits: (count: number) => string;
  readonly letters: (count: number) => string;
  /** With two decimals, of which the last is no 0, and at least 10. */
  readonly amount: (below: number) => number;
  /** A day of the given month of 2031, as `2031-06-09`. */
  readonly day: (month: number) => string;
  /** First and last names, no first name twice. */
  readonly names: (count: number) => readonly { readonly first: string; readonly name: string }[];
}

export function valuesOf(seed: number): Values {
  const draw = drawOf(seed);
  const of = <Item>(items: readonly Item[]): Item => {
    const item = items[draw.below(items.length)];
    if (item === undefined) throw new RangeError('there is nothing to choose from');
    return item;
  };
  return {
    ...draw,
    of,
    digits: (count) => many(count, () => String(draw.below(10))),
    letters: (count) => many(count, () => of(letters)),
    amount: (below) =>
      cents(10 + draw.below(below - 10) + (1 + 10 * draw.below(10) + draw.below(9)) / 100),
    day: (month) => `2031-${two(month)}-${two(1 + draw.below(28))}`,
    names: (count) =>
      draw
        .shuffled(firstNames)
        .slice(0, count)
        .map((first) => ({ first, name: `${first} ${of(lastNames)}` })),
  };
}

/** So many characters, each made anew. */
function many(count: number, make: () => string): string {
  return Array.from({ length: count }, make).join('');
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}

const monthNames =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** How a person says a day: `9 June`. */
export function spoken(day: string): string {
  const [, month = '', date = ''] = day.split('-');
  return `${Number(date)} ${monthNames[Number(month) - 1] ?? ''}`;
}

/** The day so many days later. */
export function daysLater(day: string, days: number): string {
  const ms = Date.parse(`${day}T00:00:00Z`) + days * 86_400_000;
  return new Date(ms).toISOString().slice(0, 10);
}

/** Rounded to cents, as a person would pay it. */
export function cents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
