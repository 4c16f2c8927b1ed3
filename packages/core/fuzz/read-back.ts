import type { MonitorEvent } from '../src/engine/events.ts';
import type { Mask } from './lattices.ts';
import { toolNamed, type Scenario } from './scenario.ts';

/** A call, or all calls of a tool, as the policy is asked of it. */
export interface WrittenMask {
  readonly tool: string;
  readonly label: Mask;
}

/** The label that results of the tool `read` carry at least after such calls. */
export function readBack(scenario: Scenario, { tool, label }: WrittenMask, read: string): Mask {
  const isShared = toolNamed(scenario, tool)?.writes === true;
  if (!isShared || toolNamed(scenario, read)?.reads !== true) return 0;
  const above = scenario.lattice.axes.filter(({ bits }) => (label & bits & ~scenario.stored) !== 0);
  return above.reduce((all, { bits }) => all | (label & bits), 0);
}

/** The labels by which the results of a step were raised: what calls before had written. */
export function raisedIn(
  scenario: Scenario,
  events: readonly MonitorEvent[],
  step: number,
): readonly Mask[] {
  const decided = events.flatMap((event) => (event.type === 'call-decided' ? [event] : []));
  const executed = decided.filter((event) => event.step === step && !isRefused(events, event));
  return executed.map(({ callId, tool: read }) => {
    // A framework that drives the loop gives back all results of a step after it.
    const end =
      events.find((event) => event.type === 'call-executed' && event.callId === callId) ??
      events.findLast((event) => event.step === step);
    const before = decided.filter(
      (one) => one.seq < (end?.seq ?? 0) && isWrite(scenario, one.tool),
    );
    const labels = new Map<string, Mask>();
    for (const { tool, label } of before) {
      labels.set(tool, (labels.get(tool) ?? 0) | scenario.lattice.toMask(label));
    }
    return [...labels].reduce((all, [tool, label]) => {
      return all | readBack(scenario, { tool, label }, read);
    }, 0);
  });
}

function isRefused(
  events: readonly MonitorEvent[],
  { callId }: { readonly callId: string },
): boolean {
  return events.some((event) => event.type === 'call-refused' && event.callId === callId);
}

function isWrite(scenario: Scenario, name: string): boolean {
  const tool = toolNamed(scenario, name);
  return tool?.vouched === true && !tool.isRead && tool.name === name;
}
