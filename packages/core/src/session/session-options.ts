import type { Approval } from '../engine/call/confirm.ts';
import type { Decision } from '../engine/decision.ts';
import type { FailReason, MonitorEvent } from '../engine/events.ts';
import { requireKnownOptions, runOptionNames, type RunOptions } from '../engine/run-options.ts';
import type { KnownElsewhere } from '../history/known/known-answer.ts';
import type { PlainCall, PlainTool } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import type { ChatModel, ModelReply, Usage } from '../model/chat-model.ts';

export interface SessionOptions extends Omit<
  RunOptions,
  'runId' | 'nowMs' | 'newId' | 'onEvent' | 'explainer' | 'confirm'
> {
  readonly tools: readonly PlainTool[];
  /** The one who asks the person. */
  readonly approval: Approval;
  /** The system prompt of the run's own loop; a client sends its own with each step. */
  readonly system?: string | undefined;
  /** The client's answer where all calls of a generation were refused. */
  readonly refusals?: Refusals | undefined;
  readonly runId?: string | undefined;
  readonly nowMs?: (() => number) | undefined;
  readonly newId?: (() => string) | undefined;
  readonly onEvent?: ((event: MonitorEvent, run: string) => void) | undefined;
}

const names: Readonly<Record<keyof SessionOptions, true>> = {
  ...runOptionNames,
  approval: true,
  refusals: true,
  system: true,
};

/** The same options. Throws `settings-invalid` for one that does not exist. */
export function knownOptions(options: SessionOptions): SessionOptions {
  requireKnownOptions(options, names, '`Session`');
  return options;
}

/** A run takes these from its surroundings; every other file gets them as arguments. */
interface Ambient {
  readonly nowMs: () => number;
  readonly newId: () => string;
}

/** The platform's clock and random ids. */
export const ambient: Ambient = {
  // oxlint-disable-next-line sluice/no-ambient-in-core -- the one default; tests pass their own
  nowMs: () => Date.now(),
  newId: () => crypto.randomUUID(),
};

export interface StepOptions {
  readonly signal: AbortSignal;
  readonly onText?: ((delta: string) => void) | undefined;
  /** The tools that the client declares with this request, where that may change. */
  readonly tools?: readonly PlainTool[] | undefined;
  /** The names of those whose calls the client gets as plain text: their type is part of them. */
  readonly custom?: ReadonlySet<string> | undefined;
  /**
   * The names of those that the model may call in this step; default: all. A call that waited for a
   * person is given only to a step that may make it.
   */
  readonly callable?: ReadonlySet<string> | undefined;
  readonly model?: ChatModel | undefined;
  /** Tools that the client would have the provider run (`Policy.providerTool`); default: none. */
  readonly providerTools?: readonly string[] | undefined;
  /**
   * Texts that the same principal's other runs knew before, with labels of this policy's space: a
   * turn, or what is new of a tool, that repeats one carries its label, and so does a tool's
   * result that repeats an answer.
   */
  readonly elsewhere?: KnownElsewhere | undefined;
  /**
   * The client may put what a tool returned (an image, a file) into a turn of the user right behind
   * the results: there it carries their labels. Default: it does not.
   */
  readonly movesMedia?: boolean | undefined;
  /** The least label of everything that is new in this request; default: bottom. */
  readonly least?: Label | undefined;
  /**
   * The client sends only what is new: the transcript as it stood (`Session.order`) is put at index
   * `at` of its messages.
   */
  readonly after?: { readonly order: readonly number[]; readonly at: number } | undefined;
}

/** `hidden`: the model is told and goes on; `text`: the turn ends with why; `error`: it fails. */
export type Refusals = 'hidden' | 'text' | 'error';

/** A framework gets it back for one of its model calls. */
export type SessionStep =
  | {
      readonly kind: 'replied';
      readonly text: string;
      /** `text` is ours, in place of an answer or of calls that were refused. */
      readonly withheld: boolean;
      /** Allowed calls, and calls that wait for the framework's approval (`decisionOf`). */
      readonly calls: readonly PlainCall[];
      readonly label: Label;
      /** On the answer as a sink; `undefined` where there are calls, or were. */
      readonly decision?: Decision | undefined;
      /** `truncated`: the model stopped in the middle of its answer. */
      readonly stop: ModelReply['stop'];
      /** Summed over the generations that the framework does not see. */
      readonly usage: Usage;
      /** Handed over by the model port besides; nothing where another process had asked it. */
      readonly beside: Pick<ModelReply, 'reasoning' | 'provider'>;
    }
  /** Nobody has answered yet; `text` is the asker's notice, if it has one. */
  | {
      readonly kind: 'waiting';
      readonly text: string | undefined;
      readonly callIds: readonly string[];
      /** An answer waits; otherwise calls. */
      readonly isAnswer: boolean;
      readonly usage: Usage;
    }
  | { readonly kind: 'refused'; readonly text: string; readonly usage: Usage }
  | {
      readonly kind: 'failed';
      readonly because: FailReason | 'limit-reached';
      /** Thrown by the model port, if that ended the step. */
      readonly cause?: unknown;
    };
