import type { MonitorEvent } from '../../engine/events.ts';
import type { EnclosingCall } from '../../engine/nested/enclosure.ts';
import { defaultShortcuts, type Shortcuts } from '../../engine/run-options.ts';
import { type ErrorCode, SluiceError } from '../../errors.ts';
import { memberOf } from '../../history/document.ts';
import type { Label } from '../../label/label.ts';
import type { Policy } from '../../policy/policy.ts';
import { stagedHint, stagedName } from '../../propagate/by-name.ts';
import { lineage } from '../../propagate/lineage.ts';
import type { Propagator } from '../../propagate/propagator.ts';
import type { Structure } from '../../redact/redact.ts';

/** Options of every adapter, besides the model and the tools. */
export interface GuardOptions {
  readonly policy: Policy;
  /**
   * The clearance of the person who answers the framework's approval: a label of the policy, or its
   * text (`top`: everything). A call labelled above it is refused without asking.
   */
  readonly approver: Label | string;
  /** Default: `lineage()`, which needs no model calls of its own. */
  readonly propagator?: Propagator | undefined;
  /** Default: `keep`. */
  readonly structure?: Structure | undefined;
  /** Default: `defaultShortcuts`; each is sound. */
  readonly shortcuts?: Shortcuts | undefined;
  /**
   * The label of text that neither the caller nor a tool handed in, and that reaches the model as a
   * system or user turn or as a tool's result: what the app's middleware, hooks and memory add. A
   * label of the policy, or its text; default: `top`.
   */
  readonly addedText?: Label | string | undefined;
  /**
   * Names of settings for the provider that the guard does not know and that the app vouches for:
   * they bring no text, state or tool to the model. Default: such settings are left out.
   */
  readonly allowOptions?: readonly string[] | undefined;
  /** Told the name of each setting for the provider that was left out. */
  readonly onDroppedOption?: ((name: string) => void) | undefined;
  /** The name by which the policy's clearances know the model. */
  readonly modelName?: string | undefined;
  readonly onEvent?: ((event: MonitorEvent, run: string) => void) | undefined;
  /** The call that the agent works for (`enclosingCall`), where the platform cannot follow it. */
  readonly within?: EnclosingCall | undefined;
}

/** Options of tools that are wrapped without their model. */
export interface CallCheckOptions {
  readonly policy: Policy;
  /**
   * The label of everything that the model is told outside of these tools' results, or its text.
   * It is the caller's word: nothing here sees the conversation.
   */
  readonly prompt: Label | string;
  /** The call that these tools work for (`enclosingCall`), where the platform cannot follow it. */
  readonly within?: EnclosingCall | undefined;
}

/** Every name that `GuardOptions` has. */
export const guardOptionNames: Readonly<Record<keyof GuardOptions, true>> = {
  policy: true,
  approver: true,
  propagator: true,
  structure: true,
  shortcuts: true,
  addedText: true,
  allowOptions: true,
  onDroppedOption: true,
  modelName: true,
  onEvent: true,
  within: true,
};

/** Every name that `CallCheckOptions` has. */
export const callCheckOptionNames: Readonly<Record<keyof CallCheckOptions, true>> = {
  policy: true,
  prompt: true,
  within: true,
};

/**
 * Which guarantee a wrapper gives. `full`: the model sees redacted views alone, and every call is
 * checked. `call-checks`: the model sees everything, so every call carries the label of all that
 * the tools gave back so far.
 */
export type Guarantee = 'full' | 'call-checks';

/** How the loop is run, where the caller does not say. */
export interface LoopOptions {
  readonly propagator: Propagator;
  readonly structure: Structure;
  readonly shortcuts: Shortcuts;
}

/** Fills in what the caller left out: every choice gives the same guarantee. */
export function loopDefaults({
  propagator = lineage(),
  structure = 'keep',
  shortcuts = defaultShortcuts,
}: { readonly [Key in keyof LoopOptions]?: LoopOptions[Key] | undefined }): LoopOptions {
  return { propagator, structure, shortcuts };
}

/** Throws `policy-invalid` where there is no policy, `label-invalid` where `approver` is none's. */
export function approverClearanceOf({ policy, approver }: GuardOptions): Label {
  requirePolicy(policy);
  requireLabel('approver', approver, approverHint);
  return labelIn(policy, approver);
}

/** Throws `label-invalid` where `addedText` is no label of the policy. */
export function addedLabelOf({ policy, addedText = policy.space.top }: GuardOptions): Label {
  return labelIn(policy, addedText);
}

