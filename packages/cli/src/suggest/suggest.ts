import { loadPolicy, type Policy } from '@sluice/core';
import { skeleton } from '@sluice/gateway';
import { containmentOf } from '../replay/harm.ts';
import { interruptionsIn } from '../replay/interruptions.ts';
import type { RecordedRun } from '../replay/read/record.ts';
import { replayRun, type Replayed } from '../replay/run.ts';
import { byLineage } from '../replay/ways.ts';
import { type Candidate, Candidates } from './candidates.ts';
import { StricterCandidates } from './stricter.ts';
import { edited } from './edit.ts';
import { worstOf } from './worst.ts';

/** A change, with what it would spare and what it would allow. */
export interface Suggestion {
  readonly candidate: Candidate;
  /** The tool as it would stand in the policy. */
  readonly lines: readonly string[];
  /** Questions of the benign runs that nobody would be asked any more. */
  readonly spared: number;
  /** Successful attacks that are contained now, and would not be: shown, never used for ranking. */
  readonly letThrough: number;
  /** A tool whose calls strangers' text could lead to then, the gravest by its name. */
  readonly worst: string | undefined;
}

export interface Suggestions {
  readonly benignRuns: number;
  readonly questions: number;
  readonly attackedRuns: number;
  readonly contained: number;
  /** Attacks through a call that the policy lets through. */
  readonly uncovered: number;
  /** Those that spare most come first. */
  readonly suggestions: readonly Suggestion[];
  /** Those that stop most attacks come first. */
  readonly stricter: readonly Stricter[];
}

/** A change that stops attacks, with what it would cost. */
export interface Stricter {
  readonly candidate: Candidate;
  readonly lines: readonly string[];
  /** Attacks that get through now, and would be contained. */
  readonly stopped: number;
  /** Questions in the benign runs that come on top. */
  readonly added: number;
}

export interface SuggestInput {
  /** The text of the policy. */
  readonly policy: string;
  readonly runs: readonly RecordedRun[];
  /** How many suggestions are worked out in full. */
  readonly max: number;
  readonly onProgress: (done: number, all: number) => void;
}

/**
 * Finds the changes of a policy that would spare most questions in runs that nobody attacked. Each
 * is tried by itself, by running those runs again under the changed policy.
 */
export async function suggest({
  policy,
  runs,
  max,
  onProgress,
}: SuggestInput): Promise<Suggestions> {
  const benign = runs.filter(({ attack }) => attack === undefined);
  const attacked = runs.filter(({ attack }) => attack?.succeeded === true);
  const now = await load(policy);
  const { asking, candidates } = await askingOf(benign, { policy, now });
  const ranked: (Omit<Suggestion, 'letThrough'> & { readonly changed: Policy })[] = [];
  for (const [at, candidate] of candidates.entries()) {
    onProgress(at, candidates.length);
    const made = edited(policy, candidate);
    const changed = made && (await loadIfSound(made.text));
    if (made === undefined || changed === undefined) continue;
    let spared = 0;
    for (const { run, questions } of asking) {
      spared += questions - questionsIn(await replayed(run, changed));
    }
    const worst = worstOf(candidate, now);
    if (spared > 0) ranked.push({ candidate, lines: made.lines, spared, worst, changed });
  }
  const best = ranked
    .toSorted((a, b) => b.spared - a.spared || widthOf(a.candidate) - widthOf(b.candidate))
    .slice(0, max);
  const { contained, uncovered, stricter } = await judged(attacked, now);
  const suggestions: Suggestion[] = [];
  for (const { changed, ...one } of best) {
    const still = (await judged(contained, changed)).contained;
    suggestions.push({ ...one, letThrough: contained.length - still.length });
  }
  return {
    benignRuns: benign.length,
    questions: asking.reduce((sum, { questions }) => sum + questions, 0),
    attackedRuns: attacked.length,
    contained: contained.length,
    uncovered: uncovered.length,
    suggestions,
    stricter: await stricterOf(stricter, { policy, benign, uncovered, now, max }),
  };
}

interface Asking {
  readonly run: RecordedRun;
  readonly questions: number;
}

/** The runs in which somebody is asked, and the changes that could have spared a question. */
async function askingOf(
  benign: readonly RecordedRun[],
  { policy, now }: { readonly policy: string; readonly now: Policy },
): Promise<{ readonly asking: readonly Asking[]; readonly candidates: readonly Candidate[] }> {
  // Field by field, so that a change may be about one of them.
  const fieldwise =
    (await loadIfSound(policy.replaceAll(/\bformat: text\b/g, 'format: auto'))) ?? now;
  const candidates = new Candidates();
  const asking: Asking[] = [];
  for (const run of benign) {
    const questions = questionsIn(await replayed(run, now));
    if (questions === 0) continue;
    asking.push({ run, questions });
    candidates.add(await replayed(run, fieldwise));
  }
  return { asking, candidates: candidates.all };
}

/** Of changes that spare as much, the narrower comes first. */
function widthOf({ kind }: Candidate): number {
  return ['field', 'argument', 'result', 'call'].indexOf(kind);
}

function load(text: string): Promise<Policy> {
  return loadPolicy(text, { skeleton });
}

/** A change that the policy's own rules forbid is no suggestion. */
async function loadIfSound(text: string): Promise<Policy | undefined> {
  return load(text).catch(() => undefined);
}

function replayed(run: RecordedRun, policy: Policy): Promise<Replayed> {
  return replayRun(run, { policy, way: byLineage(), declared: new Map() });
}

function questionsIn(run: Replayed): number {
  return interruptionsIn(run).length;
}

interface Judged {
  readonly contained: readonly RecordedRun[];
  readonly uncovered: readonly RecordedRun[];
  /** Changes that may stop those that are uncovered. */
  readonly stricter: readonly Candidate[];
}

async function judged(runs: readonly RecordedRun[], policy: Policy): Promise<Judged> {
  const contained: RecordedRun[] = [];
  const uncovered: RecordedRun[] = [];
  const stricter = new StricterCandidates();
  for (const run of runs) {
    const again = await replayed(run, policy);
    const verdict = containmentOf(again, { tasks: undefined, noted: 'counts' });
    if (verdict.kind === 'contained') contained.push(run);
    if (verdict.kind !== 'not-contained') continue;
    uncovered.push(run);
    stricter.add(again, verdict);
  }
  return { contained, uncovered, stricter: stricter.all };
}

interface Trial {
  readonly policy: string;
  readonly benign: readonly RecordedRun[];
  readonly uncovered: readonly RecordedRun[];
  readonly now: Policy;
  readonly max: number;
}

/** Tries each change that makes the policy stricter: what it stops, and what it costs. */
async function stricterOf(
  candidates: readonly Candidate[],
  { policy, benign, uncovered, now, max }: Trial,
): Promise<readonly Stricter[]> {
  const found: Stricter[] = [];
  for (const candidate of candidates) {
    const made = edited(policy, candidate);
    const changed = made && (await loadIfSound(made.text));
    if (made === undefined || changed === undefined) continue;
    const stopped = (await judged(uncovered, changed)).contained.length;
    if (stopped === 0) continue;
    let added = 0;
    for (const run of benign) {
      added += questionsIn(await replayed(run, changed)) - questionsIn(await replayed(run, now));
    }
    found.push({ candidate, lines: made.lines, stopped, added });
  }
  return found.toSorted((a, b) => b.stopped - a.stopped || a.added - b.added).slice(0, max);
}
