import type { ChatModel, Label } from '@sluice/core';
import type { Embedder, Scorer } from '@sluice/local';
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
import { type RetrievalMetrics, retrievalOf } from '../measure/retrieval.ts';
import type { Chat } from '../prompt/chat.ts';
import {
  type Memory,
  rememberingChat,
  rememberingScorer,
  rememberingWriter,
  type Writer,
} from '../remember.ts';
import { searchedGroups, searchesOf, type SearchName } from '../retrieve/search.ts';
import { type AlignmentFigures, alignmentOf, ownAnswer, regenerated } from './alignment.ts';
import { type CompletionOf, evaluate, type SettingOutcomes } from './evaluate.ts';
import { prescore } from './prescore.ts';
import { chosenRows, crossChosen, type LabelRow, type RowKey, rowOf } from './row.ts';
import { searchCosts } from './search-costs.ts';
import { type LabelTask, sampleOf } from './tasks.ts';

/** The models that a run asks; those that are absent leave their rows out. */
export interface LabelModels {
  /** The weights behind the figures, e.g. `smollm2-135m-instruct:q8_0`. */
  readonly model: string;
  readonly scorer: Scorer;
  /** Greedy, so that it answers the same each time. */
  readonly writer: Writer;
  /** Scorers of nearest-neighbour models (permissive propagation 3.4), one a temperature. */
  readonly knn?: ReadonlyMap<number, Scorer> | undefined;
  /** A nearest-neighbour model that has read nothing yet, and how often its model was run. */
  readonly unread?: (() => Unread) | undefined;
  /** Finds documents by meaning (permissive propagation 5.2). */
  readonly embedder?: Embedder | undefined;
  /** Names the documents that it used (permissive propagation 4.3). */
  readonly introspection?: ChatModel | undefined;
  /** The turns that the model has learnt. */
  readonly chat: Chat;
}

export interface Unread {
  readonly scorer: Scorer;
  readonly calls: () => number;
}

export interface RunLabelsOptions {
  readonly task: LabelTask;
  readonly models: LabelModels;
  /** The memory of earlier scores and texts; new ones are added. */
  readonly memory: Memory;
  readonly signal: AbortSignal;
  readonly onProgress?: ((text: string) => void) | undefined;
  /** Prunings of the powerset with rows of their own; default: all. */
  readonly prunings?: readonly PruningRow[] | undefined;
}

/** A grid of settings over one lattice: what the heat maps show. */
export interface GridOutcomes {
  readonly key: RowKey;
  readonly settings: readonly SettingOutcomes<Setting>[];
}

/** The results of one search for its questions. */
export interface SearchedRow extends RetrievalMetrics {
  readonly search: SearchName;
}

export interface LabelResults {
  readonly rows: readonly LabelRow[];
  readonly searched: readonly SearchedRow[];
  readonly grids: readonly GridOutcomes[];
  readonly alignment: AlignmentFigures | undefined;
  /** What searches cost, by the names of figures. */
  readonly costs: readonly (readonly [string, number])[];
}

/** Every propagator on every lattice of a data set, with the model's own answers beside. */
export async function runLabels(options: RunLabelsOptions): Promise<LabelResults> {
  const run = new LabelRun(options);
  await run.promptBased();
  await run.pruned();
  await run.baselines();
  await run.searched();
  const alignment = await run.alignment();
  const costs = await searchCosts(options);
  const { rows, grids, searchedRows } = run;
  return { rows, grids, searched: searchedRows, alignment, costs };
}

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
    return { completion: 'own', retrieval: 'perfect', completionOf };
  }

  async #grid(task: LabelTask, lattice: LabelLattice, completed: Completed): Promise<void> {
    const { scorer } = this.#models;
    const { signal } = this.#options;
    const { completion, retrieval, completionOf, pruning } = completed;
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
    const finders = findersOf(grid, (setting) => minimalLabelsFinder(scorer, setting));
    const settings = await evaluate({ task, lattice, completionOf, finders, signal });
    this.grids.push({ key, settings });
    this.rows.push(...chosenRows(key, settings));
    if (completion === 'own' && lattice.name === 'twoLevel') this.#infer(settings);
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
