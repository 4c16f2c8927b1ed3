import type { ChatModel } from '@sluice/core';
import type { Embedder, Scorer } from '@sluice/local';
import type { Writer } from '../remember.ts';

/** The models that a run asks; those that are absent leave their rows out. */
export interface LabelModels {
  /** What the figures are of, e.g. `smollm2-135m-instruct:q8_0`. */
  readonly model: string;
  readonly scorer: Scorer;
  /** Greedy, so that it answers the same each time. */
  readonly writer: Writer;
  /** Scorers of nearest-neighbour models (permissive propagation 3.4), one a temperature. */
  readonly knn?: ReadonlyMap<number, Scorer> | undefined;
  /** Finds documents by meaning (permissive propagation 5.2). */
  readonly embedder?: Embedder | undefined;
  /** Names the documents that it used (permissive propagation 4.3). */
  readonly introspection?: ChatModel | undefined;
}
