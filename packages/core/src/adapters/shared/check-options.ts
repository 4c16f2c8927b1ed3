import { SluiceError, type ErrorCode } from '../../errors.ts';
import { memberOf } from './member-of.ts';

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

/** Throws `label-invalid` where the label named `name` is left out; `hint` says what to give. */
export function requireLabel(name: string, label: unknown, hint: string): void {
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
