import { refusalText } from '../../engine/call/refusal.ts';
import type { Decision } from '../../engine/decision.ts';
import type { ToolOutput } from '../../engine/tool.ts';
import { readsExactly } from '../../history/json/json.ts';
import type { PlainMessage } from '../../history/plain.ts';
import type { ModelReply } from '../../model/chat-model.ts';
import type { FrameworkAnswer } from '../../session/call-state.ts';

/** Where a wrapped tool asks whether a call may run. */
export interface CallGate {
  /** Takes over the answer of the framework's own approval. */
  readonly settle: (callId: string, answer: FrameworkAnswer) => void;
  /** A person was asked; `answer` looks up what they said, once the call has a result. */
  readonly asked?: (callId: string, answer: () => FrameworkAnswer | undefined) => void;
  /** A tool handed these turns in beside its result. */
  readonly handInResult?: (callId: string, messages: readonly PlainMessage[]) => void;
  /** Runs a call, if it may run: with the arguments that were checked, once. */
  readonly execute: <Args, Result>(
    input: ExecuteInput<Args>,
    run: (args: Args) => Promise<Result> | Result,
    toOutput: (result: Result) => Promise<ToolOutput> | ToolOutput,
  ) => Promise<Executed<Result>>;
}

export interface ExecuteInput<Args> {
  readonly callId: string;
  readonly tool: string;
  /** The arguments that the framework is about to run. */
  readonly given: unknown;
  /** Parses the arguments as the framework does on their way from the model to the tool. */
  readonly parse: (args: unknown) => Args | Promise<Args>;
}

export type Executed<Result> =
  | { readonly kind: 'ran'; readonly result: Result }
  | { readonly kind: 'refused'; readonly text: string };

/** On a call of which nothing is known. */
export const noSession: Decision = {
  kind: 'deny',
  rule: 'monitor',
  reason: 'tool-unknown',
  violations: [],
};

/** The question beside the call, for a person: the rule that asks, and in which dimensions. */
export function questionText({ rule, violations }: Decision): string {
  const dimensions = [...new Set(violations.map((violation) => violation.dimension))].toSorted();
  return `rule ${rule} asks (${dimensions.join(', ')})`;
}

/** The result for the model of a call that a decision keeps from running. */
export function refusalOf(decision: Decision): string {
  const { rule, violations } = decision;
  const reason = decision.kind === 'deny' ? decision.reason : 'no-answer-in-time';
  return refusalText({ rule, violations, reason });
}

/** Every decimal number with so many digits comes back from JavaScript as it was. */
const keptDigits = 15;

/**
 * True if a value that somebody else has parsed may hold another number than was written: a whole
 * number that is too large, or one with more digits than are sure to be kept.
 */
export function mayBeRounded(value: unknown): boolean {
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) return true;
    if (Number.isInteger(value)) return !Number.isSafeInteger(value);
    const [digits = ''] = String(Math.abs(value)).split('e');
    return digits.replace('.', '').replace(/^0+/, '').length > keptDigits;
  }
  if (typeof value !== 'object' || value === null) return false;
  return Object.values(value).some(mayBeRounded);
}

/** Marks the calls of a reply that a framework changes, for it gives its tools parsed arguments. */
export function withRounded(reply: ModelReply): ModelReply {
  const calls = reply.calls.map((call) =>
    readsExactly(call.args) ? call : { ...call, isRounded: true },
  );
  return { ...reply, calls };
}
