import { Content, type Region } from '../history/content.ts';
import { readsExactly } from '../history/json/json.ts';
import { type LabelledTool, type Message, Opaque, type Part } from '../history/message.ts';
import type { PlainPart, PlainTool } from '../history/plain.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { joinAll } from '../label/lattice.ts';
import { textOf } from '../model/chat-model.ts';
import type { Policy, ToolResult } from '../policy/policy.ts';
import type { PendingCall } from './call/call.ts';
import type { RunOptions } from './run-options.ts';
import { hasFailed, partsOf, type ToolOutput } from './tool.ts';
import { raisedByTurn } from './turn-spans.ts';

/** A system or user turn, labelled by the policy. */
export function turnMessage(
  policy: Policy,
  role: 'system' | 'user',
  parts: readonly PlainPart[],
): Message {
  const { space } = policy;
  // A span may open in one part and close in another: all parts are looked at as one text too.
  const turn = parts.length > 1 ? labelTurn(policy, role, textOf(parts)) : undefined;
  let start = 0;
  const labelled = parts.map((part) => {
    if (part.kind !== 'text') {
      return opaquePart(part, leastOf(space, part, policy.labelOpaqueTurn(role)));
    }
    const own = labelTurn(policy, role, part.text);
    const content =
      turn === undefined ? own : raisedByTurn(space, own, { text: part.text, turn, start });
    start += part.text.length;
    return textPart(addedTo(space, part, content));
  });
  if (turn === undefined) return { role, parts: labelled, shape: space.bottom };
  // Where somebody added the whole turn, the number of its parts is theirs too.
  const isAdded = parts.every(({ least }) => least !== undefined);
  const added = isAdded ? parts.map((part) => leastOf(space, part)) : [];
  return { role, parts: labelled, shape: joinAll(space, [turn.root.label, ...added]) };
}

/**
 * A tool's result by the policy's label alone, so that the label of its call, which may be lowered,
 * can be joined in anew.
 */
export type LabelledResult = Pick<
  Extract<Message, { readonly role: 'tool' }>,
  'parts' | 'shape' | 'failed'
>;

export function labelledResult(
  policy: Policy,
  call: Pick<PendingCall, 'tool' | 'args' | 'value'>,
  output: ToolOutput,
): LabelledResult {
  const { space } = policy;
  const { tool } = call;
  // Another number may find another result.
  const args = readsExactly(call.args) ? call.value : undefined;
  const failed = hasFailed(output);
  const parts = partsOf(output).map((part) => {
    if (part.kind !== 'text') {
      return opaquePart(part, leastOf(space, part, labelOpaqueResult(policy, tool, failed)));
    }
    const content = labelResult(policy, { tool, args, text: part.text, failed });
    return textPart(content.raisedTo(space, leastOf(space, part)));
  });
  const roots = parts.map((part) => (part.kind === 'text' ? part.content.root.label : part.label));
  // A result of several parts shows how many there are only where the root of each may be seen.
  const shape =
    parts.length === 0 ? labelOpaqueResult(policy, tool, failed) : joinAll(space, roots);
  return { parts, shape, ...(failed && { failed }) };
}

/** The label of a tool's result that nobody has seen: it may be a failure. */
export function unseenResultLabel(policy: Policy, tool: string): Label {
  const labels = [false, true].map((failed) => labelOpaqueResult(policy, tool, failed));
  return joinAll(policy.space, labels);
}

/** The policy's word on a turn. One that fails to say says top, here and below. */
function labelTurn(policy: Policy, role: 'system' | 'user', text: string): Content {
  try {
    return policy.labelTurn(role, text);
  } catch {
    return Content.whole(policy.space, text, policy.space.top);
  }
}

/** The policy's word on a turn of the assistant that no run gave; top where it has none. */
export function labelUnknownAnswer(policy: Policy, text: string): Label {
  try {
    return policy.labelUnknownAnswer?.(text) ?? policy.space.top;
  } catch {
    return policy.space.top;
  }
}

function labelResult(policy: Policy, result: ToolResult): Content {
  try {
    return policy.labelResult(result);
  } catch {
    return Content.whole(policy.space, result.text, policy.space.top);
  }
}

export function labelOpaqueResult(policy: Policy, tool: string, failed: boolean): Label {
  try {
    return policy.labelOpaqueResult(tool, failed);
  } catch {
    return policy.space.top;
  }
}

export function textPart(content: Content): Part {
  return { kind: 'text', content };
}

function opaquePart(part: Extract<PlainPart, { kind: 'opaque' }>, label: Label): Part {
  return { kind: 'opaque', mediaType: part.mediaType, data: new Opaque(part.data), label };
}

/**
 * A label, and what the sender of a part says that it carries at least. They can only restrict;
 * what cannot be read as a label restricts most.
 */
function leastOf(space: LabelSpace, { least }: PlainPart, label: Label = space.bottom): Label {
  if (least === undefined) return label;
  try {
    return space.join(label, space.parse(least));
  } catch {
    return space.top;
  }
}

/**
 * A text of a turn with all that it carries. What its sender says stands in a region of its own, as
 * a span that the policy labels apart: a step depends on it where something comes from it.
 */
function addedTo(
  space: LabelSpace,
  part: Extract<PlainPart, { kind: 'text' }>,
  content: Content,
): Content {
  const label = leastOf(space, part, content.label);
  if (part.least === undefined || space.flowsTo(label, content.root.label)) return content;
  const root: Region = { ...content.root, parts: [{ ...content.root, label, parts: [] }] };
  return Content.of(space, part.text, root);
}

/** The same message with every label in it joined with `label`. */
export function raisedMessage(space: LabelSpace, message: Message, label: Label): Message {
  if (message.role === 'assistant') {
    return {
      role: 'assistant',
      text: message.text.raisedTo(space, label),
      calls: message.calls.map((call) => {
        const args = call.args.raisedTo(space, label);
        return { ...call, args, label: space.join(call.label, label) };
      }),
      label: space.join(message.label, label),
    };
  }
  return raisedParts(space, message, label);
}

/** The same parts with every label in them, and that of their shape, joined with `label`. */
export function raisedParts<
  Whole extends { readonly parts: readonly Part[]; readonly shape: Label },
>(space: LabelSpace, whole: Whole, label: Label): Whole {
  const parts = whole.parts.map((part): Part =>
    part.kind === 'text'
      ? { kind: 'text', content: part.content.raisedTo(space, label) }
      : { ...part, label: space.join(part.label, label) },
  );
  return { ...whole, parts, shape: space.join(whole.shape, label) };
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

interface Least {
  readonly ofAll: Label;
  readonly of?: ((tool: PlainTool) => Label | undefined) | undefined;
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
