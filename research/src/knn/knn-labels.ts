import { randomUUID } from 'node:crypto';
import type { Label, ModelReply, Propagator, Relevance } from '@sluice/core';
import {
  type Choose,
  type ChooseInput,
  fullLabel,
  type HistoryContextOptions,
  scoredLosses,
  type ScoringBudget,
  type ScoringCost,
  type Search,
  type Utility,
} from '@sluice/local';
import { everything } from '@sluice/local/inside';
import { knnContext } from './knn-context.ts';
import { KnnLm, requireOneModel, type KnnLmOptions } from './knn-lm.ts';

export interface KnnLabelsOptions
  extends Omit<KnnLmOptions, 'tenant'>, HistoryContextOptions, ScoringBudget {
  /**
   * The tenant of these documents; default: each run has a datastore of its own, for a propagator
   * may serve the runs of several tenants.
   */
  readonly tenant?: string | undefined;
  /** A draft as the model wrote it, so that its calls are scored too. */
  readonly completionOf: (draft: ModelReply) => string;
  readonly utility: Utility;
  /** How large a loss is negligible, in the utility's measure; at least 0. */
  readonly lambda: number;
  readonly search: Search;
  readonly choose: Choose;
  /** Told what a search found and cost, failed ones included. */
  readonly onSearched?: ((searched: KnnSearched) => void) | undefined;
}

export interface KnnSearched {
  /** Empty where the search failed, or its budget was used up. */
  readonly found: readonly Label[];
  readonly label: Label;
  readonly cost: ScoringCost;
}

/**
 * The propagator of permissive propagation section 3 over a nearest-neighbour model (3.4): minimal
 * labels at which the draft stays about as probable, for one model call a step and one a document,
 * however many labels are looked at. A search that fails makes every region relevant. Documents of
 * a run are remembered until it is forgotten, or others displace them.
 * Throws `settings-invalid` where model, tokenizer and datastore are not of one model.
 */
export function knnLabels(options: KnnLabelsOptions): Propagator {
  requireOneModel(options);
  return {
    name: 'knn-lm',
    needs: 'draft',
    // The datastore of a named tenant outlives its runs.
    forget: async (run) => {
      if (options.tenant === undefined) await options.datastore.forget(tenantOfRun(run));
    },
    relevant: async (input) => {
      try {
        return await searched(options, input);
      } catch (error) {
        return everything(error);
      }
    },
  };
}

/** The tenant of a run that names none; `Propagator.forget` has the datastore forget it. */
export function tenantOfRun(run: string): string {
  return `run ${run}`;
}

async function searched(options: KnnLabelsOptions, input: ChooseInput): Promise<Relevance> {
  const { space, history, signal, draft } = input;
  const { lambda, search, choose, onSearched } = options;
  const context = knnContext(space, history, options);
  const full = fullLabel(context);
  // The draft was made from everything: who may not read all of it may not read the draft.
  if (!space.flowsTo(full, options.clearance)) return { kind: 'all', because: 'draft-missing' };
  const completion = options.completionOf(draft);
  if (completion === '') return { kind: 'all', because: 'draft-unreadable' };
  // Runs that say nothing of whose they are share nothing, not even with themselves.
  const tenant = options.tenant ?? tenantOfRun(input.run ?? randomUUID());
  const scorer = new KnnLm({ ...options, tenant });
  const losses = scoredLosses(context, {
    ...options,
    scorer,
    completion,
    stopAbove: lambda,
    budget: options,
    signal,
  });
  let found: readonly Label[] = [];
  let label = full;
  try {
    found = await search({ ...context, losses, lambda });
    label = choose(found, input) ?? full;
    return { kind: 'label', label };
  } finally {
    // Nobody could ask for it again, or have it forgotten.
    if (options.tenant === undefined && input.run === undefined) {
      await options.datastore.forget(tenant);
    }
    onSearched?.({ found, label, cost: losses.cost });
  }
}
