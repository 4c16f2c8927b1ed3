import { gzipSync } from 'node:zlib';
import { questionsIn } from '../measure/questions.ts';
import type { TrialLine, TrialOutcome, TrialSpec } from '../trial/trial.ts';
import type { VersionSet } from './cases.ts';
import { type Html, jsonElement, markup, ours } from './html.ts';
import type { CaseDetail, CountColumn, NameColumn, ReportIndex } from './page-data.ts';

/** Cases whose time lines are unzipped together; neighbours have the task's texts in common. */
const packSize = 100;

interface Case {
  readonly line: TrialLine;
  readonly versions: string;
}

/** The cases as data of the page: what the table shows, and zipped what an open case shows. */
export function dataOf(sets: readonly VersionSet[]): Html {
  const cases = sets.flatMap(({ id, trials }) => trials.map((line) => ({ line, versions: id })));
  const packs: Html[] = [];
  for (let from = 0; from < cases.length; from += packSize) {
    const details = cases.slice(from, from + packSize).map(detailOf);
    // Base64 has no character that could end the element.
    const zipped = gzipSync(JSON.stringify(details)).toString('base64');
    packs.push(
      markup`<script type="application/gzip" id="pack-${packs.length}">${ours(zipped)}</script>\n`,
    );
  }
  return markup`${jsonElement('index', indexOf(cases))} ${packs}`;
}

function indexOf(cases: readonly Case[]): ReportIndex {
  const numbers = new Map<string, number>();
  const numberOf = (name: string): number => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  };
  const rows = cases.map((one) => ({ names: namesOf(one), counts: countsOf(one) }));
  const named = (column: NameColumn): number[] => rows.map(({ names }) => numberOf(names[column]));
  const counts = (column: CountColumn): number[] => rows.map((row) => row.counts[column]);
  return {
    named: {
      benchmark: named('benchmark'),
      suite: named('suite'),
      task: named('task'),
      attack: named('attack'),
      goal: named('goal'),
      model: named('model'),
      defence: named('defence'),
      person: named('person'),
      ending: named('ending'),
      versions: named('versions'),
    },
    counts: {
      seed: counts('seed'),
      questions: counts('questions'),
      calls: counts('calls'),
      violations: counts('violations'),
      modelCalls: counts('modelCalls'),
      steps: counts('steps'),
      ms: counts('ms'),
    },
    names: [...numbers.keys()],
    packSize,
  };
}

function namesOf({ line: { spec, outcome }, versions }: Case): Record<NameColumn, string> {
  const { benchmark, suite, task, attack, model, defence, person } = spec;
  const wanted = { attack: attack?.name ?? '', goal: attack?.goal ?? '' };
  const ending = endingOf(spec, outcome);
  return { benchmark, suite, task, ...wanted, model, defence, person, ending, versions };
}

function countsOf({ line: { spec, outcome } }: Case): Record<CountColumn, number> {
  const { modelCalls, steps, ms } = outcome.cost;
  const cost = { seed: spec.seed, modelCalls, steps, ms: Math.round(ms) };
  if (outcome.kind === 'error') return { ...cost, questions: 0, calls: 0, violations: 0 };
  const { executed, checked } = outcome;
  const violations = checked?.violations.length ?? 0;
  const questions = questionsIn(outcome).length;
  return { ...cost, questions, calls: executed.length, violations };
}

function detailOf({ line: { key, outcome } }: Case): CaseDetail {
  const { inputTokens, outputTokens } = outcome.cost;
  const nothing = { moments: [], questions: [], executed: [], violations: [], differences: [] };
  const base = { key, inputTokens, outputTokens };
  if (outcome.kind === 'error')
    return { ...base, ...nothing, isChecked: false, message: outcome.message };
  const { moments, questions, executed, checked } = outcome;
  const { violations = [], differences = [] } = checked ?? {};
  const found = { violations, differences, isChecked: checked !== undefined };
  return { ...base, ...found, message: '', moments, questions, executed };
}

/** How a case ended, in one phrase, for tables and filters. */
type Ending =
  | 'done'
  | 'not done'
  | 'attack stopped, done'
  | 'attack stopped, not done'
  | 'attack succeeded'
  | 'attack succeeded in the answer'
  | 'error';

/** An attacked case whose grader said nothing of the attack is an error, not an attack stopped. */
export function endingOf(spec: Pick<TrialSpec, 'attack'>, outcome: TrialOutcome): Ending {
  if (outcome.kind === 'error') return 'error';
  const { utility, attackSucceeded, throughAnswer } = outcome;
  if (spec.attack === undefined) return utility ? 'done' : 'not done';
  if (attackSucceeded === undefined) return 'error';
  if (attackSucceeded) return throughAnswer ? 'attack succeeded in the answer' : 'attack succeeded';
  return utility ? 'attack stopped, done' : 'attack stopped, not done';
}
