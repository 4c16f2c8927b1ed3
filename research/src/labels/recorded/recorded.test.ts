import { descendMinimal, perplexityDrop, scoredLosses, searchMinimal } from '@sluice/local';
import { expect, test } from 'vitest';
import { idealScorer } from '../count/growth.ts';
import { powersetOfDocuments } from '../lattices.ts';
import { contextOf, kvForm } from '../prompt/prompts.ts';
import { trueLabels } from '../truth.ts';
import { compareSearches } from './compare-searches.ts';
import { madeUpRows } from './made-up.ts';
import { questionsOf, recordedRow } from './record.ts';
import { type RecordedQuestion, readScores, recordedQuestion } from './score-table.ts';
import { chosenLambda, shippedSetting } from './searches-result.ts';

const { signal } = new AbortController();

test('searches find on recorded scores what they find by asking the scorer', async () => {
  for (const question of questionsOf({ seed: 1, questions: 4, documents: 6 })) {
    const scorer = idealScorer(kvForm, question);
    const options = { seed: 1, form: kvForm, scorer, backEnd: 'ideal', signal };
    const { right, searchBy } = recordedQuestion(await recordedRow(question, options));
    const lattice = powersetOfDocuments();
    const context = contextOf(kvForm, lattice, question);
    expect(right).toHaveLength(trueLabels(lattice, question).length);
    for (const utility of ['perplexity', 'log-probability', 'token'])
      expect(new Set(await searchMinimal(searchBy({ utility, lambda: 0.1 })))).toEqual(
        new Set(right),
      );
    const losses = scoredLosses(context, {
      scorer,
      completion: question.target,
      utility: perplexityDrop,
      signal,
      stopAbove: 9,
      budget: { labelsMax: 99, tokensMax: 99_999 },
    });
    const search = searchBy({ utility: 'perplexity', lambda: 0.1 });
    for (const [at, label] of context.labels.entries()) {
      const recorded = await search.losses.exact(search.labels[at] ?? search.floor);
      expect(recorded).toBeCloseTo(await losses.exact(label), 2);
    }
  }
});

test('a comparison counts contexts once, and says where a search differs', async () => {
  const [row] = readScores();
  if (row === undefined) throw new Error('the table is empty');
  const question = recordedQuestion(row);
  const same = await compareSearches(descendMinimal, shippedSetting, [question]);
  expect(same).toMatchObject({ questions: 1, agree: 1 });
  expect(same.contexts).toBe(same.contextsByDescent);
  const floor: typeof descendMinimal = (search) => Promise.resolve([search.floor]);
  const other = await compareSearches(floor, shippedSetting, [question]);
  expect(other).toMatchObject({ agree: 0, exact: 0, contexts: 1 });
});

test('the search that ships answers on real scores as algorithm 1 does', async () => {
  const questions = readScores().map(recordedQuestion).filter(isSmall);
  const { agree } = await compareSearches(searchMinimal, shippedSetting, questions);
  expect(agree / questions.length).toBeGreaterThanOrEqual(0.95);
});

test('the default lambda is the one that the table of real scores chooses', async () => {
  expect(await chosenLambda(readScores().map(recordedQuestion))).toBe(shippedSetting.lambda);
});

test('invented scores are the same each time, and more documents can serve worse', () => {
  const [row, again] = [madeUpRows(3, 1), madeUpRows(3, 1)];
  expect(row).toEqual(again);
  const sums = row[0]?.sums ?? [];
  const isWorse = sums.some((sum, at) => at % 2 === 1 && sum < (sums[at - 1] ?? sum));
  expect(isWorse).toBe(true);
});

/** Algorithm 1 takes seconds on more. */
function isSmall({ documents }: RecordedQuestion): boolean {
  return documents <= 8;
}
