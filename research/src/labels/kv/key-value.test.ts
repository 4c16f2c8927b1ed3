import { describe, expect, test } from 'vitest';
import { proves } from '../../testing/proves.ts';
import { keyValueData, keyValueQuestions } from './key-value.ts';

const seeds = [1, 2, 3, 20] as const;

/** The facts in a document's words. */
function told(text: string): readonly string[] {
  return [...text.matchAll(/the (?:badge|desk) of \w+ is \d{4}/gi)].map(([fact]) =>
    fact.toLowerCase(),
  );
}

proves('label-bench/right-by-construction', () => {
  for (const { documents, target, answerSets } of seeds.flatMap(keyValueQuestions)) {
    const needs = told(target);
    const suffice = (ids: readonly string[]): boolean => {
      const said = new Set(
        documents.filter(({ id }) => ids.includes(id)).flatMap(({ text }) => told(text)),
      );
      return needs.every((need) => said.has(need));
    };
    for (const set of answerSets) {
      expect(suffice(set)).toBe(true);
      for (const id of set) expect(suffice(set.filter((other) => other !== id))).toBe(false);
    }
    // Without one document of each set nothing suffices: there is no set beside those given.
    for (const hitting of hittingSets(answerSets)) {
      const rest = documents.map(({ id }) => id).filter((id) => !hitting.has(id));
      expect(suffice(rest)).toBe(false);
    }
  }
});

describe.each(seeds)('seed %i', (seed) => {
  const questions = keyValueQuestions(seed);

  test('has the sizes of the paper', () => {
    expect(questions).toHaveLength(64);
    expect(new Set(questions.map(({ id }) => id)).size).toBe(64);
    for (const { documents } of questions) {
      expect(documents).toHaveLength(14);
      expect(new Set(documents.map(({ id }) => id)).size).toBe(14);
    }
  });

  test('has conjunctions, alternatives and both', () => {
    const shapes = new Set(
      questions.map(({ answerSets }) => {
        const isConjunction = (answerSets[0]?.length ?? 0) > 1;
        return `${answerSets.length > 1 ? 'or' : '-'} ${isConjunction ? 'and' : '-'}`;
      }),
    );
    expect([...shapes].toSorted()).toEqual(['- -', '- and', 'or -', 'or and']);
  });

  test('a document says the same and is labelled the same wherever it is', () => {
    const texts = new Map<string, string>();
    for (const { id, ...rest } of questions.flatMap(({ documents }) => documents)) {
      expect(texts.get(id) ?? JSON.stringify(rest)).toBe(JSON.stringify(rest));
      texts.set(id, JSON.stringify(rest));
    }
    const { documents } = keyValueData(seed);
    expect(documents).toHaveLength(128);
    const known = new Map(documents.map(({ id, ...rest }) => [id, JSON.stringify(rest)]));
    for (const [id, rest] of texts) expect(known.get(id)).toBe(rest);
  });
});

test('the same seed gives the same questions, another seed others', () => {
  expect(keyValueQuestions(5)).toEqual(keyValueQuestions(5));
  expect(keyValueQuestions(6)).not.toEqual(keyValueQuestions(5));
});

function hittingSets(sets: readonly (readonly string[])[]): readonly ReadonlySet<string>[] {
  let hitting: readonly ReadonlySet<string>[] = [new Set()];
  for (const set of sets)
    hitting = hitting.flatMap((some) => set.map((id) => new Set([...some, id]))).slice(0, 200);
  return hitting;
}
