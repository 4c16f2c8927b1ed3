import path from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/** Where ledgers are kept: `SLUICE_BENCH`, else `.sluice/bench`. */
export function benchFolder(env: Env = process.env): string {
  return env['SLUICE_BENCH'] || path.join('.sluice', 'bench');
}

/** Where the results of suites are kept. */
export function resultsFolder(env: Env = process.env): string {
  return path.join(benchFolder(env), 'results');
}
