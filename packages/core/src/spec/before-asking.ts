/**
 * The fourth shortcut of the specification, for whoever would rather generate once more than ask: a
 * draft whose calls the policy stops is tried from a narrower view first. What comes out is a
 * function of that view, and whether it is taken is one bit about what lies above.
 */
import { meetAll } from '../label/lattice.ts';
import { isIdentical, lowerReads } from './lazy-reads.ts';
import { helps, passes, redact } from './spec.ts';
import { staged } from './staged.ts';
import { attempt, failedAfter, goesOn, isNamed, plain, replyTo } from './world.ts';
import type { BeforeAsking, History, Output, Shortcuts, SpecWorld } from './world.ts';

/** A label at which a draft is tried, given the propagator's; `undefined`: none. */
type Choice = <L>(world: SpecWorld<L>, draft: Output<L>, narrow: L) => L | undefined;

/** The propagator's own label: what the person is then asked about depends on no more. */
export const atPropagator: Choice = ({ lattice }, { label, reply }, narrow) => {
  const isBelow = lattice.flowsTo(narrow, label) && !lattice.flowsTo(label, narrow);
  return isBelow && reply.calls.length > 0 ? narrow : undefined;
};

/** The greatest label, at most the draft's, at which none of its calls is stopped for its label. */
export const atCeiling: Choice = (world, { label, reply }) => {
  const { lattice } = world;
  const stopped = reply.calls.flatMap(({ tool, args }) => {
    if (!isNamed(world, tool, label)) return [];
    const ruling = world.ruleCall(tool, args);
    // No label would make these automatic.
    if ('deny' in ruling || ruling.ceiling === 'never') return [];
    return lattice.flowsTo(label, ruling.ceiling) ? [] : [ruling.ceiling];
  });
  return stopped.length === 0 ? undefined : meetAll(lattice, [label, ...stopped]);
};

/** The output of a step whose draft is to be asked about; `undefined`: nothing was tried. */
export function beforeAsking<L>(choose: Choice): BeforeAsking<L> {
  return (world, draft, { history, label: narrow }) => {
    const label = choose(world, draft, narrow);
    if (label === undefined) return undefined;
    const reply = attempt(() => replyTo(world, redact(world, history, label)));
    if (reply === undefined) return failedAfter(draft, history);
    const again = { history, label, reply };
    return isTaken(world, draft, again) ? again : { ...draft, history };
  };
}

/** Shortcut 3 where questions are asked at the propagator's label: for a narrower question too. */
function lowerToAsk<L>(world: SpecWorld<L>, draft: Output<L>): History<L> {
  const isWorth = (label: L): boolean => {
    return helps(world, draft, label) || atPropagator(world, draft, label) !== undefined;
  };
  return lowerReads(world, draft, isWorth);
}

/** The draft's own calls, or such as nobody is asked about. */
function isTaken<L>(world: SpecWorld<L>, draft: Output<L>, again: Output<L>): boolean {
  const { calls, truncated } = again.reply;
  if (!goesOn(draft, again)) return false;
  if (isIdentical(world, draft.reply, again.reply)) return true;
  // It does not see the result of a call of this turn, and would make it for ever.
  const begun = again.history.findLastIndex((entry) => 'role' in entry && entry.role === 'user');
  const made = again.history.slice(begun + 1).flatMap((e) => ('role' in e ? [] : e.calls));
  const isMade = ({ tool, args }: (typeof calls)[number]): boolean =>
    made.some((call) => call.tool === tool && plain(call.args) === world.canonical(args));
  if (calls.some(isMade)) return false;
  return !truncated && passes(world, again.reply, again.label) === calls.length;
}

/** Which shortcuts a run takes, as its settings say it. */
export interface ShortcutSettings {
  readonly allowedDraft: boolean;
  readonly lazyReads: boolean;
  readonly beforeAsking: 'nothing' | 'propagator' | 'ceiling';
  readonly staged?: boolean;
}

/** The shortcuts of a world, from the settings of a run. */
export function shortcutsOf<L>(settings: ShortcutSettings | 'none'): SpecWorld<L>['shortcuts'] {
  if (settings === 'none') return settings;
  const { allowedDraft, lazyReads, beforeAsking: where, staged: isStaged = false } = settings;
  const views = {
    nothing: undefined,
    propagator: beforeAsking<L>(atPropagator),
    ceiling: beforeAsking<L>(atCeiling),
  };
  const lower: Shortcuts<L>['lazyReads'] = where === 'propagator' ? lowerToAsk : lowerReads;
  return {
    allowedDraft,
    lazyReads: lazyReads ? lower : undefined,
    beforeAsking: views[where],
    ...(isStaged && { staged }),
  };
}