/** Throws `policy-invalid` where there is no policy, `label-invalid` where `prompt` is none's. */
export function promptLabelOf({ policy, prompt }: CallCheckOptions): Label {
  requirePolicy(policy);
  requireLabel('prompt', prompt, promptHint);
  return labelIn(policy, prompt);
}

const approverHint =
  "say what the person who answers approvals may be shown: `approver: 'top'` for everything";

const promptHint =
  "say what label all else has that the model is told: `prompt: 'bottom'` where it is your own";

function labelIn({ space }: Policy, label: Label | string): Label {
  if (typeof label === 'string') return space.parse(label);
  // Comparing is what throws for a label of another policy.
  space.flowsTo(label, space.top);
  return label;
}

// Plain JavaScript can pass anything, so these look at what the types promise already. Each error
// says what to type.

/** Throws `tools-invalid` where a call has no options; `form` is the call as it should be. */
export function requireOptions(options: unknown, form: string): void {
  if (isRecord(options)) return;
  throw misuse('tools-invalid', 'the options are missing', `write \`${form}\``);
}

/** Throws `policy-invalid` where `policy` is anything else than a loaded policy. */
export function requirePolicy(policy: unknown): void {
  if (isRecord(policy) && 'space' in policy && 'ruleCall' in policy) return;
  const load = '`await loadPolicy(text)` or `await definePolicy({ ... })`';
  if (policy === undefined) {
    throw misuse('policy-invalid', 'no `policy` is given', `make one with ${load}`);
  }
  if (isRecord(policy) && 'then' in policy) {
    throw misuse('policy-invalid', '`policy` is a promise', 'await it: `await loadPolicy(text)`');
  }
  const what = typeof policy === 'string' ? 'a text, not a policy' : 'no policy';
  throw misuse('policy-invalid', `\`policy\` is ${what}`, `load it with ${load}`);
}

/** Throws `propagator-invalid` where it is given and none, such as the name of one. */
export function requirePropagator(propagator: unknown): void {
  if (propagator === undefined || (isRecord(propagator) && 'relevant' in propagator)) return;
  const isText = typeof propagator === 'string';
  const what = isText ? `the text \`${propagator}\`` : 'no propagator';
  const hint =
    propagator === stagedName
      ? stagedHint
      : "write `propagator: lineage()`, with `import { lineage } from '@sluice/core'`; a name is for settings and `propagatorByName`";
  throw misuse('propagator-invalid', `\`propagator\` is ${what}`, hint);
}

/** Throws `label-invalid` where the label named `name` is left out; `hint` says what to give. */
function requireLabel(name: string, label: unknown, hint: string): void {
  if (typeof label === 'string' || isRecord(label)) return;
  throw misuse('label-invalid', `no \`${name}\` is given`, hint);
}

/** Throws `tools-invalid` where `tools` is no list; `form` is the call as it should be. */
export function requireToolList(tools: unknown, form: string): void {
  if (Array.isArray(tools)) return;
  throw misuse('tools-invalid', '`tools` is no list of tools', `write \`${form}\``);
}

/** Throws `tools-invalid` where `tools` is no object of tools by name; `form` is the call. */
export function requireToolsByName(tools: unknown, form: string): void {
  const named: unknown[] = isRecord(tools) ? Object.values(tools) : [undefined];
  if (named.every(isRecord)) return;
  throw misuse('tools-invalid', '`tools` is no object of tools by name', `write \`${form}\``);
}

/** Throws `tools-invalid` for a tool that `runGuarded` could not call. */
export function requireTools(tools: unknown): void {
  const form = '{ name, description, parameters, execute }';
  requireToolList(tools, `tools: [${form}]`);
  for (const tool of Array.isArray(tools) ? tools : []) {
    if (typeof memberOf(tool, 'name') === 'string' && isRecord(tool) && isRunnable(tool)) continue;
    throw misuse('tools-invalid', 'a tool has no name or no `execute`', `write \`${form}\``);
  }
}

/** Throws `model-failed` where `model` lacks `member`; `hint` says where to take one from. */
export function requireModel(model: unknown, member: string, hint: string): void {
  if (isRecord(model) && member in model) return;
  const what =
    typeof model === 'string' ? `\`${model}\` is a name, no model` : 'no `model` is given';
  throw misuse('model-failed', what, hint);
}

function isRunnable(tool: object): boolean {
  return 'execute' in tool && typeof tool.execute === 'function';
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function misuse(code: ErrorCode, message: string, hint: string): SluiceError {
  return new SluiceError(code, message, { hint });
}
