/**
 * The fourth shortcut of the specification, for whoever would rather generate once more than ask: a
 * draft whose calls the policy stops for their label is tried from the view at their ceilings.
 */
import { meetAll } from '../label/lattice.ts';
import { isNamed, type Output, type SpecWorld } from './world.ts';

/** The greatest label, at most the draft's, at which none of its calls is stopped for its label. */
export function ceilingView<L>(world: SpecWorld<L>, draft: Output<L>): L | undefined {
  const { lattice } = world;
  const stopped = draft.reply.calls.flatMap(({ tool, args }): L[] => {
    if (!isNamed(world, tool, draft.label)) return [];
    const ruling = world.ruleCall(tool, args);
    // No label would make these automatic.
    if ('deny' in ruling || ruling.ceiling === 'never') return [];
    return lattice.flowsTo(draft.label, ruling.ceiling) ? [] : [ruling.ceiling];
  });
  return stopped.length === 0 ? undefined : meetAll(lattice, [draft.label, ...stopped]);
}
