import { agentQuestions } from '../agent/agent-questions.ts';
import type { LabelledDocument, LabelQuestion } from '../dataset.ts';
import { keyValueData } from '../kv/key-value.ts';
import { type LabelLattice, powersetOfDocuments, product, twoLevel } from '../lattices.ts';
import { newsArticles, newsGroups } from '../news-contexts.ts';
import { agentForm } from '../prompt/agent-form.ts';
import { type Form, kvForm, newsForm } from '../prompt/prompts.ts';

export type DatasetName = 'kv' | 'news' | 'agent';

/** A data set as it is run. */
export interface LabelTask {
  readonly name: DatasetName;
  readonly seed: number;
  readonly form: Form;
  readonly lattices: readonly LabelLattice[];
  readonly groups: readonly QuestionGroup[];
  /**
   * The documents that a search for a question may find; none where the contexts come from a
   * tool's search.
   */
  readonly corpus: readonly LabelledDocument[];
  /** True if it is a slice, of which the costly rows take a smaller one yet. */
  readonly quick: boolean;
}

/** Questions over one context: what they share is read once, and they are never split. */
export interface QuestionGroup {
  readonly questions: readonly LabelQuestion[];
  /** Thresholds are chosen on one half and reported on the other. */
  readonly half: 0 | 1;
}

/** Seeds of the data that figures are published for; others are for trying things out. */
const publishedSeeds = { kv: 7, news: 20_261_122, agent: 0 } as const;

/** How much of a data set `--quick` runs, in groups; an even share of both halves. */
const quickGroups = { kv: 8, news: 2, agent: 12 } as const;

/** And what share of the costly rows. */
const quickShare = 1 / 8;

/**
 * How many groups the costly rows are measured on: a model's own answers, documents that a search
 * by words or by meaning found, nearest neighbours, and introspection, which reads each
 * conversation anew; a search without pruning, or with sampled Shapley values. `agent` has 40
 * questions, and no more.
 */
const sampled = {
  kv: { own: 64, lexical: 0, meaning: 64, knn: 32, introspection: 64, pruned: 32 },
  news: { own: 16, lexical: 16, meaning: 16, knn: 16, introspection: 8, pruned: 0 },
  agent: { own: 40, lexical: 0, meaning: 0, knn: 40, introspection: 40, pruned: 0 },
} as const;

/** The part of a task that a kind of rows is measured on. */
export function sampleOf(task: LabelTask, rows: keyof (typeof sampled)['kv']): LabelTask {
  const share = task.quick ? quickShare : 1;
  const count = Math.ceil(sampled[task.name][rows] * share);
  return { ...task, groups: task.groups.slice(0, count) };
}

export function labelTask(
  name: DatasetName,
  { quick, seed = publishedSeeds[name] }: { readonly quick: boolean; readonly seed?: number },
): LabelTask {
  const task = wholeTask(name, seed);
  const groups = quick ? task.groups.slice(0, quickGroups[name]) : task.groups;
  return { ...task, seed, quick, groups };
}

function wholeTask(name: DatasetName, seed: number): Omit<LabelTask, 'quick' | 'seed'> {
  switch (name) {
    case 'kv': {
      const { documents, questions } = keyValueData(seed);
      return {
        name,
        form: kvForm,
        lattices: [twoLevel(), product(), powersetOfDocuments()],
        corpus: documents,
        // Four kinds of questions take turns, and both halves have all of them.
        groups: single(questions, { run: 4 }),
      };
    }
    case 'news':
      return {
        name,
        form: newsForm,
        lattices: [twoLevel()],
        corpus: newsArticles(),
        groups: newsGroups(seed),
      };
    case 'agent':
      return {
        name,
        form: agentForm,
        lattices: [twoLevel()],
        corpus: [],
        // So do three tools, each with what is improvable and what is not.
        groups: single(agentQuestions(), { run: 6 }),
      };
  }
}

function single(
  questions: readonly LabelQuestion[],
  { run }: { readonly run: number },
): readonly QuestionGroup[] {
  return questions.map((question, at) => {
    return { questions: [question], half: Math.floor(at / run) % 2 === 0 ? 0 : 1 };
  });
}
