import { checkPolicy, loadPolicy } from '@sluice/core';
import { skeleton } from '@sluice/gateway';
import { interruptionsIn } from '../../packages/cli/src/replay/interruptions.ts';
import { readRecords } from '../../packages/cli/src/replay/read/read-files.ts';
import type { RecordedRun } from '../../packages/cli/src/replay/read/record.ts';
import { byLineage } from '../../packages/cli/src/replay/ways.ts';
import { replayRun } from '../../packages/cli/src/replay/run.ts';
import type { Candidate } from '../../packages/cli/src/suggest/candidates.ts';
import { edited } from '../../packages/cli/src/suggest/edit.ts';
import { suggest } from '../../packages/cli/src/suggest/suggest.ts';
import { parseDocument } from 'yaml';
import { auditedUnder, type SuitePolicy } from './audited.ts';

/** The model whose runs the changes are drawn from. */
const model = 'gpt-4o-2024-05-13';
const linesMax = 20;

/**
 * One round of `sluice suggest` on the runs of one model that nobody attacked, and what its changes
 * do on all runs. Whoever edits follows the list from the top: a change is taken if it spares a
 * question that those before it do not, until 20 lines are edited. No attacked run has a say. Once
 * they take whatever stands there, and once they leave out what `sluice policy check` warns of.
 */
export async function suggestedFigures(
  runs: string,
  drafts: readonly SuitePolicy[],
): Promise<Readonly<Record<string, number>>> {
  const { runs: all } = await readRecords([runs]);
  const benign = all.filter(({ attack }) => attack === undefined);
  const seen = benign.filter((run) => run.model === model);
  const elsewhere = benign.filter((run) => run.model !== model);
  const changes = await changesFor(drafts, seen);
  const figures: Record<string, number> = {
    'policies.drafted.interruptionsElsewhere': await interruptions(elsewhere, drafts),
  };
  for (const [name, takes] of Object.entries(editors)) {
    const changed = await editedBy(takes, { drafts, changes, seen });
    const audit = await auditedUnder(runs, changed);
    figures[`policies.${name}.contained`] = audit['audit.contained.lineage'] ?? Number.NaN;
    figures[`policies.${name}.interruptions`] = audit['audit.interruptions.lineage'] ?? Number.NaN;
    figures[`policies.${name}.lines`] = linesBetween(drafts, changed);
    figures[`policies.${name}.interruptionsElsewhere`] = await interruptions(elsewhere, changed);
  }
  return figures;
}

/** Says if somebody would take a change, by the text before and after. */
type Editor = (before: string, after: string) => Promise<boolean>;

const editors: Readonly<Record<string, Editor>> = {
  suggested: () => Promise.resolve(true),
  suggestedChecked: async (before, after) => {
    const known = new Set(await warningsOf(before));
    return (await warningsOf(after)).every((warning) => known.has(warning));
  },
};

async function warningsOf(text: string): Promise<readonly string[]> {
  return (await checkPolicy(text)).map(({ code, path }) => `${String(code)} ${path}`);
}

interface Change {
  readonly suite: string;
  readonly candidate: Candidate;
  readonly spared: number;
}

/** What `suggest` lists for each suite, in one order. */
async function changesFor(
  drafts: readonly SuitePolicy[],
  seen: readonly RecordedRun[],
): Promise<readonly Change[]> {
  const changes: Change[] = [];
  for (const { suite, text: policy } of drafts) {
    const runs = seen.filter((run) => run.suite === suite);
    const found = await suggest({ policy, runs, max: linesMax, onProgress: () => undefined });
    changes.push(...found.suggestions.map((each) => ({ suite, ...each })));
  }
  return changes.toSorted((a, b) => b.spared - a.spared);
}

interface Round {
  readonly drafts: readonly SuitePolicy[];
  readonly changes: readonly Change[];
  readonly seen: readonly RecordedRun[];
}

async function editedBy(takes: Editor, round: Round): Promise<readonly SuitePolicy[]> {
  let policies = round.drafts;
  for (const { suite, candidate } of round.changes) {
    const text = policies.find((policy) => policy.suite === suite)?.text ?? '';
    const made = edited(text, candidate);
    if (made === undefined || !(await takes(text, made.text))) continue;
    const next = policies.map((policy) =>
      policy.suite === suite ? { suite, text: made.text } : policy,
    );
    const own = round.seen.filter((run) => run.suite === suite);
    const spares = (await questions(own, made.text)) < (await questions(own, text));
    if (!spares || linesBetween(round.drafts, next) > linesMax) continue;
    console.error(`${suite}: ${JSON.stringify(candidate)}`);
    policies = next;
  }
  return policies;
}

/** Lines of the later policies that the earlier ones do not have. */
function linesBetween(before: readonly SuitePolicy[], after: readonly SuitePolicy[]): number {
  return after.reduce((sum, { suite, text }) => {
    const known = new Set(linesOf(before.find((each) => each.suite === suite)?.text ?? ''));
    return sum + linesOf(text).filter((line) => !known.has(line)).length;
  }, 0);
}

/** As one printer writes them: a tool is one line, and the wrapping of long ones is no edit. */
function linesOf(text: string): readonly string[] {
  return parseDocument(text).toString({ lineWidth: 0 }).split('\n');
}

/** Questions a run, each suite under its policy. */
async function interruptions(
  runs: readonly RecordedRun[],
  policies: readonly SuitePolicy[],
): Promise<number> {
  let all = 0;
  for (const { suite, text } of policies) {
    const own = runs.filter((run) => run.suite === suite);
    all += await questions(own, text);
  }
  return Math.round((all / runs.length) * 1e4) / 1e4;
}

/** A policy that its own rules forbid spares nothing. */
async function questions(runs: readonly RecordedRun[], text: string): Promise<number> {
  const policy = await loadPolicy(text, { skeleton }).catch(() => undefined);
  if (policy === undefined) return Number.POSITIVE_INFINITY;
  let sum = 0;
  for (const run of runs) {
    const replayed = await replayRun(run, { policy, way: byLineage(), declared: new Map() });
    sum += interruptionsIn(replayed).length;
  }
  return sum;
}
