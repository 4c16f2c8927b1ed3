import path from 'node:path';
import {
  diffPolicies,
  unnamedTool,
  type FlowChange,
  type PolicyDiff,
} from '@sluice/core/policy-diff';
import type { PlainTool } from '@sluice/core';
import { readText } from '../files.ts';
import type { SarifFinding } from '../output/sarif.ts';
import { writeReport } from '../output/write-report.ts';
import { loadPolicyFile } from '../policy-file.ts';
import { printableLine } from '../show/printable.ts';
import { shellWord } from '../show/shell-word.ts';
import type { Terminal } from '../terminal.ts';
import { lineOfTool } from './line-of-tool.ts';
import { policyBefore } from './revision.ts';
import { someOf } from '../show/some-of.ts';

export interface DiffOptions {
  /** The policy before: a file, or a revision of git. */
  readonly diff: string;
  readonly sarif?: string | undefined;
  readonly json?: true | undefined;
  readonly tools: readonly PlainTool[] | undefined;
}

/**
 * Prints the flows that a policy opens against an earlier one; 1 where it opens one, loosens
 * something else, or could not be compared in full.
 */
export async function runDiff(
  file: string,
  { diff: named, sarif, json, tools }: DiffOptions,
  { print }: Terminal,
): Promise<0 | 1> {
  const before = await policyBefore(file, named, tools);
  const diff = diffPolicies(before, await loadPolicyFile(file, tools));
  if (json === true) print(JSON.stringify({ figures: figuresOf(diff), ...diff }));
  else for (const line of linesOf(diff, file)) print(printableLine(line));
  if (sarif !== undefined) {
    const { sarifOf } = await import('../output/sarif.ts');
    writeReport(sarif, sarifOf(findingsOf(diff, file), rules));
  }
  const isSame = diff.opened.length + diff.loosened.length + diff.gaps.length === 0;
  return isSame ? 0 : 1;
}

const shownMax = 12;

function linesOf(
  { opened, askable, closed, loosened, gaps }: PolicyDiff,
  file: string,
): readonly string[] {
  const groups = groupsOf(opened);
  const more = groups.length - shownMax;
  return [
    `${openedLine({ opened, loosened })}${opened.length === 0 ? '.' : ':'}`,
    ...groups.slice(0, shownMax).flatMap((flows) => groupLines(flows, file)),
    ...(more > 0 ? [`  and from ${counted(more, 'more source')}: \`--json\` lists all`] : []),
    ...(loosened.length === 0 ? [] : ['It makes the policy looser:']),
    ...loosened.map((line) => `  ${line}`),
    ...summary('asks where it refused, in', askable),
    ...summary('closes', closed),
    ...gaps.map((gap) => `Not compared in full: ${gap}`),
  ];
}

/** How many flows a change opens. */
export function openedLine({ opened, loosened }: Pick<PolicyDiff, 'opened' | 'loosened'>): string {
  if (opened.length > 0) return `This change opens ${counted(opened.length, 'flow')}`;
  return `This change opens no flow${loosened.length === 0 ? '' : ' today'}`;
}

/** Flows with one outcome to the same sinks are told together. */
function groupsOf(opened: readonly FlowChange[]): readonly (readonly FlowChange[])[] {
  const bySource = [
    ...Map.groupBy(opened, ({ source, before, after, labels }) =>
      JSON.stringify([source, before, after, labels]),
    ).values(),
  ];
  const alike = Map.groupBy(bySource, (flows) => {
    const [one] = flows;
    const { before, after, labels } = one ?? {};
    const tool = one?.witness.result?.tool;
    return JSON.stringify([tool, before, after, labels, namesOf(flows, 'sink')]);
  });
  return [...alike.values()].map((groups) => groups.flat());
}

function namesOf(flows: readonly FlowChange[], end: 'source' | 'sink'): readonly string[] {
  return [...new Set(flows.map((flow) => flow[end]))];
}

const namedMax = 6;

function groupLines(flows: readonly FlowChange[], file: string): readonly string[] {
  const [flow] = flows;
  if (flow === undefined) return [];
  const { before, after, labels } = flow;
  const { result, call } = (flows.find(hasCommand) ?? flow).witness;
  const ends = `${someOf(namesOf(flows, 'source'), namedMax)} -> ${someOf(namesOf(flows, 'sink'), namedMax)}`;
  const args =
    Object.keys(result?.args ?? {}).length === 0 ? '' : ` of ${JSON.stringify(result?.args)}`;
  return [
    `  ${ends}: ${before} before, now ${after}`,
    `    label: ${changed(labels)}`,
    ...(result === undefined ? [] : [`    result${args}, such as ${result.text}`]),
    ...(call === undefined || call.tool === unnamedTool ? [] : [`    ${commandOf(file, call)}`]),
  ];
}

/** Nobody knows a tool by the name that stands for all that the policy does not name. */
function hasCommand({ witness: { call } }: FlowChange): boolean {
  return call !== undefined && call.tool !== unnamedTool;
}

function changed({ before, after }: { readonly before: string; readonly after: string }): string {
  return before === after ? after : `${before} before, now ${after}`;
}

/** Arguments are JSON, where an escape means the character in whose place it stands. */
function commandOf(
  file: string,
  { tool, args }: { readonly tool: string; readonly args: string },
): string {
  const words = ['policy', 'explain', file, '--tool', tool, '--args', args];
  return ['sluice', ...words.map(shellWord)].join(' ');
}

function summary(verb: string, flows: readonly FlowChange[]): readonly string[] {
  return flows.length === 0 ? [] : [`It ${verb} ${counted(flows.length, 'flow')}: ${pairs(flows)}`];
}

const pairsMax = 5;

function pairs(flows: readonly FlowChange[]): string {
  const shown = flows.slice(0, pairsMax).map(({ source, sink }) => `${source} -> ${sink}`);
  return shown.join('; ') + (flows.length > pairsMax ? '; ...' : '');
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

function figuresOf(diff: PolicyDiff): Readonly<Record<string, number>> {
  const { opened, askable, closed, loosened, gaps } = diff;
  return {
    'diff.opened': opened.length,
    'diff.askable': askable.length,
    'diff.closed': closed.length,
    'diff.loosened': loosened.length,
    'diff.gaps': gaps.length,
  };
}

const rules = {
  'flow-opened': 'Text reaches a sink without a question where it did not before.',
  'flow-askable': 'A person may let text through where it was refused before.',
  loosened: 'A setting allows more, although no flow opens by it today.',
  'not-compared': 'The two policies could not be compared in full here.',
};

function findingsOf(diff: PolicyDiff, file: string): readonly SarifFinding[] {
  const text = readText(file);
  const place = path.relative(process.cwd(), file);
  const flow =
    (rule: 'flow-opened' | 'flow-askable', level: SarifFinding['level']) =>
    ({ source, sink, before, after, witness }: FlowChange): SarifFinding => ({
      rule,
      level,
      message: `${source} -> ${sink}: ${before} before, now ${after}`,
      file: place,
      line: lineOfTool(text, witness.call?.tool ?? witness.result?.tool),
    });
  const plain = (rule: string) => (message: string) =>
    ({ rule, level: 'warning', message, file: place, line: 1 }) as const;
  return [
    ...diff.opened.map(flow('flow-opened', 'error')),
    ...diff.askable.map(flow('flow-askable', 'note')),
    ...diff.loosened.map(plain('loosened')),
    ...diff.gaps.map(plain('not-compared')),
  ];
}
