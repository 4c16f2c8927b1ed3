import type { History } from '../../history/history.ts';
import { labelOfHistory } from '../../history/regions.ts';
import type { Label } from '../../label/label.ts';
import { meetAll } from '../../label/lattice.ts';
import { limits } from '../../limits.ts';
import type { DraftCall, ModelReply } from '../../model/chat-model.ts';
import type { Ruling } from '../../policy/policy.ts';
import { labelOf } from '../../propagate/label-of.ts';
import type { Relevance } from '../../propagate/propagator.ts';
import { relevantWithin } from '../../propagate/relevant-within.ts';
import { decide } from '../decision.ts';
import type { Run } from '../run.ts';
import { labelAgain } from './generate.ts';

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
  const isAllowed = (ruling: Ruling): boolean => isBelowCeiling(run, ruling, label);
  if (reply.calls.length === 0) return isAllowed(run.rulings.ofAnswer(reply)) ? 1 : 0;
  return reply.calls.filter(
    (call) => run.tools.isIn(call.tool, label) && isAllowed(run.rulings.of(call)),
  ).length;
}

function isBelowCeiling(run: Run, ruling: Ruling, label: Label): boolean {
  return ruling.kind === 'ceiling' && decide(run.space, label, ruling).violations.length === 0;
}

/** True if a narrower label is worth a generation: more is allowed, or labels do not creep. */
export function isHelped(
  run: Run,
  reply: ModelReply,
  { wide, narrow }: { readonly wide: Label; readonly narrow: Label },
): boolean {
  const outputs = Math.max(1, reply.calls.length);
  const atWide = allowedAt(run, reply, wide);
  return atWide === outputs || allowedAt(run, reply, narrow) > atWide;
}

/**
 * The label at which a draft is tried once more before its calls are asked about or refused: the
 * greatest below the draft's own at which every call that is stopped for its label would be
 * allowed. `undefined` where none is, and where what the provider would look up again stands above
 * their ceilings. Like every choice of a label it looks at what is hidden: one more candidate.
 */
export function ceilingLabel(run: Run, reply: ModelReply, wide: Label): Label | undefined {
  const ceilings = reply.calls.flatMap((call) => stoppedAt(run, call, wide));
  if (ceilings.length === 0) return undefined;
  const ceiling = meetAll(run.space, ceilings);
  // A search in the draft may have raised it above what the model's provider may be sent.
  const label = meetAll(run.space, [wide, run.clearance(), ceiling]);
  return run.space.flowsTo(labelAgain(run, reply, label), ceiling) ? label : undefined;
}

/** The ceilings of a call that is not allowed at a label; empty where no label would help it. */
function stoppedAt(run: Run, call: DraftCall, label: Label): readonly Label[] {
  if (!run.tools.isIn(call.tool, label)) return [];
  const ruling = run.rulings.of(call);
  if (ruling.kind !== 'ceiling') return [];
  const isAllowed = isBelowCeiling(run, ruling, label);
  return isAllowed ? [] : [ruling.ceiling, ...Object.values(ruling.perArgument)];
}
