import type { Label } from '../label/label.ts';
import { meetAll } from '../lattice/lattice.ts';
import type { DraftCall, ModelReply } from '../model/chat-model.ts';
import { decide, ruleCall } from './decide.ts';
import { labelAgain } from './provider-tools.ts';
import type { Run } from './run.ts';

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
function stoppedAt(run: Run, { tool, args }: DraftCall, label: Label): readonly Label[] {
  if (!run.tools.isIn(tool, label)) return [];
  const ruling = ruleCall(run.options.policy, tool, args);
  if (ruling.kind !== 'ceiling') return [];
  const isAllowed = decide(run.space, label, ruling).violations.length === 0;
  return isAllowed ? [] : [ruling.ceiling, ...Object.values(ruling.perArgument)];
}
