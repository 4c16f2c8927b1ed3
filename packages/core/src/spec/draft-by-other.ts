/**
 * Drafts by another model than the one that answers (RTBAS 9). A draft chooses a label and is
 * nothing else: wherever it would be the output, the main model generates from the view at its
 * label, and what comes out is lazy only where it is itself a read.
 */
import { joinAll } from '../label/lattice.ts';
import { generate, passes, redact, regions } from './spec.ts';
import { attempt, failedAfter, replyTo } from './world.ts';
import type { History, Output, Reply, View, SpecWorld } from './world.ts';

export interface Drafter<L> {
  readonly model: SpecWorld<L>['model'];
  /** The label up to which text goes to its provider. */
  readonly clearance: L;
}

/** A step in which `drafter` drafts; for `World.generate`. */
export function draftedBy<L>(drafter: Drafter<L>): NonNullable<SpecWorld<L>['generate']> {
  return (world, before) => {
    if (!world.needsDraft) return generate(world, before);
    // The first view is the draft's: the drafter sees what flows to its own clearance too.
    const seen = redact(world, before, seenBy(world, before, drafter));
    const draft = attempt(() => replyTo(drafter, seen));
    if (draft === undefined) return widely(world, before);
    let isFirst = true;
    const model = (view: View): Reply | undefined => {
      if (!isFirst) return world.model(view);
      isFirst = false;
      return draft;
    };
    // Nothing that a draft of another model's says is taken over.
    const { shortcuts: all } = world;
    const shortcuts = all === 'none' ? all : { ...all, staged: undefined };
    const output = generate({ ...world, shortcuts, model }, before);
    if (output.reply !== draft || output.failed === true) return output;
    const { history, label } = output;
    const wide = attempt(() => outputAt(world, history, label));
    return wide ?? failedAfter({ ...output, history: before }, history);
  };
}

/** The drafter has failed: everything is relevant. */
function widely<L>(world: SpecWorld<L>, before: History<L>): Output<L> {
  return outputAt(world, before, seenBy(world, before, world));
}

function outputAt<L>(world: SpecWorld<L>, history: History<L>, label: L): Output<L> {
  const reply = replyTo(world, redact(world, history, label));
  return { history, label, reply, lazy: isLazy(world, reply, label) };
}

function seenBy<L>(
  world: SpecWorld<L>,
  before: History<L>,
  { clearance }: Pick<Drafter<L>, 'clearance'>,
): L {
  const { lattice } = world;
  const all = regions(world, before).map(({ label }) => label);
  return lattice.meet(lattice.meet(joinAll(lattice, all), world.clearance), clearance);
}

/** Reads that the policy lets pass at the wide label, and that would carry it further. */
function isLazy<L>(world: SpecWorld<L>, reply: Reply, label: Output<L>['label']): boolean {
  const { calls, truncated } = reply;
  if (truncated || calls.length === 0 || world.shortcuts === 'none') return false;
  const { allowedDraft, lazyReads } = world.shortcuts;
  if (lazyReads === undefined) return false;
  if (passes(world, reply, label) < calls.length) return false;
  const creeps = calls.some(({ tool }) => !world.lattice.flowsTo(label, world.resultFloor(tool)));
  return (creeps || !allowedDraft) && calls.every(({ tool }) => world.isRead(tool));
}
