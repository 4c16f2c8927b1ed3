// Weights for the tests that run on a real model: fetched before them where they can be had.
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';

/** The weights for the tests in files named `real-weights.test.ts`, by their name in the cache. */
export const testedWeights = 'smollm2-135m-instruct';

/** Set to `no`, what the cache holds is used and nothing is fetched. */
const pullVariable = 'SLUICE_TEST_PULL';

export interface PullOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The arguments of Node. Default: `sluice models pull`, from the sources. */
  readonly args?: readonly string[];
  /** From the start of the pull. Default: two minutes. */
  readonly msMax?: number;
  /** Between the request to stop and the end by force. Default: ten seconds. */
  readonly graceMs?: number;
}

export interface RunningPull {
  /** Waits until it has ended or its time is up; says what was wrong, if anything. */
  readonly ended: () => Promise<string | undefined>;
  /** Stops it at once. What has come stays, and the next pull goes on from there. */
  readonly stop: () => Promise<void>;
}

/** Starts a pull beside the other checks. It never fails: weights are an addition to the tests. */
export function startPull(options: PullOptions): RunningPull {
  const { cwd, env, args = pullArguments, msMax = 120_000, graceMs = 10_000 } = options;
  if (env[pullVariable] === 'no') return notStarted(`${pullVariable}=no, and none are here`);
  const startedMs = performance.now();
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] });
  const { promise: exit, resolve } = Promise.withResolvers<string | undefined>();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text;
  });
  child.once('error', ({ message }) => resolve(message));
  child.once('close', (code) => resolve(code === 0 ? undefined : saidIn(errors)));
  const stop = async (): Promise<void> => {
    child.kill('SIGINT');
    if (await hasEndedWithin(exit, graceMs)) return;
    child.kill('SIGKILL');
    await exit;
  };
  return {
    stop,
    ended: async () => {
      if (await hasEndedWithin(exit, startedMs + msMax - performance.now())) return exit;
      await stop();
      return `they did not come within ${msMax / 1000} s; the next run goes on`;
    },
  };
}

const pullArguments = [
  '--disable-warning=ExperimentalWarning',
  '--conditions=@sluice/source',
  'packages/cli/src/main.ts',
  'models',
  'pull',
  testedWeights,
];

function notStarted(why: string): RunningPull {
  return { ended: () => Promise.resolve(why), stop: () => Promise.resolve() };
}

/** The message of the command, among lines of progress and hints. */
function saidIn(errors: string): string {
  const [, message] = /^sluice: (.+)$/m.exec(errors) ?? [];
  return message ?? 'the pull broke off';
}

async function hasEndedWithin(exit: Promise<unknown>, ms: number): Promise<boolean> {
  const stopped = new AbortController();
  const late = sleep(Math.max(0, ms), false, { signal: stopped.signal }).catch(() => false);
  const ended = await Promise.race([exit.then(() => true), late]);
  stopped.abort();
  return ended;
}

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(
        z.object({ status: z.string(), ancestorTitles: z.array(z.string()) }),
      ),
    }),
  ),
});

/**
 * One line on what the tests did, from vitest's own report: which weights they ran on, or why
 * on none.
 */
export function weightsLine(report: string | undefined, why: string | undefined): string {
  const used = usedIn(report);
  if (used.length > 0) return `real weights: used (${used.join(', ')})`;
  const because = report === undefined ? 'the tests did not run' : (why ?? 'no test ran on them');
  return `real weights: not used (${because}); tiny generated models only`;
}

/** Their tests stand in groups that begin with the weights' name; skipped ones used none. */
function usedIn(report: string | undefined): readonly string[] {
  if (report === undefined) return [];
  const { testResults } = reportSchema.parse(JSON.parse(report));
  const files = testResults.filter(({ name }) => name.endsWith('real-weights.test.ts'));
  const ran = files
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === 'passed' || status === 'failed');
  const ids = ran.map(({ ancestorTitles: [title = ''] }) => title.split(',', 1)[0] ?? '');
  return [...new Set(ids)].toSorted();
}
