import { readFileSync } from 'node:fs';
import { SluiceError } from '@sluice/core';
import { inProcess, namedPropagator, type Terminal } from 'sluice/parts';
import {
  type Corpora,
  detectedBy,
  readEmails,
  readPromptShield,
  withCorpora,
} from '../../agentsec/corpus/corpus.ts';
import {
  checkPropagators,
  secDefences,
  type SecDefencesOptions,
} from '../../agentsec/defence/all.ts';
import type { SecDefence } from '../../agentsec/defence/defence.ts';
import { secReport } from '../../agentsec/run/report.ts';
import { type GridModel, noisyModel, readerModel, runGrid } from '../../agentsec/run/run.ts';
import { type Suite, suiteNamed } from '../../agentsec/suite/suite.ts';
import { openNamed } from '../../propagators.ts';
import { secResult } from '../../agentsec/measure/agentsec-result.ts';
import type { Measured } from '../suite.ts';
import { leftOutLocal } from '../without-weights.ts';
import type { OpenSecModel } from './model.ts';

export interface AgentSecBenchOptions extends CorporaOptions, OpenSecModel {
  readonly model: string;
  readonly suite: string;
  readonly pairs?: number;
  readonly propagator: readonly string[];
  readonly defenceUrl?: string;
  /** `scorer`: paraphrases are told by a local model too. */
  readonly distinguish?: string;
  /** Of the noisy reader. */
  readonly readerSeed: number;
}

/** Pairs of a game: with the reader, enough for a radius of .10; with a model, the paper's. */
const pairsOf = { 'worst-case': 738, noisy: 738, local: 8 } as const;

type ModelName = keyof typeof pairsOf;

/** Runs a suite of AgentSecBench, and holds what it shows to its bounds. */
export async function measureAgentSec(
  _paths: readonly string[],
  options: AgentSecBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const suite = suiteNamed(options.suite);
  const names = modelsNamed(options.model);
  checkCounts(options);
  checkSampling(options, names);
  const corpora = readCorpora(options);
  const { signal } = new AbortController();
  await using distinguisher = await openScorer(options, { suite, signal });
  const scored = distinguisher?.scored;
  await using opened = await openDefences(options, suite);
  await using local = names.includes('local') ? await openLocal(options) : undefined;
  const models = names.flatMap((name): readonly GridModel[] => {
    const many = scored === undefined ? pairsOf[name] : pairsOf.local;
    const tasks = withCorpora(suite.tasks(options.pairs ?? many), corpora);
    const { defences } = opened;
    if (name === 'noisy') return [noisyModel(tasks, defences, options.readerSeed)];
    if (name === 'worst-case' || local === undefined) return [readerModel(tasks, defences)];
    return local.models.map((model) => ({ name, tasks, defences, modelFor: () => model }));
  });
  const traces = await runGrid({
    models,
    signal,
    scored,
    nowMs: () => performance.now(),
    onProgress: (text) => terminal.warn(text),
  });
  const most = models.toSorted((a, b) => b.tasks.length - a.tasks.length);
  const report = secReport(traces, { suite, tasks: most[0]?.tasks ?? [], scored });
  const { bounds, versions, missed, provesNothing } = report;
  const weights = local === undefined ? undefined : options.weights;
  const outside = corpora.figures;
  return {
    found: secResult(report, { suite: suite.name, models: names, weights, corpora: outside }),
    figures: { ...report.figures, ...outside },
    beside: { suite: suite.name, bounds, versions, missed, provesNothing },
    lines: [
      ...report.everything.map(({ defence, because, count }) => {
        return `${defence}: everything was relevant: ${because} ${count}`;
      }),
      ...report.errors.map((error) => `error: ${error}`),
      ...leftOutLocal(options.propagator),
    ],
  };
}

/** Half a pair is none, and a run of none would hold every bound. Throws `settings-invalid`. */
function checkCounts(options: AgentSecBenchOptions): void {
  for (const name of ['pairs', 'repeats', 'threads'] as const) {
    const many = options[name];
    if (many === undefined || (Number.isInteger(many) && many > 0)) continue;
    throw new SluiceError('settings-invalid', `\`--${name} ${many}\` is no whole number above 0`, {
      hint: `write \`--${name} 8\``,
    });
  }
}

