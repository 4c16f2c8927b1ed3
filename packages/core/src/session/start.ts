import type { LabelledTool } from '../history/message.ts';
import { joinAll } from '../label/lattice.ts';
import type { Approval } from '../engine/call/asker.ts';
import type { NewEvent } from '../engine/events.ts';
import type { Run } from '../engine/run.ts';
import type { RunOptions } from '../engine/run-options.ts';

/** The first event of a run: which policy, propagator and model decide. */
export function startedEvent(
  { options, enclosure }: Run,
  labelled: readonly LabelledTool[],
  { by }: Approval,
): NewEvent {
  const { runId, policy, propagator, model, structure, shortcuts, tools, confirm } = options;
  const draftModel = options.draftModel?.name;
  return {
    type: 'run-started',
    run: runId,
    policy: policy.hash,
    propagator: { name: propagator.name, needs: propagator.needs },
    model: model.name,
    ...(draftModel !== undefined && { draftModel }),
    structure,
    shortcuts,
    loop: by === 'confirm' ? 'own' : 'client',
    tools,
    label: joinAll(
      policy.space,
      labelled.map(({ label }) => label),
    ),
    approver: confirm?.clearance,
    ...enclosure.handedLeast,
  };
}

/** A client declared other tools, or named another model, in the middle of a run. */
export function declaredEvent(
  { policy, model, tools }: RunOptions,
  labelled: readonly LabelledTool[],
): NewEvent {
  const label = joinAll(
    policy.space,
    labelled.map((tool) => tool.label),
  );
  return { type: 'tools-declared', model: model.name, tools, label };
}
