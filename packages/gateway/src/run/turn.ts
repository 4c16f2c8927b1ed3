import type { ChatModel, KnownElsewhere, Label, PlainMessage, PlainTool } from '@sluice/core';
import type { EventDraft, NewQuestion } from '../store/store.ts';
import type { AnswerLine, GivenAnswer } from './answers.ts';
import type { AskingClient } from './ask/store-asker.ts';
import type { NotedFor } from './known/stored-texts.ts';
import type { Delivered } from './run-head.ts';

/** One request's turn in a run. */
export interface Turn {
  readonly messages: readonly PlainMessage[];
  readonly tools: readonly PlainTool[];
  /** The names of custom tools among these: their calls are plain text. */
  readonly custom?: ReadonlySet<string> | undefined;
  /** The names of the tools that its choice lets the model call; default: all. */
  readonly callable?: ReadonlySet<string> | undefined;
  /** Tools that the client would have the provider run, by the policy's names. */
  readonly providerTools?: readonly string[] | undefined;
  readonly model: ChatModel;
  readonly signal: AbortSignal;
  readonly onText: ((delta: string) => void) | undefined;
  /** Nothing of what the client sent may be taken to be known or trusted. */
  readonly foreign: boolean;
  /** The lower bound for labels of new messages, besides the profile's. */
  readonly least: Label | undefined;
  /** Texts that the same client's other runs knew before. */
  readonly elsewhere?: KnownElsewhere | undefined;
  readonly notedFor?: NotedFor | undefined;
  /** Until when, by `performance.now()`, the client waits for a person. */
  readonly waitUntilMs: number;
  /** Waits for a person as long as nobody needs what the request holds. */
  readonly idle?: ((wait: (giveWay: AbortSignal) => Promise<void>) => Promise<void>) | undefined;
  /** Told of the questions that it waits for. */
  readonly onAwaited?: AskingClient['onAwaited'] | undefined;
  /** False: the client is told with an error that a call waits, and holds no text of ours. */
  readonly readsText?: boolean | undefined;
  /** True if the client's key still holds. */
  readonly isKnown?: AskingClient['isKnown'] | undefined;
  /** The answer after which the messages come, where the client does not send what was before. */
  readonly after: After | undefined;
  readonly bodyHash: string;
  /** The name of the client whose request it is. */
  readonly client: string;
  /** Under which the events of the turn are found. */
  readonly answerId: string;
}

export interface After {
  readonly answerId: string;
  /** How many messages of the request stand before the conversation. */
  readonly instructions: number;
}

/** The values to store when a turn ends. */
export interface Kept {
  readonly answerId: string;
  /** The names of its beginning, where they are to be stored. */
  readonly begun?: readonly string[];
  /** By which the run is to be found again as well. */
  readonly names: readonly string[];
  /** The name of the transcript that it stands at now; not given where the turn failed. */
  readonly standsAt?: string | undefined;
  readonly delivered?: Delivered | undefined;
  /** Besides what the session recorded. */
  readonly happened?: readonly EventDraft[];
  /**
   * The answer, where its client may go on from it by its id. `instructions`: how many messages at
   * the beginning belonged to the request alone.
   */
  readonly answer?: (Omit<GivenAnswer, 'order'> & { readonly instructions: number }) | undefined;
}

export interface Stored extends Omit<Kept, 'answer' | 'begun'> {
  readonly questions: readonly NewQuestion[];
  readonly lines?: readonly AnswerLine[];
  /**
   * A turn ends with an answer, which is to be found by its id. A change leaves as they are where
   * the run stands and what it delivered.
   */
  readonly kind: 'answer' | 'question' | 'change';
}
