import type { Region } from '../history/content.ts';
import type { Label, LabelSpace } from '../label/label.ts';
import { isRecord } from '../history/document.ts';
import { readArgs } from './ruling/rule-call.ts';
import { labelResult } from './result/label-result.ts';
import {
  ceilingsOf,
  deniedBy,
  outcomeAt,
  type CallLabels,
  type CeilingExplanation,
  type Denied,
} from './explain-call.ts';
import { compiledPartsOf } from './load.ts';
import { neverWords } from './never-words.ts';
import type { Policy, Ruling, ToolResult } from './policy.ts';
import type { OutcomeSource } from './case-source.ts';

export interface ExplainInput {
  readonly tool: string;
  /** The JSON text of a call's arguments. */
  readonly args?: string | undefined;
  /** The label that the call would carry: then the explanation says what would follow. */
  readonly label?: Label | undefined;
  /** The label of the arguments that only say something (data). Default: `label`. */
  readonly data?: Label | undefined;
  readonly result?: { readonly text: string; readonly failed: boolean } | undefined;
}

/** Which rule decided, and why. Holds labels, paths and names of rules, never values. */
export interface Explanation {
  readonly tool: string;
  /** True if the policy names the tool. */
  readonly known: boolean;
  readonly call: Ruling | undefined;
  /** The ceilings of its parts, each with the label that came to it. */
  readonly ceilings: readonly CeilingExplanation[];
  /** The arguments for which the call is denied, whatever its label. */
  readonly denied: readonly Denied[];
  /** The outcome of the ruling for a call with the given labels. */
  readonly decision: (CallLabels & { readonly outcome: OutcomeSource }) | undefined;
  readonly result: ResultExplanation | undefined;
}

export interface ResultExplanation {
  /** The text is not what the policy says that the tool returns, or the tool failed. */
  readonly unreadable: boolean;
  readonly label: Label;
  readonly regions: readonly RegionExplanation[];
}

export interface RegionExplanation {
  /** Keys may be text of strangers: print it only at `pathLabel`. */
  readonly path: string;
  /** The label of the containers around, whose keys the path names. */
  readonly pathLabel: Label;
  readonly label: Label;
  /** The rules that gave the label; empty where it is the default. */
  readonly rules: readonly string[];
}

/** Explains a call, a result, or both. Throws `policy-invalid` for a policy made elsewhere. */
export function explainPolicy(policy: Policy, input: ExplainInput): Explanation {
  const compiled = compiledPartsOf(policy);
  const { tool, args, label, data = label, result } = input;
  const call = args === undefined ? undefined : policy.ruleCall(tool, args);
  const labels = label === undefined || data === undefined ? undefined : { label, data };
  const ceilings =
    call === undefined || args === undefined
      ? []
      : ceilingsOf(policy.space, call, { args, labels });
  return {
    tool,
    known: compiled.tools.has(tool),
    call,
    ceilings,
    denied: args === undefined ? [] : deniedBy(policy, tool, args),
    decision: call && labels && { ...labels, outcome: outcomeAt(call, ceilings) },
    result:
      result === undefined
        ? undefined
        : explainResult(policy, { tool, ...result, args: argumentsIn(args) }),
  };
}

/** `undefined` where they are not known, or are no object: then no rule is sure to apply. */
function argumentsIn(args: string | undefined): ToolResult['args'] {
  const read = args === undefined ? undefined : readArgs(args);
  return read?.kind === 'args' && isRecord(read.args.value) ? read.args.value : undefined;
}

function explainResult(policy: Policy, result: ToolResult): ResultExplanation {
  const { content, why, unreadable } = labelResult(compiledPartsOf(policy), result);
  const { space } = policy;
  const regions: RegionExplanation[] = [];
  const visit = (region: Region, pathLabel: Label): void => {
    const { path, label, parts } = region;
    const rules = why[regions.length] ?? [];
    regions.push({ path, pathLabel, label, rules });
    // A value under a key that has its own label has that key in its path.
    let inside = space.join(pathLabel, label);
    for (const part of parts) {
      const isKey = part.form === 'key';
      if (isKey) inside = space.join(pathLabel, part.label);
      visit(part, inside);
      if (!isKey) inside = space.join(pathLabel, label);
    }
  };
  visit(content.root, space.bottom);
  return { unreadable, label: content.label, regions };
}

/** Prints an explanation for a reader with this clearance: paths above it are left out. */
export function printExplanation(
  space: LabelSpace,
  { tool, known, call, ceilings, denied, decision, result }: Explanation,
  { clearance }: { readonly clearance: Label },
): string {
  const lines = [`${tool}${known ? '' : ' (not in the policy)'}`];
  if (call !== undefined) lines.push(`  call: ${printRuling(call)}`);
  for (const { argument, because } of denied) lines.push(`    \`${argument}\` ${because}`);
  lines.push(...ceilings.flatMap(printCeiling), ...printApart(space, ceilings));
  if (decision !== undefined) lines.push(`  ${printDecision(decision)}`);
  if (result !== undefined) {
    const note = result.unreadable ? ', one region: not the document that it should be' : '';
    lines.push(`  result: ${result.label.text}${note}`);
    for (const { path, pathLabel, label, rules } of result.regions) {
      const shown = space.flowsTo(pathLabel, clearance) ? path : '(a path above your clearance)';
      const reason = rules.length === 0 ? 'default' : rules.join(', ');
      lines.push(`    ${shown}: ${label.text} (${reason})`);
    }
  }
  return lines.join('\n');
}

/** A ceiling with the label that came to it. Without one, that of control was told already. */
function printCeiling({ role, arguments: names, ceiling, label, isMet }: CeilingExplanation) {
  const data = `${names.join(', ')} (data)`;
  if (label === undefined) return role === 'data' ? [`    ${data}: at most ${ceiling.text}`] : [];
  const place = role === 'data' ? data : ['the tool', ...names].join(', ');
  const flows = isMet === true ? 'flows to' : 'does not flow to';
  return [`    ${place}: ${label.text} ${flows} ${ceiling.text}`];
}

/** The setting that gives data a label of its own, or the data that keeps it from helping. */
function printApart(
  { flowsTo }: LabelSpace,
  [control, ...data]: Explanation['ceilings'],
): readonly string[] {
  if (control === undefined || data.length === 0) return [];
  const held = data.filter(({ ceiling }) => flowsTo(ceiling, control.ceiling));
  if (held.length === 0) {
    return [
      '    data has a label of its own only under `staged: true` (in gateway.yaml, in the profile; in code: `shortcuts`)',
    ];
  }
  const names = held.flatMap((each) => each.arguments).map((name) => `\`${name}\``);
  const has = names.length === 1 ? 'has' : 'have';
  return [
    `    \`staged: true\` would spare this call no question: ${names.join(', ')} ${has} no ceiling above the call’s`,
  ];
}

function printDecision({ label, data, outcome }: NonNullable<Explanation['decision']>): string {
  const said = label === data ? '' : `, data at ${data.text}`;
  return `at ${label.text}${said}: ${outcome}`;
}

/**
 * One ruling in words. Its ceiling may name readers, who stand in the arguments that were given.
 */
function printRuling(ruling: Ruling): string {
  switch (ruling.kind) {
    case 'deny':
      return `denied (${ruling.reason}) by rule \`${ruling.rule}\`, whatever its label`;
    case 'never':
      return `never automatic (\`${ruling.rule}\`): ${neverWords[ruling.onViolation]}`;
    case 'ceiling':
      return `at most ${ruling.ceiling.text} by rule \`${ruling.rule}\`, otherwise ${ruling.onViolation}`;
  }
}
