import {
  checkPropagators,
  readerModel,
  runGrid,
  secDefences,
  secReport,
  suiteNamed,
  withCorpora,
  type GridModel,
  type SecDefence,
  type SecDefencesOptions,
  type Suite,
} from '@sluice/bench';
import { SluiceError } from '@sluice/core';
import { inProcess, namedPropagator, openNamed } from '../local/open-named.ts';
import { neededLm } from '../models/needed-lm.ts';
import type { ExitCode } from '../program.ts';
import type { Terminal } from '../terminal.ts';
import { readCorpora, type CorporaOptions } from './agentsec-corpora.ts';
import type { OpenSecModel } from './agentsec-model.ts';
import { printSecReport } from './agentsec-show.ts';

export interface AgentSecBenchOptions extends CorporaOptions, OpenSecModel {
  readonly model: string;
  readonly suite: string;
  readonly pairs?: number;
  readonly propagator: readonly string[];
  readonly defenceUrl?: string;
  readonly json?: true;
}

/** Pairs of a game: with the reader, enough for a radius of .10; with a model, the paper's. */
const pairsOf = { 'worst-case': 738, local: 8 } as const;

type ModelName = keyof typeof pairsOf;

/** Runs a suite of AgentSecBench, and holds what it shows to its bounds. */
export async function runAgentSecBench(
  options: AgentSecBenchOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const suite = suiteNamed(options.suite);
  const names = modelsNamed(options.model);
  const corpora = readCorpora(options);
  await using opened = await openDefences(options, suite);
  await using local = names.includes('local') ? await openLocal(options) : undefined;
  const models = names.flatMap((name): readonly GridModel[] => {
    const tasks = withCorpora(suite.tasks(options.pairs ?? pairsOf[name]), corpora);
    const { defences } = opened;
    if (name === 'worst-case' || local === undefined) return [readerModel(tasks, defences)];
    return local.models.map((model) => ({ name, tasks, defences, modelFor: () => model }));
  });
  const traces = await runGrid({
    models,
    signal: new AbortController().signal,
    nowMs: () => performance.now(),
    onProgress: (text) => terminal.warn(text),
  });
  const most = models.toSorted((a, b) => b.tasks.length - a.tasks.length);
  const report = secReport(traces, { suite, tasks: most[0]?.tasks ?? [] });
  printSecReport(report, terminal);
  if (options.json === true) {
    const { bounds, versions, missed, provesNothing } = report;
    const figures = { ...report.figures, ...corpora.figures };
    const beside = { suite: suite.name, bounds, versions, missed, provesNothing };
    terminal.print(JSON.stringify({ figures, ...beside }));
  }
  return report.bounds.every(({ holds }) => holds) ? 0 : 1;
}

interface OpenedDefences extends AsyncDisposable {
  readonly defences: readonly SecDefence[];
}

/** The paper's, the ideal one, Sluice with each propagator, and one of outside. */
async function openDefences(
  { propagator: propagators, threads, defenceUrl: url }: AgentSecBenchOptions,
  suite: Suite,
): Promise<OpenedDefences> {
  const { make: made, dispose } = await openNamed(propagators, { clearance: inProcess, threads });
  try {
    const make: SecDefencesOptions['make'] = (text, { policy }) =>
      namedPropagator(text, { policy, make: made });
    for (const task of suite.tasks(1)) await checkPropagators({ propagators, make }, task);
    const defences = secDefences({ propagators, make, url });
    return { defences, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

async function openLocal(options: AgentSecBenchOptions) {
  const { openSecModel } = await neededLm(import('./agentsec-model.ts'));
  return openSecModel(options);
}

function modelsNamed(name: string): readonly ModelName[] {
  switch (name) {
    case 'worst-case':
    case 'local':
      return [name];
    case 'both':
      return ['worst-case', 'local'];
    default:
      throw new SluiceError('settings-invalid', `there is no model \`${name}\``, {
        hint: 'name one of worst-case, local, both',
      });
  }
}
