import { type Age, isImprovable, type LabelledDocument, type LabelQuestion } from '../dataset.ts';
import { type Draw, drawOf } from '../../draw.ts';
import { type Attribute, attributes, type Fact, factOf, people, type Person } from './facts.ts';

/** The sizes of permissive propagation 4.5. */
const size = { documents: 128, questions: 64, context: 14 } as const;

const ages: readonly [Age, ...Age[]] = ['today', 'last-week', 'last-month'];

/**
 * The synthetic key-value data set of permissive propagation 4.5: values of invented people, told
 * once, twice, or in part by 128 documents; 64 questions, each with a context of 14 documents that
 * holds every document with a needed value. The same seed gives the same data.
 */
export function keyValueQuestions(seed: number): readonly LabelQuestion[] {
  return keyValueData(seed).questions;
}

export interface KeyValueData {
  /** All 128: what a search for a question may find. */
  readonly documents: readonly LabelledDocument[];
  readonly questions: readonly LabelQuestion[];
}

/** The questions with all documents, of which each question has 14. */
export function keyValueData(seed: number): KeyValueData {
  const draw = drawOf(seed);
  const everybody = people(draw);
  const documents = documentsOf(everybody, { draw, count: size.documents });
  const facts = new Set(documents.flatMap((document) => document.facts));
  const persons = everybody.filter((person) => facts.has(factOf(person, 'badge')));
  const labelled = new Map(documents.map((document) => [document.id, labelOf(document, draw)]));
  const questions = Array.from({ length: size.questions }, (_, at) => {
    const asked = questionOf(at % 4, draw, persons);
    return questionWith(asked, { id: `kv-${at}`, documents, labelled, draw });
  });
  return { documents: [...labelled.values()], questions };
}

interface Setting {
  readonly id: string;
  readonly documents: readonly KvDocument[];
  readonly labelled: ReadonlyMap<string, LabelledDocument>;
  readonly draw: Draw;
}

function questionWith(
  { question, target, needs }: KvQuestion,
  { id, documents, labelled, draw }: Setting,
): LabelQuestion {
  const isNeeded = ({ facts }: KvDocument): boolean => needs.some((fact) => facts.includes(fact));
  const needed = documents.filter(isNeeded);
  const others = draw.shuffled(documents.filter((document) => !isNeeded(document)));
  const chosen = draw.shuffled([...needed, ...others].slice(0, size.context));
  const context = chosen.flatMap((document) => labelled.get(document.id) ?? []);
  const answerSets = minimalCovers(needed, needs);
  const found = { id, documents: context, question, target, answerSets };
  return { ...found, improvable: isImprovable(found) };
}

function labelOf({ id, text }: KvDocument, draw: Draw): LabelledDocument {
  return { id, text, integrity: draw.one(['trusted', 'untrusted']), age: draw.one(ages) };
}

/** The question about one person. */
interface Wanted {
  readonly person: Person;
  readonly listed: readonly Attribute[];
}

interface KvQuestion {
  readonly question: string;
  readonly target: string;
  readonly needs: readonly Fact[];
}

/** One value of one person, both of one, one of each of two, both of each of two (figure 4). */
function questionOf(kind: number, draw: Draw, persons: readonly Person[]): KvQuestion {
  const asked = draw.shuffled(persons).slice(0, kind < 2 ? 1 : 2);
  const wanted = asked.map((person): Wanted => {
    return { person, listed: kind % 2 === 0 ? draw.shuffled(attributes).slice(0, 1) : attributes };
  });
  const facts = wanted.flatMap(({ person, listed }) => {
    return listed.map((attribute) => ({ person, attribute }));
  });
  return {
    question: `What ${facts.length === 1 ? 'is' : 'are'} ${wanted.map(named).join(', and ')}?`,
    target: `${sentence(facts.map(({ person, attribute }) => told(person, attribute)))}.`,
    needs: facts.map(({ person, attribute }) => factOf(person, attribute)),
  };
}

function named({ person, listed }: Wanted): string {
  return `the ${listed.join(' and ')} of ${person.name}`;
}

/** A document with the facts that it tells; the id is its place among all. */
interface KvDocument {
  readonly id: string;
  readonly text: string;
  readonly facts: readonly Fact[];
}

/** The documents about one person: one entry a document. */
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
function documentsOf(
  persons: readonly Person[],
  { draw, count }: { readonly draw: Draw; readonly count: number },
): readonly KvDocument[] {
  const listings: { readonly person: Person; readonly listed: readonly Attribute[] }[] = [];
  for (const person of persons) {
    const layout = draw.one(layouts);
    if (listings.length + layout.length > count) break;
    listings.push(...layout.map((listed) => ({ person, listed })));
  }
  // Documents that are still missing repeat some of those.
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
function told(person: Person, attribute: Attribute): string {
  return `the ${attribute} of ${person.name} is ${person.values[attribute]}`;
}

/** Facts one after the other, the first letter large. */
function sentence(facts: readonly string[]): string {
  const text = facts.join(', and ');
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** A document as what it tells. */
interface Telling {
  readonly id: string;
  readonly facts: readonly string[];
}

/**
 * All minimal sets of documents that together tell every needed fact, by increasing size. Each
 * fact chooses one of its documents, so that the work is the product of how often each is told.
 */
export function minimalCovers(
  documents: readonly Telling[],
  needs: readonly string[],
): readonly (readonly string[])[] {
  let covers: readonly ReadonlySet<string>[] = [new Set()];
  for (const fact of needs) {
    const tellers = documents.filter(({ facts }) => facts.includes(fact));
    covers = covers.flatMap((cover) => tellers.map(({ id }) => new Set([...cover, id])));
  }
  const minimal: ReadonlySet<string>[] = [];
  for (const cover of covers.toSorted((a, b) => a.size - b.size)) {
    if (!minimal.some((smaller) => [...smaller].every((id) => cover.has(id)))) minimal.push(cover);
  }
  return minimal.map((cover) => [...cover]);
}
