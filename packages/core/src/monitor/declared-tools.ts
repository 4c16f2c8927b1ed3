import type { LabelledTool } from '../history/message.ts';
import type { PlainTool } from '../history/plain.ts';
import type { Label } from '../label/label.ts';
import type { RunOptions } from './run-options.ts';
import { labelTools } from './start.ts';

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
