import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { loadPolicy } from '@sluice/core';
import { fieldsOf, readText } from '../../packages/cli/src/files.ts';
import { toolsInJson } from '../../packages/cli/src/init/tools/json.ts';
import { policyFileFor } from '../../packages/cli/src/replay/suites.ts';
import { answers, draft } from './draft.ts';
import { guessesIn, type Guesses } from './guesses.ts';

/** A suite's first policy, as `sluice init` writes it. */
interface Drafted {
  readonly suite: string;
  readonly tools: readonly string[];
  readonly text: string;
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
  const folder = mkdtempSync(path.join(tmpdir(), 'sluice-policies-'));
  try {
    for (const { suite, text } of drafts) writeFileSync(path.join(folder, `${suite}.yaml`), text);
    const [drafted, hand] = [
      await audited([runs, '--policies', folder]),
      await audited([runs]),
    ] as const;
    const guesses = await Promise.all(drafts.map(guessed));
    const tools = sum(drafts.map((each) => each.tools.length));
    return {
      'policies.drafted.contained': drafted['audit.contained.lineage'] ?? Number.NaN,
      'policies.drafted.containedLeast': drafted['audit.contained.share'] ?? Number.NaN,
      'policies.drafted.acting': drafted['audit.actingThroughCall'] ?? Number.NaN,
      'policies.drafted.interruptions': drafted['audit.interruptions.lineage'] ?? Number.NaN,
      'policies.drafted.benignRuns': drafted['audit.benignRuns'] ?? Number.NaN,
      'policies.drafted.answers': Object.keys(answers).length,
      'policies.drafted.editedLines': 0,
      'policies.hand.contained': hand['audit.contained.lineage'] ?? Number.NaN,
      'policies.hand.interruptions': hand['audit.interruptions.lineage'] ?? Number.NaN,
      'policies.linesPerTool': round(sum(drafts.map(({ text }) => linesIn(text))) / tools),
      'policies.hand.linesPerTool': round(sum(drafts.map(handLines)) / tools),
      'policies.guesses': sum(guesses.map(({ all }) => all)),
      'policies.guessesWrong': sum(guesses.map(({ looser, stricter }) => looser + stricter)),
      'policies.guessesLooser': sum(guesses.map(({ looser }) => looser)),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
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

const cli = path.join(import.meta.dirname, '../../packages/cli/src/main.ts');
const outputBytesMax = 1e9;

/** The figures of `sluice audit`, as a user would get them; its own bounds may not hold. */
async function audited(words: readonly string[]): Promise<Readonly<Record<string, number>>> {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@sluice/source'];
  const typed = [...flags, cli, 'audit', ...words, '--json'];
  const options = { maxBuffer: outputBytesMax };
  const out = await promisify(execFile)(process.execPath, typed, options).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(fieldsOf(error)['stdout']),
  );
  const last = out.trimEnd().split('\n').at(-1) ?? '';
  const figures = Object.entries(fieldsOf(fieldsOf(JSON.parse(last))['figures']));
  return Object.fromEntries(figures.map(([name, value]) => [name, Number(value)]));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
