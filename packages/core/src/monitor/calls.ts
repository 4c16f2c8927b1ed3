import type { Message } from '../history/message.ts';
import { labelOfMessage } from '../history/regions.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import type { Ruling } from '../policy/policy.ts';
import { isPlaceholderIn } from '../redact/redact.ts';
import { readsExactly } from '../history/reads-exactly.ts';
import { isRecord } from '../history/record.ts';
import { askPerson, type Question, type Verdict } from './confirm.ts';
import { decide, ruleCall } from './decide.ts';
import type { Decision, Explanation, RefusalReason } from './decision.ts';
import { refusalText, type Refusal } from './refusal.ts';
import type { Run } from './run.ts';
import { during } from './running-call.ts';
import type { PendingCall, ResultLabels } from './run-options.ts';
import type { Tool, ToolOutput } from './tool.ts';
import { within, type Outcome } from '../model/within.ts';

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

/** Decides one call and records the decision. */
export function decideCall(run: Run, labelled: LabelledCall, place: CallPlace): Decided {
  const decided = judgeCall(run, labelled, place);
  recordDecision(run, labelled, decided.decision);
  return decided;
}

/**
 * Carries a decision out (RTBAS alg. 4 lines 10-14): runs the call, asks first, or refuses. Returns
 * the message that stands for the result, labelled at least as the call.
 */
export async function settleCall(
  run: Run,
  labelled: LabelledCall,
  {
    decided,
    tools,
    signal,
  }: {
    readonly decided: Decided;
    readonly tools: ReadonlyMap<string, Tool>;
    readonly signal: AbortSignal;
  },
): Promise<{ readonly message: Message; readonly refused: boolean }> {
  const { call, label } = labelled;
  const { decision, ceiling } = decided;
  const verdict = isMisread(call, decision, tools.get(call.tool))
    ? ({ kind: 'no', reason: 'number-not-exact', words: undefined } as const)
    : await verdictFor(run, questionOf(labelled, decision, ceiling), { decision, signal });
  if (verdict.kind === 'no') {
    const { rule, violations } = decision;
    const refusal = { rule, violations, reason: verdict.reason, words: verdict.words };
    return { message: refuse(run, labelled, refusal), refused: true };
  }
  const executed = await execute(run, labelled, { tools, signal });
  return { message: recordResult(run, { call, label, ...executed }), refused: false };
}

/** True if the tool would be given another number than the one that was checked and shown. */
function isMisread(call: PendingCall, decision: Decision, tool: Tool | undefined): boolean {
  if (decision.kind === 'deny') return false;
  return call.isRounded === true || (tool?.takes !== 'text' && !readsExactly(call.args));
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
  return ruleCall(run.options.policy, call.tool, call.written);
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

async function verdictFor(
  run: Run,
  question: Question,
  { decision, signal }: { readonly decision: Decision; readonly signal: AbortSignal },
): Promise<Verdict> {
  if (signal.aborted) return { kind: 'no', reason: 'turn-aborted' };
  switch (decision.kind) {
    case 'allow':
      return { kind: 'yes' };
    case 'deny':
      return { kind: 'no', reason: decision.reason };
    case 'ask':
      return askPerson(run, question, signal);
  }
}

/** Runs the value that was checked. A tool that throws or hangs has a failed result, not none. */
async function execute(
  run: Run,
  { call, label }: LabelledCall,
  { tools, signal }: { readonly tools: ReadonlyMap<string, Tool>; readonly signal: AbortSignal },
): Promise<{ readonly output: ToolOutput; readonly within?: Label }> {
  const tool = tools.get(call.tool);
  const { value, id: callId } = call;
  if (tool === undefined || value === undefined) {
    return { output: failedOutput('The tool is not there.') };
  }
  const running = run.enclosure.opened(label);
  const outcome = await within({ timeoutMs: limits.toolTimeoutMsMax, signal }, (inner) =>
    during(running, () =>
      tool.execute(value, { signal: inner, callId, text: call.args, label, call: running }),
    ),
  );
  return { output: outputIn(outcome), within: running.end() };
}

function outputIn(outcome: Outcome<unknown>): ToolOutput {
  if (outcome.kind === 'done') return outputOf(outcome.value);
  const { cause } = outcome;
  // The message of an error may echo anything: it is a failed result, labelled as the policy says.
  return failedOutput(cause instanceof Error ? cause.message : 'The tool gave no result.');
}

function outputOf(value: unknown): ToolOutput {
  return isOutput(value) ? value : failedOutput('The tool gave no text.');
}

/** A tool is written by others: what is neither text nor parts is a failed result. */
function isOutput(value: unknown): value is ToolOutput {
  if (typeof value === 'string') return true;
  return isRecord(value) && Array.isArray(value['parts']) && value['parts'].every(isPart);
}

function isPart(part: unknown): boolean {
  if (!isRecord(part)) return false;
  if (part['kind'] === 'text') return typeof part['text'] === 'string';
  return part['kind'] === 'opaque' && typeof part['mediaType'] === 'string';
}

function failedOutput(text: string): ToolOutput {
  return { parts: [{ kind: 'text', text }], failed: true };
}
