import type { ChatModel } from '@sluice/core';
import type { Embedder, Scorer } from '@sluice/local';
import type { PruningRow, Setting } from '../find/grids.ts';
import type { RetrievalMetrics } from '../measure/retrieval.ts';
import type { Chat } from '../prompt/chat.ts';
import type { Memory, Writer } from '../remember.ts';
import type { SearchName } from '../retrieve/search.ts';
import type { AlignmentFigures } from './alignment.ts';
import type { SettingOutcomes } from './evaluate.ts';
import type { LabelRow, RowKey } from './row.ts';
import type { LabelTask } from './tasks.ts';

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
  /** `shipped`: the settings that ship alone, and naive; default: all. */
  readonly only?: 'shipped' | undefined;
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
