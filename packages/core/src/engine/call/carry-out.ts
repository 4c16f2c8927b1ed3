import { readsExactly } from '../../history/json/json.ts';
import { isRecord } from '../../history/document.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import { within, type Outcome } from '../../model/within.ts';
import { questionOf, type LabelledCall } from './calls.ts';
import { askPerson, type Verdict } from './confirm.ts';
import type { Confirm, Decision } from '../decision.ts';
import type { Run } from '../run.ts';
import type { PendingCall } from '../run-options.ts';
import { during, type RunningCall } from '../nested/running-call.ts';
import type { Tool, ToolOutput } from '../tool.ts';

/** A call that was decided. */
export interface DecidedCall extends LabelledCall {
  readonly decision: Decision;
  /** What it was held against, for who is asked; not kept by a process that is gone. */
  readonly ceiling?: Label | undefined;
}

/** What the loop carries calls out with. */
export interface CarryOut {
  /** `undefined`: the loop has no tool of that name. */
  readonly tool: Tool | undefined;
  readonly confirm: Confirm | undefined;
  readonly signal: AbortSignal;
}

/** Says of a decided call whether it may run now (RTBAS alg. 4 lines 10-12); asks where it must. */
export async function verdictOn(
  run: Run,
  decided: DecidedCall,
  { tool, confirm, signal }: CarryOut,
): Promise<Verdict> {
  const { call, decision, ceiling } = decided;
  if (isMisread(call, decision, tool)) return { kind: 'no', reason: 'number-not-exact' };
  if (signal.aborted) return { kind: 'no', reason: 'turn-aborted' };
  switch (decision.kind) {
    case 'allow':
      return { kind: 'yes' };
    case 'deny':
      return { kind: 'no', reason: decision.reason };
    case 'ask':
      return askPerson(run, questionOf(decided, decision, ceiling), { confirm, signal });
  }
}

/** True if the tool would be given another number than the one that was checked and shown. */
function isMisread(call: PendingCall, decision: Decision, tool: Tool | undefined): boolean {
  if (decision.kind === 'deny') return false;
  return call.drafted.isRounded === true || (tool?.takes !== 'text' && !readsExactly(call.args));
}

/** Runs the value that was checked. A tool that throws or hangs has a failed result, not none. */
export async function runTool(
  { call, label }: Pick<LabelledCall, 'call' | 'label'>,
  running: RunningCall,
  { tool, signal }: CarryOut,
): Promise<ToolOutput> {
  const { value, id: callId } = call;
  if (tool === undefined || value === undefined) return failedOutput('The tool is not there.');
  const outcome = await within({ timeoutMs: limits.toolTimeoutMsMax, signal }, (inner) =>
    during(running, () =>
      tool.execute(value, { signal: inner, callId, text: call.args, label, call: running }),
    ),
  );
  return outputIn(outcome);
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
