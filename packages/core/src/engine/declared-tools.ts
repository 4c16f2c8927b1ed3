import type { LabelledTool } from '../history/message.ts';
import type { PlainTool } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import type { Policy } from '../policy/policy.ts';
import type { RunOptions } from './run-options.ts';

interface Least {
  readonly ofAll: Label;
  readonly of?: ((tool: PlainTool) => Label | undefined) | undefined;
}

/** The tools that are declared in a run, as its policy labels them. */
export class DeclaredTools {
  readonly labelled: readonly LabelledTool[];
  readonly #flowsTo: (label: Label, to: Label) => boolean;

  /** `least`: what all that is said of them carries at least, and what is said of one. */
  constructor({ policy, tools }: Pick<RunOptions, 'policy' | 'tools'>, least: Least) {
    this.labelled = labelTools(policy, tools, least.ofAll).map((each) => {
      const label = least.of?.(each.tool);
      return label === undefined ? each : { ...each, label: policy.space.join(each.label, label) };
    });
    this.#flowsTo = (label, to) => policy.space.flowsTo(label, to);
  }

  /** True if a view at `label` names this tool: one that it does not name is not declared in it. */
  isIn(name: string, label: Label): boolean {
    return this.labelled.some(
      (each) =>
        each.tool.isForm !== true &&
        each.tool.name === name &&
        (isVouched(each) || this.#flowsTo(each.label, label)),
    );
  }

  /** True if the name is structure, shown whatever the label of what speaks of the tool. */
  isVouched(name: string): boolean {
    return this.labelled.some((each) => each.tool.name === name && isVouched(each));
  }
}

function isVouched({ vouched }: LabelledTool): boolean {
  return vouched === true;
}

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
