import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { canonicalJson } from '@sluice/core';
import { jsonFields } from 'sluice/parts';
import type { Environment } from '../live/environment.ts';
import type { Versions } from '../trial/trial.ts';
import { outcomesOf } from './code-of.ts';

/** Everything that an outcome of a suite depends on and that its trial's name does not say. */
export async function versionsOf(
  suite: string,
  { versions, policies }: Environment,
): Promise<Versions> {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return {
    sluice: String(jsonFields(text)['version']),
    code: await outcomesOf(suite),
    node: process.version,
    policies: createHash('sha256').update(canonicalJson(policies)).digest('hex'),
    ...versions,
  };
}

/** The ledger that was named, or one for this benchmark; its folder is made. */
export function ledgerFile(named: string | undefined, name: string): string {
  const file = named ?? path.join(benchFolder(), `${name.replaceAll(/[^\w.-]/g, '-')}.jsonl`);
  mkdirSync(path.dirname(path.resolve(file)), { recursive: true });
  return file;
}

/** The command line, to be typed again. */
export function commandLine(): string {
  return ['sluice', ...process.argv.slice(2)].join(' ');
}

export function lanes(wanted: number | undefined): number {
  return Math.max(1, Math.floor(wanted ?? availableParallelism()));
}

/** Aborted by Ctrl-C: what runs is given up, and the ledger says how to go on. */
export function untilInterrupted(): { readonly signal: AbortSignal; readonly end: () => void } {
  const stop = new AbortController();
  const onSignal = (): void => stop.abort();
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  const end = (): void => {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  };
  return { signal: stop.signal, end };
}

type Env = Readonly<Record<string, string | undefined>>;

/** Where ledgers are kept: `SLUICE_BENCH`, else `.sluice/bench`. */
export function benchFolder(env: Env = process.env): string {
  return env['SLUICE_BENCH'] || path.join('.sluice', 'bench');
}

/** Where the results of suites are kept. */
export function resultsFolder(env: Env = process.env): string {
  return path.join(benchFolder(env), 'results');
}
