import type { Message } from '../history/message.ts';
import type { PlainMessage } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import type { LabelledCall } from './calls.ts';
import type { Decision } from './decision.ts';
import type { ToolOutput } from './tool.ts';

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

export interface Reconciling {
  readonly given: GivenCalls;
  /** What is new carries at least that label. */
  readonly least: Label;
  /** The client sent only what is new: these entries are put at index `at` of its messages. */
  readonly after: { readonly order: readonly number[]; readonly at: number } | undefined;
}

/** A call that the client was given, and what is known of how it ended. */
export interface GivenCall extends LabelledCall {
  readonly decision: Decision;
  readonly hasFailed: boolean;
  /** The person said no. */
  readonly wasRefused: boolean;
  /** What they wrote with it. */
  readonly words: string | undefined;
}

export type ToolTurn = Extract<PlainMessage, { readonly role: 'tool' }>;

/** The calls that the client was given. */
export interface GivenCalls {
  readonly find: (callId: string) => GivenCall | undefined;
  /** The join of the labels that results which have not come yet would have. */
  readonly outstandingLabel: () => Label;
  /** The client returned a result: what it read as, and the label of all of it. */
  readonly returned: (callId: string, output: ToolOutput, label: Label) => void;
}
