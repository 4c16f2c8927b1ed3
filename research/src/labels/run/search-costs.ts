import {
  scoredLosses,
  type Scored,
  type Scorer,
  searchMinimal,
  utilityByName,
} from '@sluice/local';
import { searchOptions } from '@sluice/local/inside';
import { mean, median } from 'simple-statistics';
import { z } from 'zod';
import { jsonOf } from '../../json.ts';
import type { LabelQuestion } from '../dataset.ts';
import type { LabelLattice } from '../lattices.ts';
import { contextOf } from '../prompt/prompts.ts';
import type { RunLabelsOptions } from './run-options.ts';

/** Questions that costs are measured on, each searched anew: what is remembered costs nothing. */
const questionsMax = 8;

/** The settings of the propagator where none are given. */
const { utility, lambda } = searchOptions.parse({});

type Costs = readonly (readonly [string, number])[];

const costsSchema = z.array(z.tuple([z.string(), z.number()]).readonly()).readonly();

/**
 * What searches of a powerset cost: tokens that the model is run on with and without the early end
 * of a scoring (permissive propagation 6.3), and runs of a nearest-neighbour model for a question
 * whose documents it knows, or does not know. They are kept as scores are.
 */
export async function searchCosts(options: RunLabelsOptions): Promise<Costs> {
  const { task, models, memory } = options;
  const lattice = task.lattices.find(({ name }) => name === 'powerset');
  if (lattice === undefined) return [];
  const questions = task.groups.flatMap((group) => group.questions).slice(0, questionsMax);
  const ids = questions.map(({ id }) => id);
  const key = `costs ${JSON.stringify([models.model, models.scorer.backEnd, utility, lambda, ids])}`;
  const known = costsSchema.safeParse(jsonOf(memory.text(key) ?? ''));
  if (known.success) return known.data;
  const search: Searching = { options, lattice, questions };
  const costs = [...(await stopping(search)), ...(await neighbours(search))];
  memory.keepText(key, JSON.stringify(costs));
  return costs;
}

interface Searching {
  readonly options: RunLabelsOptions;
  readonly lattice: LabelLattice;
  readonly questions: readonly LabelQuestion[];
}

async function stopping(search: Searching): Promise<Costs> {
  const { scorer } = search.options.models;
  const tokens = async (stopAbove: number): Promise<number> => {
    const counting = countedTokens(scorer);
    for (const question of search.questions)
      await searched(search, { question, scorer: counting.scorer, stopAbove });
    return counting.tokens();
  };
  const [stopped, whole] = [await tokens(lambda), await tokens(Number.POSITIVE_INFINITY)];
  return [
    ['labels.kv.earlyStop.tokens', stopped / search.questions.length],
    ['labels.kv.earlyStop.tokensWithout', whole / search.questions.length],
    ['labels.kv.earlyStop.saved', whole === 0 ? 0 : 1 - stopped / whole],
  ];
}

/** A question twice: with documents that are read for it, and once more for another completion. */
async function neighbours(search: Searching): Promise<Costs> {
  const { unread } = search.options.models;
  if (unread === undefined || search.questions.length === 0) return [];
  const [cold, warm]: [number[], number[]] = [[], []];
  for (const question of search.questions) {
    const { scorer, calls } = unread();
    await searched(search, { question, scorer, stopAbove: lambda });
    const first = calls();
    const target = `So: ${question.target}`;
    await searched(search, {
      question: { ...question, target },
      scorer,
      stopAbove: lambda,
    });
    cold.push(first);
    warm.push(calls() - first);
  }
  return [
    ['labels.knn.modelCalls', median(warm)],
    ['labels.knn.modelCalls.unread', mean(cold)],
  ];
}

async function searched(
  { options: { task, signal }, lattice }: Searching,
  asked: {
    readonly question: LabelQuestion;
    readonly scorer: Scorer;
    readonly stopAbove: number;
  },
): Promise<void> {
  const { question, scorer, stopAbove } = asked;
  const context = contextOf(task.form, lattice, question);
  const losses = scoredLosses(context, {
    scorer,
    completion: question.target,
    utility: utilityByName(utility),
    stopAbove,
    budget: { labelsMax: 100_000, tokensMax: Number.MAX_SAFE_INTEGER },
    signal,
  });
  await searchMinimal({ ...context, losses, lambda });
}

function countedTokens(inner: Scorer): { readonly scorer: Scorer; readonly tokens: () => number } {
  let total = 0;
  const count = (scored: Scored<string>): Scored<string> => {
    for (const tokens of Object.values(scored.evaluated)) total += tokens;
    return scored;
  };
  const { backEnd, model } = inner;
  return {
    tokens: () => total,
    scorer: {
      backEnd,
      model,
      score: async (request, asked) => count(await inner.score(request, asked)),
    },
  };
}
