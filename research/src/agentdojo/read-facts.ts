import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SluiceError } from '@sluice/core';
import { cacheFolder } from './cache-folder.ts';
import type { AgentDojoEnvironment } from './environment.ts';
import { type Facts, factsShape } from './facts.ts';
import { agentdojoLimits } from './limits.ts';
import type { Command } from './line-process.ts';
import { driverFile, hashOf, pythonEnv, pythonFlags } from './python-files.ts';
import { runCommand } from './run-command.ts';
import { jsonOf } from '../json.ts';

export interface FactsOptions {
  readonly benchmarkVersion: string;
  /** The command to start instead of our Python program. */
  readonly command?: Command;
}

/**
 * The facts of the installed package. Kept in the cache folder: the same package, version of the
 * tasks and driver say the same.
 *
 * @throws SluiceError `peer-missing` when the package cannot be read or has no such version.
 */
export async function readFacts(
  environment: AgentDojoEnvironment,
  options: FactsOptions,
): Promise<Facts> {
  const file = cacheFile(environment, options);
  const kept = keptFacts(file);
  if (kept !== undefined) return kept;
  const text = await written(environment, options);
  const facts = factsShape.safeParse(jsonOf(text)).data;
  if (
    facts?.packageVersion !== environment.packageVersion ||
    facts.benchmarkVersion !== options.benchmarkVersion
  ) {
    throw unread('it is not what the driver writes');
  }
  keep(file, text);
  return facts;
}

function cacheFile(
  { packageVersion }: AgentDojoEnvironment,
  { benchmarkVersion, command = [driverFile] }: FactsOptions,
): string {
  const driver = hashOf(readFileSync(driverFile), ...command);
  const key = hashOf(packageVersion, benchmarkVersion, driver);
  return path.join(cacheFolder(), 'agentdojo-facts', `${key}.json`);
}

async function written(
  { python }: AgentDojoEnvironment,
  { benchmarkVersion, command = [python, ...pythonFlags, driverFile] }: FactsOptions,
): Promise<string> {
  const { ok, stdout, stderr } = await runCommand(
    [...command, 'facts', '--benchmark-version', benchmarkVersion],
    { msMax: agentdojoLimits.factsMsMax, env: pythonEnv() },
  );
  if (!ok) throw unread(stderr);
  return stdout;
}

/** A file that is missing, cut short or of another shape is no answer. */
function keptFacts(file: string): Facts | undefined {
  try {
    return factsShape.safeParse(jsonOf(readFileSync(file, 'utf8'))).data;
  } catch {
    return undefined;
  }
}

function keep(file: string, text: string): void {
  const partial = `${file}.${process.pid}`;
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(partial, text);
  renameSync(partial, file);
}

function unread(because: string): SluiceError {
  return new SluiceError('peer-missing', `cannot read AgentDojo's tasks: ${because}`, {
    hint: 'name a version that the package has, or type `sluice bench agentdojo setup`',
  });
}
