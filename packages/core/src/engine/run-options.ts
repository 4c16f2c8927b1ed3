import type { PlainTool } from '../history/plain.ts';
import type { ChatModel, DraftCall } from '../model/chat-model.ts';
import type { Label } from '../label/label.ts';
import type { Policy } from '../policy/policy.ts';
import type { Propagator } from '../propagate/propagator.ts';
import type { Structure } from '../redact/redact.ts';
import type { Confirm } from './decision.ts';
import type { MonitorEvent } from './events.ts';
import type { EnclosingCall } from './nested/running-call.ts';
import type { Shortcuts } from './shortcuts.ts';

export interface RunOptions {
  readonly policy: Policy;
  readonly model: ChatModel;
  /**
   * A smaller model that makes the drafts in the stead of `model` (RTBAS 9). It is sent what the
   * policy clears it for as a judge, and what it says is never an output: `model` generates each.
   * Default: `model` drafts, and its draft may be the output.
   */
  readonly draftModel?: ChatModel | undefined;
  readonly propagator: Propagator;
  /** Finds, for the person who is asked, which region reached which argument. Decides nothing. */
  readonly explainer: Propagator;
  /**
   * Of which generations the calls are explained: of all, or of those with a call that the policy
   * does not simply allow; default: `all`. Nobody is shown an explanation of the others.
   */
  readonly explained?: 'all' | 'stopped' | undefined;
  readonly tools: readonly PlainTool[];
  /** Tools of the provider's own that whoever asks would have it run, by the policy's names. */
  readonly providerTools?: readonly string[] | undefined;
  /** `undefined`: there is nobody to ask, so what would be asked is refused. */
  readonly confirm: Confirm | undefined;
  readonly structure: Structure;
  readonly shortcuts: Shortcuts;
  /** Milliseconds that a generation may take; default: `limits.modelTimeoutMsMax`. */
  readonly modelTimeoutMs?: number | undefined;
  /**
   * Milliseconds that the propagator may take for a step, after which everything is relevant;
   * default: `limits.propagatorTimeoutMsMax`. One that runs a model here may need minutes.
   */
  readonly propagatorTimeoutMs?: number | undefined;
  /**
   * The call that the run works for, as its tool is told it (`call`, `enclosingCall`). Needed only
   * where the platform has no asynchronous context: elsewhere a run finds it by itself.
   */
  readonly within?: EnclosingCall | undefined;
  readonly runId: string;
  readonly nowMs: () => number;
  /** A fresh unguessable name. A counter would tell a narrow step how much was hidden from it. */
  readonly newId: () => string;
  readonly onEvent: ((event: MonitorEvent, run: string) => void) | undefined;
}

/** Names of the options of a run that monitors and sessions both take as they are. */
export const runOptionNames: Readonly<
  Record<keyof Omit<RunOptions, 'explainer' | 'confirm'>, true>
> = {
  policy: true,
  model: true,
  draftModel: true,
  propagator: true,
  explained: true,
  tools: true,
  providerTools: true,
  structure: true,
  shortcuts: true,
  modelTimeoutMs: true,
  propagatorTimeoutMs: true,
  runId: true,
  nowMs: true,
  newId: true,
  onEvent: true,
  within: true,
};

/** What a client may change from request to request. */
export type Declared = Pick<RunOptions, 'tools' | 'model' | 'providerTools'>;

/** The labels of a result besides the policy's own. */
export interface ResultLabels {
  /** That of the call; it may be lowered later. */
  readonly label: Label;
  /** The join of what runs inside the call have seen. */
  readonly within?: Label | undefined;
}

/** A call of one generation, ready to be decided. */
export interface PendingCall {
  readonly id: string;
  readonly tool: string;
  readonly declared: boolean;
  /** Canonical JSON where the arguments parse, otherwise the text as the model wrote it. */
  readonly args: string;
  /** What `args` reads as, and what the tool is given. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** As the model wrote it: the policy looks at this, for canonical JSON hides duplicate keys. */
  readonly drafted: DraftCall;
}
