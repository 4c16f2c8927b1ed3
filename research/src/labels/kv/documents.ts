import type { Draw } from '../draw.ts';
import { factOf, type Attribute, type Fact, type Person } from './facts.ts';

/** A document with the facts that it tells; the id is its place among all. */
export interface KvDocument {
  readonly id: string;
  readonly text: string;
  readonly facts: readonly Fact[];
}

/** What the documents of one person tell: one entry a document. */
type Layout = readonly (readonly Attribute[])[];

const badge: readonly Attribute[] = ['badge'];
const desk: readonly Attribute[] = ['desk'];
const both: readonly Attribute[] = ['badge', 'desk'];

/** A value in one document, in two, or in either of two ways: figure 4 has the first and last. */
const layouts: readonly [Layout, ...Layout[]] = [
  [both],
  [badge, desk],
  [badge, desk],
  [badge, desk, both],
  [both, both],
];

/** Exactly `count` documents; who comes late in `persons` may be told of in none. */
export function documentsOf(
  persons: readonly Person[],
  { draw, count }: { readonly draw: Draw; readonly count: number },
): readonly KvDocument[] {
  const listings: { readonly person: Person; readonly listed: readonly Attribute[] }[] = [];
  for (const person of persons) {
    const layout = draw.one(layouts);
    if (listings.length + layout.length > count) break;
    listings.push(...layout.map((listed) => ({ person, listed })));
  }
  // What is missing tells again what one of those documents tells.
  const again = draw.shuffled(listings).slice(0, count - listings.length);
  return draw.shuffled([...listings, ...again]).map(({ person, listed }, at) => ({
    id: `d${at}`,
    text: textOf(person, listed),
    facts: listed.map((attribute) => factOf(person, attribute)),
  }));
}

function textOf(person: Person, listed: readonly Attribute[]): string {
  return `${sentence(listed.map((attribute) => told(person, attribute)))}.`;
}

/** A fact in words; wherever it is told, these are its words. */
export function told(person: Person, attribute: Attribute): string {
  return `the ${attribute} of ${person.name} is ${person.values[attribute]}`;
}

/** Facts one after the other, the first letter large. */
export function sentence(facts: readonly string[]): string {
  const text = facts.join(', and ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
