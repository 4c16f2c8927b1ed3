import { chosen } from '../replay/choose.ts';
import { leftLines, readRecords } from '../replay/read/read-files.ts';
import { policyFor } from '../replay/suites.ts';
import { printable } from '../show/printable.ts';
import { someOf } from '../show/some-of.ts';
import type { Terminal } from '../terminal.ts';
import { coverageOf, type Met, type ToolCoverage } from './coverage.ts';

export interface CoverageOptions {
  readonly policy?: string;
  readonly policies?: string;
  readonly suite?: string;
  readonly json?: true;
}

interface SuiteCoverage {
  readonly suite: string;
  readonly runs: number;
  readonly tools: readonly ToolCoverage[];
}

/** Prints what recorded runs have used of their policies; 0 whatever it is. */
export async function runCoverage(
  files: readonly string[],
  options: CoverageOptions,
  terminal: Terminal,
): Promise<0> {
  const { policy: file, policies, suite } = options;
  const choice = { files, ...(suite !== undefined && { suite }) };
  const { runs, left } = chosen(await readRecords(files), choice);
  const bySuite = Map.groupBy(runs, (run) => run.suite);
  const found: SuiteCoverage[] = [];
  for (const [name, some] of bySuite) {
    const policy = await policyFor(name, { policy: file, policies });
    found.push({ suite: name, runs: some.length, tools: coverageOf(policy, some) });
  }
  for (const line of [...leftLines(left), ...found.flatMap(linesOf)]) terminal.print(line);
  if (options.json === true) {
    terminal.print(JSON.stringify({ figures: figuresOf(found), suites: found }));
  }
  return 0;
}

function linesOf({ suite, runs, tools }: SuiteCoverage): readonly string[] {
  const lines = tools.flatMap(toolLines);
  const used = tools.filter(({ isDeclared, calls }) => isDeclared && calls > 0).length;
  const declared = tools.filter(({ isDeclared }) => isDeclared).length;
  return [
    `${printable(suite)}: ${runs} runs have called ${used} of the ${declared} tools in the policy`,
    ...(lines.length === 0 ? ['  and all that it says of them was used'] : lines),
  ];
}

function toolLines(tool: ToolCoverage): readonly string[] {
  const { isDeclared, calls, unreadable, unruled } = tool;
  const name = `  ${printable(tool.tool)}`;
  if (!isDeclared) return [`${name}: called ${calls} times, and not in the policy`];
  if (calls === 0) return [`${name}: never called`];
  const never = [
    ...unused(tool.callRules).map((each) => `call rule \`${each}\``),
    ...unused(tool.resultRules).map((each) => `result rule \`${each}\``),
    ...unused(tool.arguments).map((each) => `argument \`${each}\``),
  ];
  return [
    ...(never.length > 0 ? [`${name}: never used: ${never.join(', ')}`] : []),
    ...(unreadable > 0 ? [`${name}: ${unreadable} results are not of the declared format`] : []),
    ...(tool.resultRules.length > 0 && unruled.length > 0
      ? [`${name}: no rule names ${shownNames(unruled)}`]
      : []),
  ];
}

function unused(all: readonly Met[]): readonly string[] {
  return all.filter(({ times }) => times === 0).map(({ name }) => printable(name));
}

const shownMax = 6;

function shownNames(all: readonly Met[]): string {
  const names = all.map(({ name }) => `\`${printable(name)}\``);
  return someOf(names, shownMax);
}

function figuresOf(found: readonly SuiteCoverage[]): Readonly<Record<string, number>> {
  const tools = found.flatMap((each) => each.tools);
  const declared = tools.filter(({ isDeclared }) => isDeclared);
  const rules = declared.flatMap(({ callRules, resultRules }) => [...callRules, ...resultRules]);
  return {
    'coverage.tools': declared.length,
    'coverage.toolsCalled': declared.filter(({ calls }) => calls > 0).length,
    'coverage.undeclaredTools': tools.length - declared.length,
    'coverage.rules': rules.length,
    'coverage.rulesUsed': rules.filter(({ times }) => times > 0).length,
    'coverage.unreadableResults': tools.reduce((sum, { unreadable }) => sum + unreadable, 0),
  };
}
