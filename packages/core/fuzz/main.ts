/**
 * `npm run fuzz -- [--runs N] [--seed S] [--workers K] [--without-mutants | --mutants TEXT]
 * [--json]`: random whole
 * runs under the two properties, noninterference and engine equal to specification, and mutants of
 * the engine that the same properties must catch. A failure prints the seed; `--seed S --runs 1`
 * shows it again.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { mutantsNamed } from './mutants.ts';
import { prepare } from './mutate.ts';
import type { Failure, Report, Task } from './worker.ts';

const mutantsMin = 20;
const shownMax = 5;

interface Tally {
  runs: number;
  stepsCompared: number;
  subAgentRuns: number;
  perArgumentRuns: number;
  readonly seeds: Record<Failure, number[]>;
  mutants: number;
  caught: number;
  controlFailed: boolean;
  /** When progress was last told. */
  saidMs: number;
}

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '1000000' },
    seed: { type: 'string', default: '1' },
    workers: { type: 'string', default: '2' },
    'without-mutants': { type: 'boolean', default: false },
    /** Mutants with this in their names alone. */
    mutants: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
});

function wholeNumber(name: string, text: string): number {
  const value = Number(text);
  if (Number.isSafeInteger(value) && value > 0) return value;
  throw new Error(`\`--${name} ${text}\` is not a whole number above 0`);
}

const tally: Tally = {
  runs: 0,
  stepsCompared: 0,
  subAgentRuns: 0,
  perArgumentRuns: 0,
  seeds: { violation: [], difference: [] },
  mutants: 0,
  caught: 0,
  controlFailed: false,
  saidMs: 0,
};
const runs = wholeNumber('runs', values.runs);
const step = wholeNumber('workers', values.workers);
const startedMs = performance.now();
const prepared = prepare('control');
const withMutants = !values['without-mutants'];
const chosen = withMutants ? mutantsNamed(values.mutants) : [];
const base = {
  step,
  seed: wholeNumber('seed', values.seed),
  runs,
  prepared,
  withMutants,
  mutants: values.mutants,
};
await Promise.all(Array.from({ length: step }, (_, first) => runWorker({ ...base, first })));
finish();

function runWorker(workerData: Task): Promise<void> {
  const url = new URL('./worker.ts', import.meta.url);
  const execArgv = ['--conditions=@sluice/source', '--disable-warning=ExperimentalWarning'];
  const worker = new Worker(url, { workerData, execArgv });
  return new Promise((resolve, reject) => {
    worker.on('message', (report: Report) => take(report));
    worker.on('error', reject);
    worker.on('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a worker ended with code ${code}`));
    });
  });
}

function take(report: Report): void {
  switch (report.kind) {
    case 'progress':
      tally.runs += report.runs;
      tally.stepsCompared += report.steps;
      tally.subAgentRuns += report.subAgentRuns;
      tally.perArgumentRuns += report.perArgumentRuns;
      return progress();
    case 'found': {
      const seeds = tally.seeds[report.what];
      seeds.push(report.seed);
      if (seeds.length <= shownMax) say(`${report.what} at seed ${report.seed}: ${report.text}`);
      return;
    }
    case 'verdict': {
      const { mutant, seed, because } = report.verdict;
      tally.mutants += 1;
      if (seed === undefined) return say(`not caught: mutant ${mutant} ${because}`);
      tally.caught += 1;
      const where = seed === 0 ? 'a check' : `seed ${seed}`;
      return say(`caught by ${where}: mutant ${mutant} (${because.slice(0, 60)})`);
    }
    case 'control':
      tally.controlFailed = report.failed !== undefined;
      if (report.failed !== undefined) say(`the unmutated copy fails: ${report.failed}`);
  }
}

function progress(): void {
  const nowMs = performance.now();
  if (nowMs - tally.saidMs < 10_000 && tally.runs < runs) return;
  tally.saidMs = nowMs;
  const seconds = ((nowMs - startedMs) / 1000).toFixed(0);
  say(`${tally.runs} of ${runs} runs, ${tally.stepsCompared} steps compared, ${seconds} s`);
}

function say(text: string): void {
  console.error(text);
}

function finish(): void {
  const { seeds, controlFailed } = tally;
  const figures: Readonly<Record<string, number>> = {
    'fuzz.runs': tally.runs,
    'fuzz.violations': seeds.violation.length,
    'fuzz.specDifferences': seeds.difference.length,
    ...(withMutants && { 'fuzz.mutants': tally.mutants, 'fuzz.mutantsCaught': tally.caught }),
    'fuzz.stepsCompared': tally.stepsCompared,
    'fuzz.subAgentRuns': tally.subAgentRuns,
    'fuzz.perArgumentRuns': tally.perArgumentRuns,
  };
  const areEnough = values.mutants !== '' || chosen.length >= mutantsMin;
  const areAllCaught = tally.caught === chosen.length && chosen.length > 0 && areEnough;
  const areCaught = !withMutants || areAllCaught;
  // Runs in which the observer saw next to nothing would prove next to nothing.
  const areTelling = tally.stepsCompared >= tally.runs;
  const holds = seeds.violation.length + seeds.difference.length === 0 && tally.runs === runs;
  if (values.json) console.log(JSON.stringify({ figures }));
  else for (const [name, value] of Object.entries(figures)) console.log(`${name} ${value}`);
  process.exitCode = holds && areTelling && areCaught && !controlFailed ? 0 : 1;
}
