import type { Label, LabelSpace } from '../label/label.ts';
import type { History } from '../history/history.ts';
import type { ModelReply } from '../model/chat-model.ts';

/** Links a place in a drafted call to a region that it may come from. */
export interface Evidence {
  /** Index into `draft.calls`; -1 for the drafted text. */
  readonly call: number;
  /** JSON pointer of the argument, e.g. `/recipient`; empty for the drafted text. */
  readonly argument: string;
  /** Id of the region (`regionsOf`). */
  readonly region: string;
  /** How the two match, e.g. `exact`, `number`. */
  readonly how: string;
}

/** What the next output depends on. */
export type Relevance =
  | {
      readonly kind: 'regions';
      readonly regions: readonly string[];
      readonly evidence: readonly Evidence[];
      /** Drafted arguments without any visible source, as `call index + JSON pointer` pairs. */
      readonly unsourced: readonly { readonly call: number; readonly argument: string }[];
    }
  | { readonly kind: 'label'; readonly label: Label }
  /** Every region: also what an error, a time-out and an unknown region id amount to. */
  | { readonly kind: 'all'; readonly because: string };

export interface PropagatorInput {
  readonly space: LabelSpace;
  readonly history: History;
  /** Names the run, for what a propagator remembers: what it has of one run serves no other. */
  readonly run?: string | undefined;
  /** Counted work that the answer may cost, where that is less than usual. */
  readonly workMax?: number | undefined;
  readonly signal: AbortSignal;
}

interface Remembering {
  /**
   * Drops whatever is remembered of a run (`PropagatorInput.run`). Who ends a run calls it:
   * `Monitor.close` does, and whoever drives a `Session` does so with its `runId`.
   */
  readonly forget?: ((run: string) => Promise<void>) | undefined;
}

/**
 * Decides which regions (or which label) the next output depends on. Never decides what happens
 * next, and cannot break the guarantee: the output is generated from the redacted view alone.
 */
export type Propagator = Remembering &
  (
    | {
        readonly name: string;
        readonly needs: 'nothing';
        readonly relevant: (input: PropagatorInput) => Relevance | Promise<Relevance>;
      }
    | {
        readonly name: string;
        readonly needs: 'draft';
        readonly relevant: (
          input: PropagatorInput & { readonly draft: ModelReply },
        ) => Relevance | Promise<Relevance>;
      }
  );
