import type { MonitorEvent } from '../src/engine/events.ts';
import type { Core } from './core.ts';
import type { EngineRun } from './run-engine.ts';
import { isHigh, type Scenario } from './scenario.ts';
import { secretMark } from './text.ts';

/** An event at the observer's label as its record shows it there, but random names and choices. */
export function toldOf(core: Core, scenario: Scenario, event: MonitorEvent): readonly string[] {
  const { lattice } = scenario;
  if (!('label' in event)) return [];
  const isHidden = isHigh(scenario, lattice.toMask(event.label));
  // A call whose data is hidden is still seen, and tells the same whatever came of it.
  if (isHidden && !isSeenInPart(scenario, event)) return [];
  const { seq: _seq, step: _step, ...shown } = recordFor(core, scenario, event);
  const random = new Set(['callId', 'callIds', 'hash']);
  // How often a propagator is asked, and what label comes of it in which way, is a choice.
  const isUntold = shown.type === 'relevance-found' && shown.relevance.kind === 'all';
  if (isUntold || shown.type === 'step-labelled') return [];
  // That a turn ends, and another begins, is progress; what the user writes in it is in the views.
  if (shown.type === 'turn-started' || shown.type === 'turn-finished') return [];
  // A place counts what is hidden before it, as the numbers of events do.
  if (shown.type === 'label-lowered') random.add('region');
  return [JSON.stringify(shown, (key, value: unknown) => (random.has(key) ? '' : value))];
}

function isSeenInPart(scenario: Scenario, event: MonitorEvent): boolean {
  // The record of a framework says only with the next step that a tool threw, so not its outcome.
  if (event.type !== 'call-decided') return false;
  return event.control !== undefined && !isHigh(scenario, scenario.lattice.toMask(event.control));
}

function recordFor({ eventFor }: Core, scenario: Scenario, event: MonitorEvent): MonitorEvent {
  const { lattice, observer } = scenario;
  return eventFor(lattice.space, event, lattice.toLabel(observer));
}

/** A record that is shown to the observer holds no secret, and no label above it but the top. */
export function leakInRecord(
  core: Core,
  scenario: Scenario,
  { events }: EngineRun,
): string | undefined {
  const { toMask, bits } = scenario.lattice;
  for (const event of events) {
    const shown = recordFor(core, scenario, event);
    const label = 'label' in shown ? toMask(shown.label) : 0;
    const isTold = isHigh(scenario, label) && label !== bits.top;
    const text = JSON.stringify(shown);
    if (isTold || text.includes(secretMark)) return `in the record at the observer: ${text}`;
  }
  return undefined;
}
