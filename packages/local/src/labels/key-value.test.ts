import { labelSpace, powerset, type LabelSpace } from '@sluice/core';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { mersenne } from 'pure-rand/generator/mersenne';
import { expect, test } from 'vitest';
import { proves } from '../testing/proves.ts';
import { wordScorer } from '../testing/word-scorer.ts';
import { documentsContext } from './context/documents.ts';
import { scoredLosses, type SearchedContext } from './context/searched-context.ts';
import { descendMinimal } from './search/descend.ts';
import { enumerateMinimal } from './search/enumerate.ts';
import { aloneImportance, noImportance } from './search/importance.ts';
import type { Search } from './search/search.ts';
import { perplexityDrop } from './utility/perplexity.ts';
import { utilities } from './utility/by-name.ts';

interface Question {
  readonly context: SearchedContext;
  readonly completion: string;
}

const space: LabelSpace = labelSpace({ documents: powerset('documents') });

/**
 * A question for two attributes of one or two people, among documents that have one or both of
 * somebody's: some of what is asked stands in several of them.
 */
function question(seed: number, count: number): Question {
  const random = mersenne(seed);
  const draw = (most: number): number => uniformInt(random, 0, most);
  const badge = (person: number): string => `badge b${person}x${seed}`;
  const desk = (person: number): string => `desk k${person}x${seed}`;
  const people = Array.from({ length: 1 + draw(1) }, (_, person) => person);
  const texts = people.flatMap((person) => {
    const both = `Person p${person} has ${badge(person)} and ${desk(person)}.\n`;
    const apart = [badge(person), desk(person)].map((each) => `Person p${person} has ${each}.\n`);
    return [[both], apart, [both, ...apart]][draw(2)] ?? [];
  });
  while (texts.length < count) {
    const other = 2 + texts.length;
    texts.splice(draw(texts.length), 0, `Person p${other} has ${badge(other)}.\n`);
  }
  const documents = texts.map((text, at) => {
    return { text, label: space.parse(`documents{d${at}}`) };
  });
  const names = people.map((person) => `p${person}`).join(' and ');
  const answers = people.map((person) => `p${person} has ${badge(person)} and ${desk(person)}`);
  return {
    context: documentsContext({
      space,
      documents,
      order: 'given',
      before: [],
      after: [{ kind: 'question', text: `Which badge and which desk has ${names}?` }],
    }),
    completion: `${answers.join('; ')}.`,
  };
}

interface Options {
  readonly utility?: typeof perplexityDrop;
  readonly lambda?: number;
  readonly stopAbove?: number;
}

async function asked(
  search: Search,
  { context, completion }: Question,
  { utility = perplexityDrop, lambda = 0.2, stopAbove = lambda }: Options = {},
) {
  const losses = scoredLosses(context, {
    scorer: wordScorer(),
    completion,
    utility,
    stopAbove,
    budget: { labelsMax: 50_000, tokensMax: Number.POSITIVE_INFINITY },
    signal: new AbortController().signal,
  });
  const labels = await search({ ...context, losses, lambda });
  return { labels: labels.map(String).toSorted(), cost: losses.cost };
}

const questions = Array.from({ length: 64 }, (_, seed) => question(seed, 14));

proves('labels/few-contexts', async () => {
  const contexts: number[] = [];
  for (const each of questions) {
    contexts.push((await asked(enumerateMinimal(aloneImportance), each)).cost.contexts);
  }
  expect(contexts.toSorted((a, b) => a - b)[questions.length / 2]).toBeLessThanOrEqual(120);
  // With three documents for each of two people there are four answers.
  const [hardest] = questions.toSorted((a, b) => b.completion.length - a.completion.length);
  const all = await asked(descendMinimal, hardest ?? expect.unreachable());
  expect(all.cost.contexts).toBeGreaterThan(1_000);
});

test('both searches find the same, with fewer documents', async () => {
  for (let seed = 100; seed < 130; seed += 1) {
    const each = question(seed, 7);
    const { labels } = await asked(descendMinimal, each);
    for (const importance of [aloneImportance, noImportance]) {
      expect((await asked(enumerateMinimal(importance), each)).labels).toEqual(labels);
    }
  }
});

proves('labels/early-stop', async () => {
  const search = enumerateMinimal(noImportance);
  for (const utility of utilities) {
    const tokens = { early: 0, late: 0 };
    for (let seed = 200; seed < 220; seed += 1) {
      const each = question(seed, 7);
      const early = await asked(search, each, { utility });
      const late = await asked(search, each, { utility, stopAbove: Number.POSITIVE_INFINITY });
      expect(early.labels).toEqual(late.labels);
      expect(late.cost.stopped).toBe(0);
      tokens.early += early.cost.tokens.completion;
      tokens.late += late.cost.tokens.completion;
    }
    expect(tokens.early).toBeLessThan(tokens.late);
  }
});
