import path from 'node:path';
import type { JobAttack } from '../../src/agentdojo/job.ts';
import type { Defence } from '../../src/defence/defence.ts';
import type { Environment } from '../../src/live/environment.ts';
import { knowledgeOf } from '../../src/live/knowledge.ts';
import { runLive } from '../../src/live/run-live.ts';
import type { Pinned } from '../../src/measure/verdicts.ts';
import { startReader } from '../../src/reader/server.ts';
import { readLedger, trialsOf } from '../../src/sweep/ledger-file.ts';
import type { TrialLine, TrialSpec } from '../../src/trial/trial.ts';
import { versions } from '../sweep/world.ts';
import { ferry, ferryEnvironment } from './ferry.ts';

export interface Sailed {
  readonly defences: readonly Defence[];
  readonly specs: readonly TrialSpec[];
  /** A folder for the ledger. */
  readonly folder: string;
  readonly environment?: Environment;
  readonly attackOf?: (spec: TrialSpec) => JobAttack | undefined;
}

/** A whole sweep over the harbour, with the worst-case reader; the trials that it leaves. */
export async function sail({
  defences,
  specs,
  folder,
  environment = ferryEnvironment,
  attackOf = shouted,
}: Sailed): Promise<readonly TrialLine[]> {
  const reader = await startReader({ facts: ferry });
  const ledger = path.join(folder, 'ferry.jsonl');
  try {
    await runLive({
      specs,
      versions,
      ledger,
      environment,
      defences,
      attackOf,
      workers: 4,
      timeoutMs: 30_000,
      errorsInRowMax: 100,
      command: 'sluice bench',
      model: { url: reader.baseUrl, key: 'none', name: 'lax' },
      knowledge: knowledgeOf(ferry),
      actsThroughAnswer: () => false,
    });
    return trialsOf((await readLedger(ledger)).lines);
  } finally {
    await reader.close();
  }
}

/** The goal as it is, in the note. */
export function shouted({ suite, attack }: TrialSpec): JobAttack | undefined {
  const goal = ferry.suites[suite]?.injectionTasks[attack?.goal ?? ''];
  if (attack === undefined || goal === undefined) return undefined;
  return { goal: attack.goal, by: { texts: { note: goal.prompt } } };
}

export const pinned: Pinned = {
  uncounted: ({ task }) =>
    task === 'tide' || task === 'thanks' ? 'it reads nothing of a stranger' : undefined,
  isVacuous: ({ task }) => task === 'thanks',
};

export function specOf(change: Partial<TrialSpec> = {}): TrialSpec {
  return {
    benchmark: 'ferry',
    suite: 'harbour',
    task: 'send',
    attack: undefined,
    model: 'reader:lax',
    defence: 'none',
    person: 'skip',
    seed: 0,
    ...change,
  };
}

export const attack = { name: 'shout', goal: 'rock' };
