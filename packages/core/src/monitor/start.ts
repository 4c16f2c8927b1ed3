import type { LabelledTool } from '../history/message.ts';
import type { PlainTool } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import { joinAll } from '../lattice/lattice.ts';
import type { Policy } from '../policy/policy.ts';
import type { NewEvent } from './events.ts';
import type { Run } from './run.ts';
import type { RunOptions } from './run-options.ts';

/**
 * Labels the tools as declared, at `least` that high: whoever declares them inside a call may have
 * written them by it. A policy that fails to label has trusted nothing.
 */
export function labelTools(
  policy: Policy,
  tools: readonly PlainTool[],
  least: Label = policy.space.bottom,
): readonly LabelledTool[] {
  return tools.map((tool) => {
    const { label, vouched } = labelTool(policy, tool);
    return { tool, label: policy.space.join(label, least), vouched };
  });
}

function labelTool(policy: Policy, tool: PlainTool): Required<Omit<LabelledTool, 'tool'>> {
  // Whoever writes the turns writes the form.
  if (tool.isForm === true) return { label: policy.space.bottom, vouched: false };
  try {
    return { label: policy.labelTool(tool), vouched: policy.vouchesFor(tool.name) };
  } catch {
    return { label: policy.space.top, vouched: false };
  }
}

/** The first event of a run: which policy, propagator and model decide. */
export function startedEvent(
  { options, enclosure }: Run,
  labelled: readonly LabelledTool[],
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
