import type { Message } from '../../history/message.ts';
import { labelOfMessage } from '../../history/regions.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import type { Ruling } from '../../policy/policy.ts';
import { isPlaceholderIn } from '../../redact/redact.ts';
import { decide, type Decision, type Explanation, type RefusalReason } from '../decision.ts';
import { type Refusal, refusalText } from '../refusal.ts';
import type { PendingCall, ResultLabels } from '../run-options.ts';
import type { Run } from '../run.ts';
import type { ToolOutput } from '../tool.ts';
import type { Question } from './confirm.ts';

/** One call of a generation, with the label that it shares with the others. */
export interface LabelledCall {
  readonly call: PendingCall;
  readonly label: Label;
  readonly explanation: Explanation;
}

/** What was decided on a call, and the ceiling that it was held against. */
export interface Decided {
  readonly decision: Decision;
  readonly ceiling: Label | undefined;
}

/** Where a call stands in its generation. */
export interface CallPlace {
  /** The generation broke off. */
  readonly truncated: boolean;
  readonly index: number;
}

/** Decides one call. Pure. */
export function judgeCall(
  run: Run,
  { call, label }: Omit<LabelledCall, 'explanation'>,
  place: CallPlace,
): Decided {
  const ruling = rulingOn(run, call, place);
  const decision: Decision = isRefusal(ruling)
    ? { kind: 'deny', rule: 'monitor', reason: ruling.reason, violations: [] }
    : decide(run.space, label, ruling);
  const hasCeiling = !isRefusal(ruling) && ruling.kind === 'ceiling';
  return { decision, ceiling: hasCeiling ? ruling.ceiling : undefined };
}

/** Puts what was decided on a call into the record. */
export function recordDecision(
  run: Run,
  { call, label, explanation }: LabelledCall,
  decision: Decision,
): void {
  const { id: callId, tool, args } = call;
  run.record({ type: 'call-decided', callId, tool, args, label, decision, explanation });
}

/** Labels what a call gave back, and records it with the label of all of it. */
export function recordResult(
  run: Run,
  { call, output, ...labels }: ResultLabels & { call: PendingCall; output: ToolOutput },
): Message {
  const message = run.resultMessage(call, output, labels);
  const all = labelOfMessage(run.space, message);
  const { within: seen = run.space.bottom } = labels;
  const inner = seen === run.space.bottom ? {} : { within: seen };
  run.record({ type: 'call-executed', callId: call.id, output, label: all, ...inner });
  return message;
}

/** The message that tells the model of a refusal; it carries the call's label. */
export function refuse(run: Run, { call, label }: LabelledCall, refusal: Refusal): Message {
  const { rule, reason } = refusal;
  run.record({ type: 'call-refused', callId: call.id, rule, reason, label });
  return run.refusalMessage(call.id, refusalText(refusal), label);
}

function rulingOn(
  run: Run,
  call: PendingCall,
  { truncated, index }: CallPlace,
): Ruling | { readonly reason: RefusalReason } {
  if (truncated) return { reason: 'call-truncated' };
  if (index >= limits.callsPerStepMax) return { reason: 'limit-reached' };
  if (!call.declared) return { reason: 'tool-unknown' };
  if (call.value === undefined) return { reason: 'arguments-unparseable' };
  if (isPlaceholderIn(call.args)) return { reason: 'placeholder-in-argument' };
  return run.rulings.of(call.drafted);
}

function isRefusal(
  ruling: Ruling | { readonly reason: RefusalReason },
): ruling is { readonly reason: RefusalReason } {
  return !('kind' in ruling);
}

/** What a person is asked about a call. */
export function questionOf(
  { call, label, explanation }: LabelledCall,
  decision: Decision,
  ceiling: Label | undefined,
): Question {
  const { id: callId, tool, args } = call;
  const { rule, violations } = decision;
  return { callId, tool, args, label, ceiling, rule, violations, ...explanation };
}
