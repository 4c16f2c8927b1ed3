import type { Label } from '@sluice/core';
import { type Finder, naiveFinder } from '../find/finder.ts';
import {
  fewLabelsGrid,
  headlineUtility,
  powersetGrid,
  prunedGrid,
  type PruningRow,
  pruningRows,
  type Setting,
} from '../find/grids.ts';
import { introspectionFinder } from '../find/introspection.ts';
import { likelihoodFinder, likelihoodGrid } from '../find/introspection-likelihood.ts';
import { minimalLabelsFinder } from '../find/minimal-labels.ts';
import { type LabelLattice, twoLevel } from '../lattices.ts';
import { retrievalOf } from '../measure/retrieval.ts';
import { rememberingChat, rememberingScorer, rememberingWriter } from '../remember.ts';
import { searchedGroups, searchesOf } from '../retrieve/search.ts';
import { type AlignmentFigures, alignmentOf, ownAnswer, regenerated } from './alignment.ts';
import { type CompletionOf, evaluate, type EvaluateOptions, type TruthOf } from './evaluate.ts';
import { prescore } from './prescore.ts';
import { answeredQuestion } from '../kv/answered.ts';
import { shippedSetting } from '../recorded/searches-result.ts';
import { chosenRows, crossChosen, type LabelRow, type RowKey, rowOf } from './row.ts';
import { searchCosts } from './search-costs.ts';
import type {
  GridOutcomes,
  LabelModels,
  LabelResults,
  RunLabelsOptions,
  SearchedRow,
} from './run-options.ts';
import { type LabelTask, sampleOf } from './tasks.ts';

/** Every propagator on every lattice of a data set, with the model's own answers beside. */
export async function runLabels(options: RunLabelsOptions): Promise<LabelResults> {
  const run = new LabelRun(options);
  await run.promptBased();
  if (options.only === 'shipped') return run.shippedResults();
  await run.pruned();
  await run.baselines();
  await run.searched();
  const alignment = await run.alignment();
  const costs = await searchCosts(options);
  const { rows, grids, searchedRows } = run;
  return { rows, grids, searched: searchedRows, alignment, costs };
}

/** From this ROUGE-L on an own answer counts as correct. */
const correctRouge = 0.7;

class LabelRun {
  readonly rows: LabelRow[] = [];
  readonly grids: GridOutcomes[] = [];
  readonly searchedRows: SearchedRow[] = [];
  readonly #options: RunLabelsOptions;
  readonly #models: LabelModels;
  readonly #inferred = new Map<string, Label>();

