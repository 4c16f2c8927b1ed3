import type { Message } from '../../history/message.ts';
import { labelOfMessage } from '../../history/regions.ts';
import type { Label } from '../../label/label.ts';
import type { Decision } from '../decision.ts';
import type { Run } from '../run.ts';
import type { ToolOutput } from '../tool.ts';
import type { LabelledCall, PendingCall } from './call.ts';
import type { Refusal } from './refusal.ts';

/** Puts what was decided on a call into the record. */
export function recordDecision(
  run: Run,
  { call, explanation, ...labels }: LabelledCall,
  decision: Decision,
): void {
  const { id: callId, tool, args } = call;
  run.decided(tool, labels.label);
  const decided = { callId, tool, args, decision, explanation };
  run.record({ type: 'call-decided', ...decided, ...labelsOf(labels) });
}

/** The labels of a call as its events tell them. */
export function labelsOf({
  label,
  control = label,
}: Pick<LabelledCall, 'label' | 'control'>): Pick<LabelledCall, 'label' | 'control'> {
  return control === label ? { label } : { label, control };
}

/** The labels of a result besides the policy's own. */
export interface ResultLabels extends Pick<LabelledCall, 'control'> {
  /** That of the call; it may be lowered later. */
  readonly label: Label;
  /** The join of what runs inside the call have seen. */
  readonly within?: Label | undefined;
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
  const written = run.writtenByOthers.map(({ tool, label }) => ({ tool, label }));
  const others = { ...inner, ...(written.length > 0 && { written }) };
  const recorded = { ...labelsOf(labels), label: all };
  run.record({ type: 'call-executed', callId: call.id, output, ...recorded, ...others });
  return message;
}

/** Records a refusal, and makes the message that tells the model of it. */
export function refuse(run: Run, refused: LabelledCall, refusal: Refusal): Message {
  recordRefusal(run, refused, refusal);
  return run.refusalMessage(refused.call.id, refusal, refused.label);
}

export function recordRefusal(
  run: Run,
  { call, label, control }: Omit<LabelledCall, 'explanation'>,
  { rule, reason }: Refusal,
): void {
  const labels = labelsOf({ label, control });
  run.record({ type: 'call-refused', callId: call.id, rule, reason, ...labels });
}
