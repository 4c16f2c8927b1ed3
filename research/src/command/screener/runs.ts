import { FeatureCache } from '../../screener/features/feature-cache.ts';
import { observeRuns, type ObservedRuns } from '../../screener/observe/observe-runs.ts';
import { privacyCalls } from '../../choosing/call/privacy-calls.ts';
import { readGoals } from '../../screener/pair/followed.ts';
import { readHandLabels } from '../../screener/pair/hand-labels.ts';
import { readingModel, weightsHash } from '../../screener/features/open-reading.ts';
import { readTraces, traceFiles } from '../../screener/trace/read-traces.ts';
import { SluiceError, type Policy } from '@sluice/core';
import { windowLimits, type FeatureSource } from '@sluice/local';
import { loadPolicyFile, policyFileFor, type Terminal } from 'sluice/parts';
import { watched } from '../watch.ts';

/** The options about recorded runs that both commands share. */
export interface ScreenerRunsOptions {
  /** SUITE.yaml for each suite; default: those shipped. */
  readonly policies?: string;
  readonly suiteFile?: string;
  readonly labels?: string;
  readonly features?: string;
  readonly model?: string;
  /** The calls of the privacy worlds, too. */
  readonly privacy: boolean;
  readonly calls: number;
  readonly otherCalls: number;
  readonly readCalls: number;
  readonly seed: number;
}

/** The saliency that the shipped screener reads. */
export const featureSource: FeatureSource = { model: 'smollm2-135m-instruct', method: 'gradient' };

export interface ObservedOf extends ObservedRuns {
  /** The model whose runs were drawn. */
  readonly model: string;
  readonly weights: string;
}

/**
 * Draws calls of recorded runs and measures those that the cache does not hold. Throws
 * `file-unreadable`, and where something is to be measured what opening the model throws.
 */
export async function observedRuns(
  paths: readonly string[],
  options: ScreenerRunsOptions,
  terminal: Terminal,
): Promise<ObservedOf> {
  const files = traceFiles(paths);
  const model = options.model ?? (await firstModel(files));
  const weights = weightsHash(featureSource.model);
  const watch = watched(terminal);
  const observed = await observeRuns(
    {
      files,
      policyOf: (suite) => policyOf(suite, options.policies),
      goals: options.suiteFile === undefined ? {} : readGoals(options.suiteFile),
    },
    {
      model,
      calls: options.calls,
      otherCalls: options.otherCalls,
      readCalls: options.readCalls,
      seed: options.seed,
      more: options.privacy ? await privacyCalls() : [],
      labels: options.labels === undefined ? new Map() : readHandLabels(options.labels),
      source: { weights, method: featureSource.method },
      limits: windowLimits,
      cache: new FeatureCache(options.features ?? 'screener-features.jsonl'),
      open: readingModel(featureSource),
      signal: new AbortController().signal,
      onCall: ({ done, all, cached }) =>
        watch.show(`${done}/${all} calls read, ${cached} of them from the cache`, done === all),
    },
  );
  watch.end();
  return { ...observed, model, weights };
}

/** The model of the first run: who gives the runs of one need not name it. */
async function firstModel(files: readonly string[]): Promise<string> {
  for await (const { model } of readTraces(files)) return model;
  throw new SluiceError('file-unreadable', `\`${files[0] ?? ''}\` holds no recorded run`, {
    hint: 'give runs of AgentDojo, one JSON object a line',
  });
}

async function policyOf(suite: string, policies: string | undefined): Promise<Policy | undefined> {
  const file = policyFileFor(suite, { policy: undefined, policies });
  return file === undefined ? undefined : await loadPolicyFile(file);
}
