import type { History } from '../history/history.ts';
import type { Label, LabelSpace } from '../label/label.ts';
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

/** A propagator's answer: the regions, or the label, that the next output depends on. */
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

/** The `forget` of a propagator that is made of others. */
export function forgetInAll(propagators: readonly Propagator[]): (run: string) => Promise<void> {
  return async (run) => {
    await Promise.all(propagators.map(async (each) => each.forget?.(run)));
  };
}

/**
 * Why every region counts as relevant. Closed, and free of values: it goes into events and logs.
 */
export type WideReason =
  /** The propagator is naive: it always says so. */
  | 'naive'
  | 'propagator-failed'
  | 'propagator-late'
  | 'aborted'
  /** The answer is no `Relevance`. */
  | 'answer-malformed'
  | 'region-unknown'
  /** The label was not made by the history's label space. */
  | 'label-foreign'
  | 'draft-missing'
  /** The draft is half a call, or its arguments are no JSON object. */
  | 'draft-unreadable'
  | 'limit-reached'
  /** The judge's model did not answer with a list of regions that exist, each once. */
  | 'judge-unclear'
  /** A drafted value stands nowhere, and the propagator was told to count that as everything. */
  | 'value-unsourced'
  /** The propagator said so, in words that we do not pass on. */
  | 'unexplained';

const reasons: Readonly<Record<WideReason, true>> = {
  naive: true,
  'propagator-failed': true,
  'propagator-late': true,
  aborted: true,
  'answer-malformed': true,
  'region-unknown': true,
  'label-foreign': true,
  'draft-missing': true,
  'draft-unreadable': true,
  'limit-reached': true,
  'judge-unclear': true,
  'value-unsourced': true,
  unexplained: true,
};

/** Every region is relevant. */
export function wide(because: WideReason): Relevance & { readonly kind: 'all' } {
  return { kind: 'all', because };
}

/** True for one of our reasons; any other text may quote what it was computed from. */
export function isWideReason(text: unknown): text is WideReason {
  return typeof text === 'string' && Object.hasOwn(reasons, text);
}
