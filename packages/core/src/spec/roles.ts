/**
 * Labels per argument: of a call, control is what something acts on (the tool, and each argument
 * that the policy does not name as data), and data what it only says.
 */
import { joinAll } from '../label/lattice.ts';
import type { Labels, Output, Region, Relevance, Reply, Ruling, SpecWorld } from './world.ts';

type Members = readonly (readonly [name: string, value: string])[];

/** The arguments of a call in two, each a part of its canonical JSON. */
export interface Roles {
  readonly all: Members;
  readonly data: readonly string[];
}

/** Data is a text that the policy names so, and has a ceiling for. */
export function rolesOf<L>(
  world: SpecWorld<L>,
  { tool, args }: Reply['calls'][number],
): Roles | undefined {
  const ruling = world.ruleCall(tool, args);
  const all = world.members(args);
  if (!('ceiling' in ruling) || all === undefined) return undefined;
  const isSaid = ([name, value]: Members[number]): boolean =>
    world.dataOf(tool).includes(name) &&
    Object.hasOwn(ruling.data ?? {}, name) &&
    value.startsWith('"');
  return { all, data: all.filter(isSaid).map(([name]) => name) };
}

function written(members: Members): string {
  return `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`;
}
export function controlIn({ all, data }: Roles): string {
  return written(all.filter(([name]) => !data.includes(name)));
}

/** True where labels flow to the ceilings of what is acted on, and of all that is said. */
export function flowsApart<L>(world: SpecWorld<L>, ruling: Ruling<L>, at: Labels<L>): boolean {
  if (!('ceiling' in ruling) || ruling.ceiling === 'never') return false;
  const { flowsTo } = world.lattice;
  const { control = ruling.ceiling, data = {} } = ruling;
  return flowsTo(at.control, control) && Object.values(data).every((one) => flowsTo(at.data, one));
}

/** The arguments of a call that was staged: what is said stands above what is acted on. */
export function labelledArgs<L>(
  world: SpecWorld<L>,
  call: Reply['calls'][number],
  { control, data }: Labels<L>,
): Region<L> {
  const roles = rolesOf(world, call);
  const body = (roles?.all ?? []).flatMap(([name, value], at) => {
    const before = `${at === 0 ? '' : ','}${JSON.stringify(name)}:`;
    const isSaid = roles?.data.includes(name) === true;
    return [before, isSaid ? { label: data, quoted: true, body: [value] } : value];
  });
  return { label: control, quoted: false, body: ['{', ...body, '}'] };
}

/**
 * What was written reads back: the label of all calls so far that write where the results of `tool`
 * come from, whatever came of them, as far as the policy says that it was not meant to be so high.
 */
export function writtenTo<L>(world: SpecWorld<L>, output: Output<L>, tool: string): L {
  const { lattice } = world;
  const before = output.history.flatMap((entry) => ('role' in entry ? [] : entry));
  const made = [...before, { ...output, calls: output.reply.calls }];
  const writing = world.tools.filter(({ name, vouched }) => vouched && !world.isRead(name));
  const labels = writing.flatMap(({ name }) => {
    const own = made.filter(({ calls }) => calls.some((call) => call.tool === name));
    const label = joinAll(
      lattice,
      own.map(({ label: control, data = control }) => data),
    );
    return own.length === 0 ? [] : [world.readBack({ tool: name, label }, tool)];
  });
  return joinAll(lattice, labels);
}

/** True if the propagator knows no source of something that is said: a summary, say. */
export function isSaidAnew<L>(world: SpecWorld<L>, { calls }: Reply, found: Relevance<L>): boolean {
  if (typeof found !== 'object' || !('regions' in found)) return false;
  return (found.unsourced ?? []).some(({ call, name }) => {
    const drafted = calls[call];
    return drafted !== undefined && rolesOf(world, drafted)?.data.includes(name) === true;
  });
}
