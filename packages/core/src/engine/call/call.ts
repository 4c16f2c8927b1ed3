import { isRecord } from '../../history/document.ts';
import { canonicalJson, canonicalOf } from '../../history/json/canonical.ts';
import { withPlainNumbers } from '../../history/json/exact-number.ts';
import { parseJson, readsExactly } from '../../history/json/json.ts';
import type { Label } from '../../label/label.ts';
import { limits } from '../../limits.ts';
import type { DraftCall } from '../../model/chat-model.ts';
import { type Outcome, within } from '../../model/within.ts';
import type { Ruling } from '../../policy/policy.ts';
import { isPlaceholderIn } from '../../redact/redact.ts';
import {
  type Confirm,
  type CallLabels,
  decideParts,
  type Decision,
  type Explanation,
  type RefusalReason,
} from '../decision.ts';
import { during, type RunningCall } from '../nested/enclosure.ts';
import type { Run } from '../run.ts';
import { copiedOutput, type Tool, type ToolOutput } from '../tool.ts';
import { askPerson, type Question, type Verdict } from './confirm.ts';

/** A call of one generation, ready to be decided. */
export interface PendingCall {
  readonly id: string;
  readonly tool: string;
  readonly declared: boolean;
  /** Canonical JSON where the arguments parse, otherwise the text as the model wrote it. */
  readonly args: string;
  /** The value of `args`, which the tool is given. */
  readonly value: Readonly<Record<string, unknown>> | undefined;
  /** As the model wrote it: the policy looks at this, for canonical JSON hides duplicate keys. */
  readonly drafted: DraftCall;
}

/** One call of a generation, with its labels. */
export interface LabelledCall {
  readonly call: PendingCall;
  /** The label of the whole call, and so of whatever comes of it. */
  readonly label: Label;
  /** The label of its tool and of what is acted on, where that is another, below. */
  readonly control?: Label | undefined;
  readonly explanation: Explanation;
}

/** The decision on a call, and the ceiling that it was held against. */
export interface Decided {
  readonly decision: Decision;
  readonly ceiling: Label | undefined;
}

/** A call that was decided. */
export interface DecidedCall extends LabelledCall {
  readonly decision: Decision;
  /** It was held against this, for who is asked; not kept by a process that is gone. */
  readonly ceiling?: Label | undefined;
}

/** Where a call stands in its generation. */
interface CallPlace {
  /** The generation broke off. */
  readonly truncated: boolean;
  readonly index: number;
}

/** Gives a call drafted at `label` an id of ours, and forgets that of the model or its provider. */
export function mintCall(run: Run, drafted: DraftCall, label: Label): PendingCall {
  const { tool, args } = drafted;
  const parsed = parseArguments(args);
  return {
    id: run.newId('call'),
    tool,
    declared: run.tools.isIn(tool, label),
    args: parsed?.text ?? args,
    value: parsed?.value,
    drafted,
  };
}

/** A call with the labels of its generation, and of the files that it may run. */
export function labelledCall(
  { space, files }: Run,
  call: PendingCall,
  { control, data }: CallLabels,
): Omit<LabelledCall, 'explanation'> {
  const least = files.runs(call.drafted);
  const label = space.join(data, least);
  // Another call of the same generation may write what this one runs.
  return { call, label, control: files.mayRun(call.drafted) ? label : control };
}

/** Decides one call. Pure. */
export function judgeCall(
  run: Run,
  { call, label, control = label }: Omit<LabelledCall, 'explanation'>,
  place: CallPlace,
): Decided {
  const ruling = rulingOn(run, call, place);
  const decision: Decision = isRefusal(ruling)
    ? { kind: 'deny', rule: 'monitor', reason: ruling.reason, violations: [] }
    : decideParts(run.space, { control, data: label }, ruling);
  const hasCeiling = !isRefusal(ruling) && ruling.kind === 'ceiling';
  return { decision, ceiling: hasCeiling ? ruling.ceiling : undefined };
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

/** The question to a person about a call. */
export function questionOf(
  { call, label, explanation }: LabelledCall,
  decision: Decision,
  ceiling: Label | undefined,
): Question {
  const { id: callId, tool, args } = call;
  const { rule, violations } = decision;
  return { callId, tool, args, label, ceiling, rule, violations, ...explanation };
}

/** The means by which the loop carries calls out. */
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

/** A tool is written by others: what is neither text nor parts is a failed result. */
function outputOf(value: unknown): ToolOutput {
  try {
    const output = copiedOutput(value);
    if (output !== undefined) return output;
  } catch {
    // A getter that throws, or data that cannot be copied.
  }
  return failedOutput('The tool gave no text.');
}

function failedOutput(text: string): ToolOutput {
  return { parts: [{ kind: 'text', text }], failed: true };
}

/** A call's arguments: the text that is shown and approved, and the value that it reads as. */
interface Arguments {
  /** Canonical JSON, but each number is as the model wrote it. */
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
}

/**
 * The one place where a call's argument text becomes a value: a JSON object, or nothing. Nothing
 * too where it nests too deep to be written again. A number that JavaScript cannot hold is another
 * one in the value: who runs the value asks `readsExactly` first.
 */
export function parseArguments(text: string): Arguments | undefined {
  const read = parseJson(text);
  if (read.kind === 'unreadable') {
    return read.because === 'duplicate-keys' ? lastOfEach(text) : undefined;
  }
  const canonical = canonicalOf(text, read.root);
  const value = valueOf(canonical);
  return isRecord(value) ? { text: canonical, value } : undefined;
}

/** Some engines read an escaped key as another one (`addValues`). */
function valueOf(canonical: string): unknown {
  if (!canonical.includes('\\')) return JSON.parse(canonical);
  const read = parseJson(canonical);
  return read.kind === 'document'
    ? withPlainNumbers(read.root.value, ({ text }) => Number(text))
    : undefined;
}

/** A policy denies a key that stands twice; till then such arguments are shown as they read. */
function lastOfEach(text: string): Arguments | undefined {
  try {
    const canonical = canonicalJson(JSON.parse(text));
    const value: unknown = JSON.parse(canonical);
    return isRecord(value) ? { text: canonical, value } : undefined;
  } catch {
    return undefined;
  }
}
