import type { Relevance } from './propagator.ts';

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

/** Whether a text is one of our reasons; any other may quote what it was computed from. */
export function isWideReason(text: unknown): text is WideReason {
  return typeof text === 'string' && Object.hasOwn(reasons, text);
}
