import { canonicalJson } from '../history/json/canonical.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import type { DecidedCall } from '../engine/call/call.ts';
import type { ToolOutput } from '../engine/tool.ts';
import type { Message } from '../history/message.ts';
import {
  parseReason,
  type CallExplanation,
  type ConfirmAnswer,
  type Decision,
  type RefusalReason,
} from '../engine/decision.ts';
import { missing, oneOf, optional, text, truth } from './saved/saved-value.ts';

/** A framework's wish to run a call, and what it does to the arguments before the tool has them. */
export interface WantedCall<Args> {
  readonly given: unknown;
  readonly parse: (args: unknown) => Args | Promise<Args>;
}

/** The outcome of a call in the run's own loop. */
export interface CarriedOut {
  readonly output: ToolOutput;
  readonly isRefused: boolean;
}

/** The fate of a call that was given out. */
export interface CallState {
  readonly state: 'decided' | 'approved' | 'refused' | 'unanswered' | 'executed';
  /** Its tool threw, or said that it failed: whatever text the framework makes of it may echo. */
  readonly hasFailed: boolean;
  /** The words that the person wrote with a no. */
  readonly words: string | undefined;
  /** Why it was refused, where the person's answer is not why. */
  readonly reason?: RefusalReason | undefined;
  /** The join of what runs inside the call have seen: whatever comes of it carries that. */
  readonly within: Label | undefined;
  /** It could be run once, though what was decided since says otherwise. */
  readonly mayHaveRun?: boolean | undefined;
}

export interface KnownCall extends DecidedCall, CallState {}

/** A call that the client was given, and what is known of how it ended. */
export interface GivenCall extends KnownCall {
  /** Why it was not made, if it was refused after it was given. */
  readonly refusedAs: RefusalReason | undefined;
}

/** The calls that the client was given. */
export interface GivenCalls {
  readonly find: (callId: string) => GivenCall | undefined;
  /** The join of the labels that results which have not come yet would have. */
  readonly outstandingLabel: () => Label;
  /** The least label of this call's result; `undefined` where there is none to come. */
  readonly resultLabel: (callId: string) => Label | undefined;
  /**
   * The result as it was labelled when it came, if it read so; asked for once. One of a client
   * only if nothing that goes on from a call that is over has seen more since.
   */
  readonly takeBuilt: (
    callId: string,
    output: Exclude<ToolOutput, string>,
    by: { readonly isOwn: boolean },
  ) => Message | undefined;
  /** The client returned a result: what it read as, and the label of all of it. */
  readonly returned: (callId: string, output: ToolOutput, label: Label) => void;
}

/** The decision on a call that nobody was given. */
export const unknownCall: Decision = {
  kind: 'deny',
  rule: 'monitor',
  reason: 'tool-unknown',
  violations: [],
};

/** For the person who is asked about a call; of one that nobody was given, nothing is known. */
export function explained(known: KnownCall | undefined, top: Label): CallExplanation {
  const { decision = unknownCall, label = top, ceiling, explanation } = known ?? {};
  const { rule, violations } = decision;
  return { rule, violations, label, ceiling, ...(explanation ?? { evidence: [], unsourced: [] }) };
}

export function refusedAs({ state, reason }: CallState): RefusalReason | undefined {
  if (reason !== undefined) return reason;
  if (state === 'refused') return 'person-said-no';
  return state === 'unanswered' ? 'no-answer-in-time' : undefined;
}

export function reasonAgainst(known: KnownCall): RefusalReason | undefined {
  const { decision, state } = known;
  const no = refusedAs(known);
  if (no !== undefined) return no;
  if (state === 'executed') return 'confirmation-mismatch';
  if (decision.kind === 'deny') return decision.reason;
  return decision.kind === 'ask' && state !== 'approved' ? 'no-answer-in-time' : undefined;
}

/** True if whoever was given the call may have run it, whatever was decided since. */
export function mayRun(known: KnownCall): boolean {
  return known.mayHaveRun === true || reasonAgainst(known) === undefined;
}

/** True if two values read alike as JSON; what JSON cannot hold is like nothing. */
export function isSame(args: unknown, given: unknown): boolean {
  try {
    return canonicalJson(args) === canonicalJson(given);
  } catch {
    return false;
  }
}

/** The answer of a framework's own approval. */
export interface FrameworkAnswer {
  readonly approved: boolean;
  readonly by: string;
  /** The person wrote it with a no; the model is told. */
  readonly reason?: string | undefined;
  /** Nobody said no: the framework went on without a yes. */
  readonly unanswered?: true | undefined;
}

/** The state in which a framework's approval leaves a call, and the answer for the record. */
export function settledBy({ approved, by, reason, unanswered }: FrameworkAnswer): {
  readonly state: CallState['state'];
  readonly recorded: ConfirmAnswer | { readonly kind: 'none' };
} {
  if (approved) return { state: 'approved', recorded: { kind: 'yes', by: [by], hash: '' } };
  return unanswered === true
    ? { state: 'unanswered', recorded: { kind: 'none' } }
    : { state: 'refused', recorded: { kind: 'no', by: [by], reason } };
}

export function savedState(of: CallState): object {
  const { state, hasFailed, words, reason, within, mayHaveRun } = of;
  return { state, hasFailed, words, reason, within: within?.text, mayHaveRun };
}

export function loadState(space: LabelSpace, saved: Readonly<Record<string, unknown>>): CallState {
  return {
    state: oneOf('decided', 'approved', 'refused', 'unanswered', 'executed')(saved['state']),
    hasFailed: truth(saved['hasFailed']),
    words: optional(text)(saved['words']),
    reason: optional((reason) => parseReason(reason) ?? missing())(saved['reason']),
    within: optional((label) => space.parse(text(label)))(saved['within']),
    mayHaveRun: optional(truth)(saved['mayHaveRun']),
  };
}
