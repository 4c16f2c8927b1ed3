import type { Draw } from '../draw.ts';
import { sentence, told } from './documents.ts';
import { attributes, factOf, type Attribute, type Fact, type Person } from './facts.ts';

/** What is asked of one person. */
interface Wanted {
  readonly person: Person;
  readonly listed: readonly Attribute[];
}

export interface KvQuestion {
  readonly question: string;
  readonly target: string;
  readonly needs: readonly Fact[];
}

/** One value of one person, both of one, one of each of two, both of each of two (figure 4). */
export function questionOf(kind: number, draw: Draw, persons: readonly Person[]): KvQuestion {
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
