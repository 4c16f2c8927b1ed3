import { SluiceError } from '../errors.ts';
import type { Content, Region } from '../history/content.ts';
import { printProblem, toolsOf } from './load.ts';
import { outcomeApart } from './outcome.ts';
import { readFullPath } from './path/path.ts';
import type { Policy } from './policy.ts';
import { byPlace, nearest, type Finding } from './problem.ts';
import { readPolicyText } from './read/document.ts';
import { casesShape } from './read/policy-shape.ts';
import { readShape } from './read/shape.ts';
import type { CaseSource } from './case-source.ts';

export interface CaseOutcome {
  readonly name: string;
  readonly passed: boolean;
  /** The differences between what was expected and what came: outcomes and labels, no values. */
  readonly differences: readonly string[];
}

/** Reads a file of cases (`cases: [...]`). Throws `policy-invalid` with file, line and column. */
export function loadCases(
  text: string,
  { file }: { readonly file?: string | undefined } = {},
): readonly CaseSource[] {
  const { value, findings, place } = readPolicyText(text);
  const found: Finding[] = [];
  const report = (finding: Omit<Finding, 'severity'>): void => {
    found.push({ severity: 'error', ...finding });
  };
  const read = findings.length > 0 ? undefined : readShape(casesShape, value, report);
  const problems = [...findings, ...found.map(place).toSorted(byPlace)];
  if (read !== undefined && problems.length === 0) return read.cases;
  const message = problems.map((problem) => printProblem(problem, file)).join('\n');
  throw new SluiceError('policy-invalid', message, {
    hint: problems[0]?.hint ?? 'write `cases: [...]`',
  });
}

/** Runs cases against a policy. A case that cannot be evaluated has failed. */
export function testPolicy(policy: Policy, cases: readonly CaseSource[]): readonly CaseOutcome[] {
  return cases.map((each, index) => {
    const name = each.name ?? `case ${index + 1}`;
    try {
      const differences = runCase(policy, each);
      return { name, passed: differences.length === 0, differences };
    } catch (error) {
      const message = error instanceof SluiceError ? error.problem : 'the case cannot be evaluated';
      return { name, passed: false, differences: [message] };
    }
  });
}

function runCase(policy: Policy, each: CaseSource): readonly string[] {
  if ('result' in each) return runResultCase(policy, each);
  const { space } = policy;
  const ruling =
    'call' in each
      ? policy.ruleCall(each.call.tool, textOf(each.call.args))
      : policy.ruleAnswer(textOf(each.answer), each);
  const label = space.parse(each.label);
  const data = 'data' in each && each.data !== undefined ? space.parse(each.data) : label;
  // As in a run, what a call says is chosen by whatever chose the call.
  const got = outcomeApart(space, ruling, { control: label, data: space.join(label, data) });
  if (got === each.expect) return [];
  const difference = `expected ${each.expect}, got ${got} by rule \`${ruling.rule}\``;
  return [difference, ...('call' in each ? unknownTool(policy, each.call.tool) : [])];
}

/** A likely reason for a difference: the policy does not name the tool of the case. */
function unknownTool(policy: Policy, tool: string): readonly string[] {
  const known = toolsOf(policy);
  if (known === undefined || known.includes(tool)) return [];
  const near = nearest(tool, known);
  const question = near === undefined ? '' : `; did you mean \`${near}\`?`;
  return [`the policy names no tool \`${tool}\`${question}`];
}

/** A text is taken as the model wrote it, so that a case can show JSON that does not parse. */
function textOf(written: unknown): string {
  return typeof written === 'string' ? written : JSON.stringify(written);
}

function runResultCase(
  policy: Policy,
  { result, expect }: Extract<CaseSource, { readonly result: unknown }>,
): readonly string[] {
  const { tool, text, failed = false, args } = result;
  const content = policy.labelResult({ tool, text, failed, args });
  const labels = labelsOf(content);
  const differences = Object.entries(expect).flatMap(([path, label]) => {
    const wanted = policy.space.parse(label).text;
    const read = regionPath(path, [...labels.keys()]);
    if (read.kind === 'mistake') return [`expected ${wanted} at ${path}: ${read.message}`];
    const got = labels.get(read.path);
    return got === wanted ? [] : [`expected ${wanted} at ${path}, got ${String(got)}`];
  });
  return differences.length === 0 ? [] : [...differences, ...unknownTool(policy, tool)];
}

/** The label at each path. The pieces of plain text have none of their own: `$` is all of them. */
function labelsOf(content: Content): ReadonlyMap<string, string> {
  const labels = new Map([['$', content.label.text]]);
  const visit = (region: Region): void => {
    if (region.form !== 'text') labels.set(region.path, region.label.text);
    for (const part of region.parts) visit(part);
  };
  visit(content.root);
  return labels;
}

/** A line for each case, and what differs below those that failed. */
export function printCases(outcomes: readonly CaseOutcome[]): string {
  return outcomes
    .flatMap(({ name, passed, differences }) => [
      `${passed ? 'pass' : 'FAIL'}  ${name}`,
      ...differences.map((difference) => `      ${difference}`),
    ])
    .join('\n');
}

const pathsShown = 8;

type RegionPathReading =
  | { readonly kind: 'path'; readonly path: string }
  | { readonly kind: 'mistake'; readonly message: string };

/**
 * The path, among those of a result's regions, that a singular query (RFC 9535, 2.3.5.1) finds:
 * `$[0].id`, `$[-1]["id"]`. Each is compared in canonical form.
 */
export function regionPath(text: string, paths: readonly string[]): RegionPathReading {
  if (paths.includes(text)) return { kind: 'path', path: text };
  const read = readFullPath(text);
  if (read.kind === 'mistake') {
    return { kind: 'mistake', message: `${read.message}; ${read.hint}` };
  }
  const { selectors, singleLevels } = read.path;
  const isSingular = selectors.every(([first = '*', ...others]) => {
    return others.length === 0 && (first.startsWith("'") || /^-?\d+$/.test(first));
  });
  if (!isSingular || singleLevels < selectors.length) {
    return { kind: 'mistake', message: 'a case names one place a path, such as `$[0].id`' };
  }
  const known = new Map(paths.map((path) => [canonical(path), path] as const));
  const wanted = selectors.flat().reduce((around, step) => below(around, step, known), '$');
  const path = known.get(wanted);
  if (path !== undefined) return { kind: 'path', path };
  const shown = paths.slice(0, pathsShown).map((each) => `\`${each}\``);
  const more = paths.length - shown.length;
  const rest = more > 0 ? `, and ${more} more` : '';
  return { kind: 'mistake', message: `there is no such path, only ${shown.join(', ')}${rest}` };
}

/** One step down; an index below zero counts from the end of the list. */
function below(around: string, step: string, known: ReadonlyMap<string, string>): string {
  if (!step.startsWith('-')) return `${around}[${step}]`;
  let length = 0;
  while (known.has(`${around}[${length}]`)) length += 1;
  return `${around}[${length + Number(step)}]`;
}

function canonical(path: string): string {
  const read = readFullPath(path);
  return read.kind === 'path' ? read.path.text : path;
}
