import {
  checkPolicy,
  explainPolicy,
  loadCases,
  loadPolicy,
  nearest,
  printCases,
  printExplanation,
  printProblem,
  SluiceError,
  testPolicy,
  type LoadOptions,
} from '@sluice/core';
import { existsSync } from 'node:fs';
import { parse, stringify } from 'yaml';
import { declaredTools } from '../declared-tools.ts';
import { readText } from '../files.ts';
import { fieldsOf, parseJson } from '../json.ts';
import { policyOptions, toolNamesOf } from '../policy-file.ts';
import type { Terminal } from '../terminal.ts';

export interface CheckOptions {
  readonly tools?: string;
  readonly json?: true;
  readonly diff?: string;
  readonly sarif?: string;
}

export interface ExplainOptions extends CheckOptions {
  readonly tool: string;
  readonly args?: string;
  readonly label?: string;
  readonly data?: string;
  readonly result?: string;
}

export interface TestOptions extends CheckOptions {
  readonly cases?: string;
}

/** Prints mistakes and warnings; 1 where there is a mistake. */
export async function runCheck(
  file: string,
  { tools, json, diff, sarif }: CheckOptions,
  terminal: Terminal,
): Promise<0 | 1> {
  const { print } = terminal;
  const problems = await checkPolicy(readText(file), loadOptions(file, tools));
  const errors = problems.filter(({ severity }) => severity === 'error').length;
  if (diff !== undefined && errors === 0) {
    const declared = loadOptions(file, tools).tools;
    const { runDiff } = await import('./diff.ts');
    return runDiff(file, { diff, sarif, json, tools: declared }, terminal);
  }
  if (json === true) {
    print(JSON.stringify({ file, errors, warnings: problems.length - errors, problems }));
  } else {
    for (const problem of problems) print(printProblem(problem, file));
    const warnings = problems.length - errors;
    print(`${file}: ${counted(errors, 'error')}, ${counted(warnings, 'warning')}`);
  }
  return errors === 0 ? 0 : 1;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

/**
 * Prints which rule decides. Whoever runs this holds the policy and the text, so sees all of it.
 */
export async function runExplain(
  file: string,
  { tool, args: given, label, data, result, tools, json }: ExplainOptions,
  terminal: Terminal,
): Promise<0> {
  const policy = await loadPolicy(readText(file), loadOptions(file, tools));
  const args = given ?? (result === undefined ? '{}' : undefined);
  if (given !== undefined) requireObject(given);
  else if (args !== undefined) {
    terminal.warn('sluice: no `--args`: this explains a call without arguments');
  }
  if (label !== undefined && args === undefined) {
    throw new SluiceError('policy-invalid', '`--label` needs a call', {
      hint: 'add the arguments of the call: `--args JSON`',
    });
  }
  if (data !== undefined && label === undefined) {
    throw new SluiceError('policy-invalid', '`--data` needs the label of the rest', {
      hint: 'add the label of the tool and the control arguments: `--label LABEL`',
    });
  }
  const { space } = policy;
  const explanation = explainPolicy(policy, {
    tool,
    args,
    label: label === undefined ? undefined : space.parse(label),
    data: data === undefined ? undefined : space.parse(data),
    result: result === undefined ? undefined : { text: readText(result), failed: false },
  });
  if (!explanation.known) suggestTool(tool, toolNamesOf(policy), terminal);
  terminal.print(
    json === true
      ? JSON.stringify(explanation)
      : printExplanation(space, explanation, { clearance: space.top }),
  );
  return 0;
}

/** An unknown tool is explained as the policy treats it; often its name is only misspelled. */
function suggestTool(tool: string, known: readonly string[], { warn }: Terminal): void {
  const near = nearest(tool, known);
  if (near !== undefined)
    warn(`sluice: the policy has no tool \`${tool}\`\n  did you mean \`${near}\`?`);
}

/** A shell often leaves broken JSON of `--args`. Throws `file-unreadable`. */
function requireObject(args: string): void {
  const hint = 'write a JSON object in single quotes, as in `--args \'{"to": "bob"}\'`';
  const value = parseJson(args, { place: 'the text after `--args`', hint });
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return;
  throw new SluiceError('file-unreadable', 'the text after `--args` is not a JSON object', {
    hint,
  });
}

/** Runs the policy's own cases and those beside it, or another file's; 1 where one fails. */
export async function runTest(
  file: string,
  { cases, tools, json }: TestOptions,
  { print }: Terminal,
): Promise<0 | 1> {
  const text = readText(file);
  const policy = await loadPolicy(text, loadOptions(file, tools));
  const beside = besideOf(file);
  const found = cases ?? (existsSync(beside) ? beside : undefined);
  const outcomes = testPolicy(policy, [
    ...(cases === undefined ? ownCases(text, file) : []),
    ...(found === undefined ? [] : loadCases(readText(found), { file: found })),
  ]);
  if (outcomes.length === 0) {
    throw new SluiceError('policy-invalid', `\`${file}\` contains no cases`, {
      hint: `write them under \`cases\`, in \`${beside}\`, or in another file: \`--cases FILE\``,
    });
  }
  const failed = outcomes.filter(({ passed }) => !passed).length;
  if (json === true) print(JSON.stringify({ file, cases: outcomes.length, failed, outcomes }));
  else
    print(`${printCases(outcomes)}\n${outcomes.length - failed} of ${outcomes.length} cases pass`);
  return failed === 0 ? 0 : 1;
}

/** The file of cases that belongs to a policy: `NAME.cases.yaml` beside `NAME.yaml`. */
function besideOf(file: string): string {
  return `${file.replace(/\.(?:ya?ml|json)$/, '')}.cases.yaml`;
}

/** The cases of a policy that was loaded, and so is known to be well formed. */
function ownCases(text: string, file: string): ReturnType<typeof loadCases> {
  const cases = fieldsOf(parse(text, { maxAliasCount: -1 }))['cases'] ?? [];
  return loadCases(stringify({ cases }), { file });
}

function loadOptions(file: string, toolsFile: string | undefined): LoadOptions {
  return policyOptions(file, toolsFile === undefined ? {} : { tools: declaredTools(toolsFile) });
}