interface OpenedDefences extends AsyncDisposable {
  readonly defences: readonly SecDefence[];
}

/** The paper's, the ideal one, Sluice with each propagator, and one of outside. */
async function openDefences(
  { propagator: propagators, threads, defenceUrl: url }: AgentSecBenchOptions,
  suite: Suite,
): Promise<OpenedDefences> {
  checkUrl(url);
  const { registry, dispose } = await openNamed(propagators, { clearance: inProcess, threads });
  try {
    const make: SecDefencesOptions['make'] = (text, { policy }) =>
      namedPropagator(text, { policy, registry });
    for (const task of suite.tasks(1)) await checkPropagators({ propagators, make }, task);
    const defences = secDefences({ propagators, make, url });
    return { defences, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/** Throws `settings-invalid` for what is no address, which every trial would fail on. */
function checkUrl(url: string | undefined): void {
  if (url === undefined || /^https?:$/.test(URL.parse(url)?.protocol ?? '')) return;
  throw new SluiceError('settings-invalid', 'the address of the defence is no URL', {
    hint: 'write it whole, e.g. `--defence-url http://127.0.0.1:8080/`',
  });
}

async function openScorer(
  { distinguish, weights, threads }: AgentSecBenchOptions,
  { suite, signal }: { readonly suite: Suite; readonly signal: AbortSignal },
) {
  if (distinguish === undefined) return undefined;
  const { checkDistinguisher, openSecScorer } = await import('./scorer.ts');
  checkDistinguisher(distinguish, suite);
  return openSecScorer({ weights, threads, signal });
}

async function openLocal(options: AgentSecBenchOptions) {
  const { openSecModel } = await import('./model.ts');
  return openSecModel(options);
}

/** Refuses options that would be ignored. Throws `settings-invalid`. */
function checkSampling(
  { temperature, repeats }: AgentSecBenchOptions,
  names: readonly ModelName[],
): void {
  if (temperature !== undefined && !names.includes('local')) {
    throw new SluiceError('settings-invalid', 'a reader has no temperature', {
      hint: 'add `--model local`, or `--model both`',
    });
  }
  if (temperature === undefined && repeats > 1) {
    throw new SluiceError('settings-invalid', 'without a temperature every repeat is the same', {
      hint: 'add `--temperature 0.7`, or leave `--repeats` out',
    });
  }
}

function modelsNamed(name: string): readonly ModelName[] {
  switch (name) {
    case 'worst-case':
    case 'noisy':
    case 'local':
      return [name];
    case 'both':
      return ['worst-case', 'local'];
    default:
      throw new SluiceError('settings-invalid', `there is no model \`${name}\``, {
        hint: 'name one of worst-case, noisy, local, both',
      });
  }
}

interface CorporaOptions {
  readonly background?: string;
  readonly injections?: string;
}

interface ReadCorpora extends Corpora {
  /** The results of the filter on the collection; empty without one. */
  readonly figures: Readonly<Record<string, number>>;
}

/** Throws `file-unreadable`, for a file without any text too. */
function readCorpora({ background, injections }: CorporaOptions): ReadCorpora {
  const prompts = injections === undefined ? [] : readPromptShield(textOf(injections));
  const { detected, falseAlarms } = detectedBy(prompts);
  const figures = {
    'agentsec.filter.detected': detected,
    'agentsec.filter.falseAlarms': falseAlarms,
  };
  return {
    background: background === undefined ? [] : passagesIn(background),
    injections: prompts.filter(({ isInjection }) => isInjection).map(({ text }) => text),
    figures: injections === undefined ? {} : figures,
  };
}

/** A file without a word is a mistake in use: nothing would stand in any observation. */
function passagesIn(file: string): readonly string[] {
  const passages = readEmails(textOf(file));
  if (passages.length > 0) return passages;
  throw new SluiceError('file-unreadable', `\`${file}\` has no text`, {
    hint: 'give plain e-mails, or any text: each mail is one passage',
  });
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new SluiceError('file-unreadable', `cannot read \`${file}\``, {
      hint: 'name a file that is there',
      cause,
    });
  }
}
