/**
 * The fifth shortcut of the specification: labels per argument. What calls act on (tool, and each
 * argument that is control) is decided once more from the view that it depends on; where it comes
 * out again, what they only say (data) is the draft's, with the label of its whole view. That it
 * comes out again is one bit about what lies above.
 */
import { lowerReads } from './lazy-reads.ts';
import { controlIn, flowsApart, rolesOf, type Roles } from './roles.ts';
import { redact, screen } from './spec.ts';
import { attempt, failedAfter, isNamed, replyTo } from './world.ts';
import type { History, Output, Reply, SpecWorld, View } from './world.ts';

/** The output of a staged step, or else the history: reads may have been lowered in it. */
export function staged<L>(
  world: SpecWorld<L>,
  draft: Output<L>,
  before: History<L>,
): Output<L> | History<L> {
  const { label: wide, reply } = draft;
  const roles = reply.calls.map((call) => rolesOf(world, call));
  const read = roles.flatMap((each) => each ?? []);
  const isApart = read.length === roles.length && read.some(({ data }) => data.length > 0);
  if (!isApart) return before;
  const args = read.map(controlIn);
  const calls = reply.calls.map(({ tool }, at) => ({ tool, args: args[at] ?? '' }));
  const control = { text: '', calls, truncated: false };
  const isWorth = (label: L): boolean => {
    const isBelow = world.lattice.flowsTo(label, wide) && !world.lattice.flowsTo(wide, label);
    const isAllowed = (call: Reply['calls'][number]): boolean =>
      isNamed(world, call.tool, label) &&
      flowsApart(world, world.ruleCall(call.tool, call.args), { control: label, data: wide });
    return isBelow && reply.calls.every(isAllowed);
  };
  const history = lowerReads(world, { ...draft, history: before, reply: control }, isWorth);
  const { label } = screen(world, history, control);
  if (!isWorth(label)) return history;
  const view = hinted(world, redact(world, history, label), label);
  const again = attempt(() => replyTo(world, view));
  if (again === undefined) return failedAfter(draft, history);
  const made = again.truncated ? undefined : matched(world, reply, again);
  if (made === undefined || made.length === 0) return history;
  return { history, label, data: wide, reply: { ...again, calls: made } };
}

/** The view of who decides what is acted on alone: of what is said a tool asks if there is any. */
function hinted<L>(world: SpecWorld<L>, view: View, label: L): View {
  const shown = world.tools.filter((t) => t.vouched || world.lattice.flowsTo(t.label, label));
  const tools = view.tools.map((text, at) => {
    const tool = shown[at];
    if (tool === undefined || !world.lattice.flowsTo(tool.label, label)) return text;
    return `${tool.name}: ${tool.hinted ?? tool.text}`;
  });
  return { ...view, tools };
}

/** Calls of a draft by tool, control and which data there is, each once, in the view's order. */
function matched<L>(world: SpecWorld<L>, draft: Reply, again: Reply): Reply['calls'] | undefined {
  const left = [...draft.calls];
  const found = again.calls.flatMap(({ tool, args }) => {
    const all = world.members(args);
    const names = (all ?? []).map(([name]) => name);
    const data = names.filter((name) => world.dataOf(tool).includes(name));
    const wanted = print(tool, all && { all, data });
    const at = left.findIndex((each) => print(each.tool, rolesOf(world, each)) === wanted);
    return all === undefined || at === -1 ? [] : left.splice(at, 1);
  });
  return found.length === again.calls.length ? found : undefined;
}

function print(tool: string, roles: Roles | undefined): string {
  return JSON.stringify([tool, roles && controlIn(roles), roles?.data]);
}
