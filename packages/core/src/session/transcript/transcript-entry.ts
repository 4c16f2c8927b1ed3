import type { KnownElsewhere } from '../../history/known/known-answer.ts';
import type { Message } from '../../history/message.ts';
import type { PlainMessage } from '../../history/plain.ts';
import type { Label } from '../../label/label.ts';
import type { LabelledCall } from '../../engine/call/calls.ts';
import type { Decision, RefusalReason } from '../../engine/decision.ts';
import type { ToolOutput } from '../../engine/tool.ts';

/** One message of the client, and what stands for it in the model's transcript. */
export interface Entry {
  readonly id: number;
  readonly key: string;
  readonly messages: readonly Message[];
}

/** One message of what the client holds; one that it only named is known. */
export interface Sent {
  readonly key: string;
  readonly message?: PlainMessage;
  readonly known?: Entry | undefined;
}

/** A client's messages, matched with the transcript as it stands. */
export interface Matched {
  readonly isIntact: boolean;
  /** Entries that stay where they are; behind them comes the tail. */
  readonly stands: readonly Entry[];
  readonly tail: readonly Sent[];
}

/** Everything besides a new message itself that decides its label. */
export interface Labelling {
  readonly given: GivenCalls;
  readonly floor: Label;
  /** Messages of the same request that stand before. */
  readonly fresh: readonly Message[];
  /** The join of the labels of these, of `elsewhere` and of all that the run has seen. */
  readonly seen: Label;
  readonly elsewhere: KnownElsewhere;
  /** True if it comes from the run's own loop: nobody else has held it. */
  readonly isOwn: boolean;
  /** To be called once the messages stand in the transcript. */
  readonly told: (() => void)[];
}

export interface Reconciling {
  readonly given: GivenCalls;
  /** What is new carries at least that label. */
  readonly least: Label;
  readonly elsewhere: KnownElsewhere;
  /** The client sent only what is new: these entries are put at index `at` of its messages. */
  readonly after: { readonly order: readonly number[]; readonly at: number } | undefined;
}

/** A call that the client was given, and what is known of how it ended. */
export interface GivenCall extends LabelledCall {
  readonly decision: Decision;
  readonly hasFailed: boolean;
  /** The join of what runs inside the call have seen; `undefined` where none did. */
  readonly within: Label | undefined;
  /** Why it was not made, if it was refused after it was given. */
  readonly refusedAs: RefusalReason | undefined;
  /** The words that the person wrote with a no. */
  readonly words: string | undefined;
}

export type ToolTurn = Extract<PlainMessage, { readonly role: 'tool' }>;

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
