import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { TrialOutcome } from '../trial/outcome.ts';
import { cachedSchema } from './schema.ts';

/** Outcomes by the key of their trial, shared by ledgers. */
export interface TrialCache {
  readonly get: (key: string) => Promise<TrialOutcome | undefined>;
  readonly put: (key: string, outcome: TrialOutcome) => Promise<void>;
}

/**
 * A cache of one file a trial, `trials/KEY.json` below the folder. An entry that cannot be read,
 * or that stands under another key, is as good as none: the trial runs. Errors are not kept.
 */
export function trialCache(folder: string): TrialCache {
  const trials = path.join(folder, 'trials');
  return {
    get: (key) => entry(path.join(trials, `${key}.json`), key),
    put: async (key, outcome) => {
      if (outcome.kind === 'error') return;
      await mkdir(trials, { recursive: true });
      const unfinished = path.join(trials, `.${key}.${randomUUID()}`);
      await writeFile(unfinished, JSON.stringify({ key, outcome }));
      // Whole or not at all: another sweep may be reading it.
      await rename(unfinished, path.join(trials, `${key}.json`));
    },
  };
}

async function entry(file: string, key: string): Promise<TrialOutcome | undefined> {
  try {
    const read = cachedSchema.parse(JSON.parse(await readFile(file, 'utf8')));
    return read.key === key && read.outcome.kind === 'finished' ? read.outcome : undefined;
  } catch {
    return undefined;
  }
}
