import { limits } from '@sluice/core';
import { shortcutsOf, type SpecWorld } from '@sluice/core/spec';
import { canonicalArgs, membersOf } from '../canonical.ts';
import type { OwnLabel } from '../lattice/lattice.ts';
import type { EventOf } from '../log/event.ts';
import type { PolicyReading, Ruled } from '../policy-reading.ts';

export interface WorldParts {
  readonly reading: PolicyReading;
  readonly ruleAnswer: (text: string) => Ruled;
  readonly inert: (text: string) => string | undefined;
  /** The clearance of the person; `undefined`: there is nobody to ask. */
  readonly clearance: OwnLabel | undefined;
}

/**
 * The world of a run before anything was said in it. Limits on steps and refusals end a turn, and
 * label nothing: the record says where a turn ended.
 */
export function worldOf(
  { structure, shortcuts, propagator }: EventOf<'run-started'>,
  { reading, ruleAnswer, inert, clearance }: WorldParts,
): SpecWorld<OwnLabel> {
  const { lattice } = reading;
  return {
    lattice,
    tools: [],
    structure,
    shortcuts: shortcutsOf(shortcuts),
    max: { steps: Infinity, refusals: Infinity, calls: limits.callsPerStepMax },
    clearance: lattice.bottom,
    needsDraft: propagator.needs === 'draft',
    model: unasked,
    relevant: unasked,
    ruleCall: (tool, args) => reading.ruleCall(tool, args).ruling,
    ruleAnswer: (text) => ruleAnswer(text).ruling,
    inert: (text) => inert(text),
    isRead: (tool) => reading.isRead(tool),
    resultFloor: (tool) => reading.resultFloor(tool),
    person: clearance && { clearance, ask: () => 'silence' },
    dutyOf: (label) => lattice.dutyOf(label),
    canonical: canonicalArgs,
    members: membersOf,
    dataOf: (tool) => reading.dataOf(tool),
    // Results come later, from whoever carries the calls out; see `CallBook`.
    readBack: () => lattice.bottom,
    execute: unasked,
  };
}

/** The same world with these tools declared, and this model before it. */
export function declaredIn(
  world: SpecWorld<OwnLabel>,
  { tools, model }: Pick<EventOf<'tools-declared'>, 'tools' | 'model'>,
  reading: PolicyReading,
): SpecWorld<OwnLabel> {
  return {
    ...world,
    clearance: reading.clearance(model),
    tools: tools.map((tool) => {
      const text = `${tool.description} ${JSON.stringify(tool.parameters)}`;
      const { name } = tool;
      return { name, text, label: reading.labelOfTool(tool), vouched: reading.vouchesFor(name) };
    }),
  };
}

/** Each step brings its own. */
function unasked(): never {
  throw new Error('outside of a step');
}
