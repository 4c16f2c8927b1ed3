import type { Draw } from '../../draw.ts';

/** The attributes of a person; an answer names one of the values, or several. */
export type Attribute = 'badge' | 'desk';

export const attributes: readonly Attribute[] = ['badge', 'desk'];

export interface Person {
  readonly name: string;
  readonly values: Readonly<Record<Attribute, string>>;
}

/** One value of one person, e.g. `Anna/badge`. */
export type Fact = `${string}/${Attribute}`;

export function factOf(person: Person, attribute: Attribute): Fact {
  return `${person.name}/${attribute}`;
}

/** Invented people, no two of whom share a name. */
export function people(draw: Draw): readonly Person[] {
  return draw.shuffled(names).map((name) => ({
    name,
    values: { badge: number(draw), desk: number(draw) },
  }));
}

/** Four digits: nobody guesses them, and they are few tokens. */
function number(draw: Draw): string {
  return String(1000 + draw.below(9000));
}

const names: readonly string[] = (
  'Anna Peter Maria Thomas Laura Martin Sarah Daniel Emma Victor Julia Oscar Clara Simon ' +
  'Alice Robert Helen George Diana Frank Irene Henry Grace Walter Nina Arthur Ruth Leon ' +
  'Vera Hugo Rosa Felix Eva Samuel Jane Philip Sofia Edward Lucy Carl Betty Adam Judy ' +
  'Albert Linda Ivan Molly Patrick Karen Oliver Susan Marcus Paula Vincent Nora Gordon ' +
  'Teresa Harold Wendy Louis Amy Keith Joan Ralph'
).split(' ');