  constructor(options: RunLabelsOptions) {
    const { models, memory } = options;
    this.#options = options;
    this.#models = {
      ...models,
      scorer: rememberingScorer(models.scorer, memory),
      writer: rememberingWriter(models.writer, models.model, memory),
    };
  }

  /** What there is once the settings that ship have been asked, with naive beside. */
  async shippedResults(): Promise<LabelResults> {
    const { task } = this.#options;
    for (const lattice of task.lattices)
      await this.#plain('naive', task, { lattice, finder: naiveFinder });
    const { rows, grids } = this;
    return { rows, grids, searched: [], alignment: undefined, costs: [] };
  }

  /** The target's labels on all lattices; those of the model's own answers where that is cheap. */
  async promptBased(): Promise<void> {
    const { task } = this.#options;
    for (const lattice of task.lattices) await this.#grid(task, lattice, this.#target('perfect'));
    const sample = sampleOf(task, 'own');
    for (const lattice of task.lattices.filter(({ name }) => name !== 'powerset'))
      await this.#grid(sample, lattice, this.#own());
  }

  /** The powerset without pruning and with Shapley values (permissive propagation appendix A). */
  async pruned(): Promise<void> {
    const { task, prunings = pruningRows } = this.#options;
    const sample = sampleOf(task, 'pruned');
    if (sample.groups.length === 0) return;
    for (const lattice of task.lattices.filter(({ name }) => name === 'powerset'))
      for (const pruning of prunings)
        await this.#grid(sample, lattice, { ...this.#target('perfect'), pruning });
  }

  async baselines(): Promise<void> {
    const { task, memory } = this.#options;
    const { introspection, knn } = this.#models;
    for (const lattice of task.lattices) {
      await this.#plain('naive', task, { lattice, finder: naiveFinder });
      if (introspection !== undefined) {
        const finder = introspectionFinder(rememberingChat(introspection, memory));
        const sample = sampleOf(task, 'introspection');
        await this.#plain('introspection', sample, { lattice, finder });
        await this.#scoredNumbers(sample, lattice);
      }
      if (knn !== undefined) await this.#nearest(sampleOf(task, 'knn'), { lattice, knn });
    }
  }

  /** Introspection by the likelihood of each number, with a margin that is chosen as lambda is. */
  async #scoredNumbers(task: LabelTask, lattice: LabelLattice): Promise<void> {
    const { scorer, chat } = this.#models;
    const { signal } = this.#options;
    const { completionOf, ...rest } = this.#target('perfect');
    const key: RowKey = { lattice: lattice.name, propagator: 'introspection', ...rest };
    const make = (setting: Setting): Finder => likelihoodFinder(scorer, chat, setting);
    const finders = findersOf(likelihoodGrid(), make);
    const settings = await evaluate({ task, lattice, completionOf, finders, signal });
    this.rows.push(...chosenRows(key, settings));
  }

  /**
   * The results of searches for all questions, and labels over them (permissive propagation 5.2).
   */
  async searched(): Promise<void> {
    const { task, memory, signal } = this.#options;
    const { embedder } = this.#models;
    for (const { name, search } of searchesOf(task, { embedder, memory, signal })) {
      const all = { ...task, groups: await searchedGroups(task.groups, search) };
      this.searchedRows.push({ search: name, ...retrievalOf(questionsOf(all)) });
      const groups = await searchedGroups(sampleOf(task, name).groups, search);
      if (groups.length > 0) await this.#grid({ ...task, groups }, twoLevel(), this.#target(name));
    }
  }

  async alignment(): Promise<AlignmentFigures | undefined> {
    const { task, signal } = this.#options;
    if (task.name !== 'agent') return undefined;
    const { writer } = this.#models;
    const answers = [];
    for (const question of questionsOf(task)) {
      const inferred = this.#inferred.get(question.id);
      answers.push(await regenerated(task.form, question, { writer, signal, inferred }));
    }
    return alignmentOf(answers);
  }

  #target(retrieval: RowKey['retrieval']): Completed {
    return {
      completion: 'target',
      retrieval,
      completionOf: ({ target }) => Promise.resolve(target),
    };
  }

  #own(): Completed {
    const { task, signal } = this.#options;
    const { writer } = this.#models;
    const completionOf: CompletionOf = (question) => {
      return ownAnswer(task.form, question, { writer, signal });
    };
    const truthOf = task.name === 'kv' ? answeredQuestion : undefined;
    return { completion: 'own', retrieval: 'perfect', completionOf, truthOf };
  }

  async #grid(task: LabelTask, lattice: LabelLattice, completed: Completed): Promise<void> {
    const { scorer } = this.#models;
    const { signal } = this.#options;
    const { completion, retrieval, completionOf, truthOf, pruning } = completed;
    const key: RowKey = {
      lattice: lattice.name,
      propagator: 'minimal-labels',
      completion,
      retrieval,
      pruning,
    };
    this.#say(key);
    if (lattice.name === 'twoLevel') {
      for (const group of task.groups)
        await prescore(group, { task, lattice, scorer, completionOf, signal });
    }
    const grid = pruning === undefined ? gridFor(lattice) : prunedGrid(pruning);
    const asked = { task, lattice, completionOf, truthOf, signal };
    if (pruning === undefined) await this.#shipped(key, asked);
    if (this.#options.only === 'shipped') return;
    const finders = findersOf(grid, (setting) => minimalLabelsFinder(scorer, setting));
    const settings = await evaluate({ ...asked, finders });
    this.grids.push({ key, settings });
    this.rows.push(...chosenRows(key, settings));
    if (completion === 'own' && lattice.name === 'twoLevel') this.#infer(settings);
  }

  /** The rows of the settings that ship, which nothing of this data has chosen. */
  async #shipped(key: RowKey, asked: Omit<EvaluateOptions<unknown>, 'finders'>): Promise<void> {
    const setting: Setting = { ...shippedSetting, pruning: { kind: 'none' } };
    const finders = findersOf([setting], (each) => minimalLabelsFinder(this.#models.scorer, each));
    const [only] = await evaluate({ ...asked, finders });
    const outcomes = only?.outcomes ?? [];
    const row = { ...key, utility: setting.utility, settings: 'shipped' } as const;
    this.rows.push(rowOf(row, outcomes));
    if (key.completion !== 'own') return;
    const correct = outcomes.filter(({ rouge }) => rouge >= correctRouge);
    this.rows.push(rowOf({ ...row, stratum: 'correct' }, correct));
  }

  /** What the model's own answers were found to need, under settings chosen without them. */
  #infer(settings: GridOutcomes['settings']): void {
    const headline = settings.filter(({ setting }) => setting.utility === headlineUtility);
    for (const { question, found, full } of crossChosen(headline).outcomes)
      this.#inferred.set(question, found[0] ?? full);
  }

  async #nearest(
    task: LabelTask,
    { lattice, knn }: { lattice: LabelLattice; knn: NonNullable<LabelModels['knn']> },
  ): Promise<void> {
    const { signal, memory } = this.#options;
    const { completionOf, ...rest } = this.#target('perfect');
    const key: RowKey = { lattice: lattice.name, propagator: 'knn', ...rest };
    this.#say(key);
    const finders = new Map(
      [...knn.values()].flatMap((scorer) => {
        const remembering = rememberingScorer(scorer, memory);
        return [...findersOf(gridFor(lattice), (each) => minimalLabelsFinder(remembering, each))];
      }),
    );
    const settings = await evaluate({ task, lattice, completionOf, finders, signal });
    this.rows.push(...chosenRows(key, settings));
  }

  async #plain(
    propagator: 'naive' | 'introspection',
    task: LabelTask,
    { lattice, finder }: { readonly lattice: LabelLattice; readonly finder: Finder },
  ): Promise<void> {
    const { signal } = this.#options;
    const { completionOf, ...rest } = this.#target('perfect');
    const key: RowKey = { lattice: lattice.name, propagator, ...rest };
    this.#say(key);
    const finders = new Map([[propagator, finder]]);
    const [only] = await evaluate({ task, lattice, completionOf, finders, signal });
    this.rows.push(rowOf(key, only?.outcomes ?? []));
  }

  #say({ propagator, lattice, completion, retrieval }: RowKey): void {
    this.#options.onProgress?.(`${propagator}, ${lattice}, ${completion}, ${retrieval} retrieval`);
  }
}

interface Completed {
  readonly completion: RowKey['completion'];
  readonly retrieval: RowKey['retrieval'];
  readonly completionOf: CompletionOf;
  readonly truthOf?: TruthOf | undefined;
  readonly pruning?: PruningRow | undefined;
}

function gridFor({ name }: LabelLattice): readonly Setting[] {
  return name === 'powerset' ? powersetGrid() : fewLabelsGrid();
}

function findersOf(
  settings: readonly Setting[],
  make: (setting: Setting) => Finder,
): ReadonlyMap<Setting, Finder> {
  return new Map(settings.map((setting) => [setting, make(setting)]));
}

function questionsOf(task: LabelTask): LabelTask['groups'][number]['questions'] {
  return task.groups.flatMap(({ questions }) => questions);
}
