import path from 'node:path';
import { loadPolicy } from '@sluice/core';
import { readText } from '../../packages/cli/src/files.ts';
import { fieldsOf } from '../../packages/cli/src/json.ts';
import { toolsInJson } from '../../packages/cli/src/init/tools/json.ts';
import { policyFileFor } from '../../packages/cli/src/replay/suites.ts';
import { auditedUnder, type SuitePolicy } from './audited.ts';
import { answers, draft } from './draft.ts';
import { guessesIn, type Guesses } from './guesses.ts';
import { suggestedFigures } from './suggested.ts';

/** A suite's first policy, as `sluice init` writes it. */
interface Drafted extends SuitePolicy {
  readonly tools: readonly string[];
}

/** Drafts the policies of AgentDojo's suites from nothing but their lists of tools. */
function draftAll(suitesFile: string): readonly Drafted[] {
  const suites = Object.entries(fieldsOf(fieldsOf(JSON.parse(readText(suitesFile)))['suites']));
  return suites.map(([suite, value]) => {
    const tools = toolsInJson(JSON.stringify(fieldsOf(value)['tools']), 'tools.json');
    return { suite, tools: tools.map(({ name }) => name), text: draft(tools) };
  });
}

/** Lines that say something: no comment, and not empty. */
function linesIn(text: string): number {
  return text.split('\n').filter((line) => !/^\s*(?:#|$)/.test(line)).length;
}

/** Measures the drafts: an audit of all recorded runs, and each guess beside the hand-written one. */
export async function draftedFigures(data: string): Promise<Readonly<Record<string, number>>> {
  const drafts = draftAll(path.join(data, 'agentdojo-v1.2.2.json'));
  const runs = path.join(data, 'traces');
  const [drafted, hand] = [await auditedUnder(runs, drafts), await auditedUnder(runs, [])] as const;
  const guesses = await Promise.all(drafts.map(guessed));
  const tools = sum(drafts.map((each) => each.tools.length));
  return {
    'policies.drafted.contained': drafted['audit.contained.lineage'] ?? Number.NaN,
    'policies.drafted.containedLeast': drafted['audit.contained.share'] ?? Number.NaN,
    'policies.drafted.acting': drafted['audit.actingThroughCall'] ?? Number.NaN,
    'policies.drafted.interruptions': drafted['audit.interruptions.lineage'] ?? Number.NaN,
    'policies.drafted.interruptions.roles': drafted['audit.interruptions.roles'] ?? Number.NaN,
    'policies.drafted.benignRuns': drafted['audit.benignRuns'] ?? Number.NaN,
    'policies.drafted.answers': Object.keys(answers).length,
    'policies.drafted.editedLines': 0,
    'policies.hand.contained': hand['audit.contained.lineage'] ?? Number.NaN,
    'policies.hand.interruptions': hand['audit.interruptions.lineage'] ?? Number.NaN,
    'policies.hand.interruptions.roles': hand['audit.interruptions.roles'] ?? Number.NaN,
    'policies.linesPerTool': round(sum(drafts.map(({ text }) => linesIn(text))) / tools),
    'policies.hand.linesPerTool': round(sum(drafts.map(handLines)) / tools),
    'policies.guesses': sum(guesses.map(({ all }) => all)),
    'policies.guessesWrong': sum(guesses.map(({ looser, stricter }) => looser + stricter)),
    'policies.guessesLooser': sum(guesses.map(({ looser }) => looser)),
    ...(await suggestedFigures(runs, drafts)),
  };
}

async function guessed({ suite, tools, text }: Drafted): Promise<Guesses> {
  const [drafted, hand] = await Promise.all(
    [text, handText(suite)].map((each) => loadPolicy(each)),
  );
  if (drafted === undefined || hand === undefined) throw new Error('a policy is missing');
  return guessesIn(tools, { drafted, hand });
}

function handText(suite: string): string {
  return readText(policyFileFor(suite, { policy: undefined, policies: undefined }) ?? suite);
}

function handLines({ suite }: Drafted): number {
  return linesIn(handText(suite));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
