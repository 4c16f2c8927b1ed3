import type { History } from '../history/history.ts';
import { labelOfHistory } from '../history/regions.ts';
import type { Label } from '../label/label.ts';
import { limits } from '../limits.ts';
import type { DraftCall, ModelReply } from '../model/chat-model.ts';
import type { Policy, Ruling } from '../policy/policy.ts';
import { labelOf } from '../propagate/label-of.ts';
import type { Relevance } from '../propagate/propagator.ts';
import { relevantWithin } from '../propagate/relevant-within.ts';
import { decide, ruleAnswer, ruleCall } from './decide.ts';
import type { Run } from './run.ts';

/** The join of all labels, as far as the model's provider may see them. */
export function wideLabel(run: Run, history: History): Label {
  return run.space.meet(run.atLeast(labelOfHistory(run.space, history)), run.clearance());
}

interface ScreenInput {
  readonly history: History;
  readonly signal: AbortSignal;
  /** The label of all that is looked at: the draft's as well, and what a plan would lower. */
  readonly seen: Label;
}

/** Asks the propagator, and bounds its answer by the model's clearance (RTBAS alg. 2). */
export async function screen(
  run: Run,
  { history, signal, seen }: ScreenInput,
  draft: ModelReply | undefined,
): Promise<{ readonly relevance: Relevance; readonly label: Label }> {
  const {
    propagator,
    runId,
    propagatorTimeoutMs: timeoutMs = limits.propagatorTimeoutMsMax,
  } = run.options;
  const input = { space: run.space, history, signal, draft, run: runId };
  const relevance = await relevantWithin(propagator, input, { timeoutMs });
  const found = run.atLeast(labelOf(run.space, history, relevance));
  const label = run.space.meet(found, run.clearance());
  run.record({ type: 'relevance-found', relevance, label, seen: run.atLeast(seen) });
  return { relevance, label };
}

/**
 * How many of the reply's calls, or its answer, may happen at a label by the policy alone. What
 * only `log` mode lets through does not count: the shadow takes the same path as the guard.
 */
export function allowedAt(run: Run, reply: ModelReply, label: Label): number {
  const { policy } = run.options;
  const isAllowed = (ruling: Ruling): boolean =>
    ruling.kind === 'ceiling' && decide(run.space, label, ruling).violations.length === 0;
  if (reply.calls.length === 0) return isAllowed(ruleAnswer(policy, reply)) ? 1 : 0;
  return reply.calls.filter(
    (call) => run.tools.isIn(call.tool, label) && isAllowed(rulingOn(policy, call)),
  ).length;
}

const rulings = new WeakMap<Policy, WeakMap<DraftCall, Ruling>>();

/** Several labels are tried for one draft, and arguments may be long: they are read once. */
function rulingOn(policy: Policy, call: DraftCall): Ruling {
  const known = rulings.get(policy) ?? new WeakMap<DraftCall, Ruling>();
  rulings.set(policy, known);
  const ruling = known.get(call) ?? ruleCall(policy, call.tool, call.args);
  known.set(call, ruling);
  return ruling;
}

/**
 * Whether a narrower label is worth a generation: it allows more, or keeps labels from creeping.
 */
export function isHelped(
  run: Run,
  reply: ModelReply,
  { wide, narrow }: { readonly wide: Label; readonly narrow: Label },
): boolean {
  const outputs = Math.max(1, reply.calls.length);
  const atWide = allowedAt(run, reply, wide);
  return atWide === outputs || allowedAt(run, reply, narrow) > atWide;
}
