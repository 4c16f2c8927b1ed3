import { AnswerMemory } from '../../privacy/defence/answer-memory.ts';
import { bestLocal } from '../../privacy/measure/best.ts';
import { hashOfSources } from '../../sweep/source-hash.ts';
import { PlayedLedger } from '../../privacy/run/played-ledger.ts';
import { privacyCells, privacyHeads, privacyNotes } from '../../privacy/measure/privacy-table.ts';
import { privacyClaims, type PrivacyClaim } from '../../privacy/measure/claims.ts';
import { privacyDefenceNames } from '../../privacy/defence/by-name.ts';
import { privacyFigures } from '../../privacy/measure/privacy-figures.ts';
import { privacyMeasures } from '../../privacy/measure/measures.ts';
import { privacyResult } from '../../report/results/privacy-result.ts';
import { privacySuite } from '../../privacy/privacy-suite.ts';
import { runPrivacyBench, type DefenceRuns } from '../../privacy/run/privacy-bench.ts';
import { worstCaseNotice } from '../../report/worlds.ts';
import { namesOpened } from '../../propagators.ts';
import { type ExitCode, grid, type Terminal } from 'sluice/parts';
import { keepNothing, type KeepResult } from '../keep-result.ts';
import {
  openDefences,
  openModel,
  type LeftOut,
  type OpenedModel,
  type PrivacyModelOptions,
} from './open.ts';
import { ledgerFile, untilInterrupted } from '../process.ts';
import { leftOutLocal } from '../without-weights.ts';

export interface PrivacyBenchOptions extends PrivacyModelOptions {
  readonly propagator?: readonly string[];
  readonly generated: boolean;
  readonly ledger?: string;
  readonly json?: true;
}

/** Runs the privacy suite and holds it to its bounds. */
export async function runPrivacySuite(
  options: PrivacyBenchOptions,
  terminal: Terminal,
  keep: KeepResult = keepNothing,
): Promise<ExitCode> {
  const model = await openModel(options);
  const names = options.propagator ?? privacyDefenceNames;
  const version = hashOfSources('privacy');
  const file = runsModels(names) ? ledgerFile(undefined, 'privacy-answers') : undefined;
  const opened = await openDefences(names, new AnswerMemory({ version, file }));
  const { signal, end } = untilInterrupted();
  try {
    const isLong = !model.isReader || runsModels(names);
    const ledger =
      options.ledger ?? (isLong ? ledgerFile(undefined, `privacy-${model.name}`) : undefined);
    const runs = await runPrivacyBench({
      ...privacySuite(options),
      defences: opened.defences,
      modelFor: model.modelFor,
      ledger: new PlayedLedger(ledger),
      versions: { code: version },
      signal,
      onDefence: (name) => terminal.warn(`privacy: ${name}`),
    });
    const { leftOut } = opened;
    const claims = show(runs, { model, leftOut, terminal, json: options.json });
    const { name, isReader } = model;
    const best = bestLocal(runs);
    const measures = runs.map(privacyMeasures);
    await keep(privacyResult(measures, { model: name, isReader, best, claims, leftOut }));
    return claims.every(({ holds }) => holds) ? 0 : 1;
  } finally {
    end();
    await opened.dispose();
    await model.dispose();
  }
}

/** Whether any of them runs on weights: those of the suite's own names ask the agent's model. */
function runsModels(names: readonly string[]): boolean {
  return names.some((name) => namesOpened(name) && !privacyDefenceNames.includes(name));
}

interface Shown {
  readonly model: OpenedModel;
  readonly leftOut: readonly LeftOut[];
  readonly terminal: Terminal;
  readonly json: true | undefined;
}

function show(
  runs: readonly DefenceRuns[],
  { model, leftOut, terminal, json }: Shown,
): readonly PrivacyClaim[] {
  const all = runs.map(privacyMeasures);
  const best = bestLocal(runs);
  const claims = privacyClaims(all, best).filter(({ name }) => model.isReader || name === noErrors);
  const cells = all.map((each) => privacyCells(each, best));
  terminal.print(grid(privacyHeads, cells));
  for (const line of [...privacyNotes(all), ...legend]) terminal.print(line);
  terminal.print(model.isReader ? `${model.name}: ${worstCaseNotice}` : model.name);
  for (const { name, because } of leftOut) terminal.print(`left out: ${name}: ${because}`);
  const names = [...runs.map(({ defence }) => defence.name), ...leftOut.map(({ name }) => name)];
  for (const line of leftOutLocal(names, privacyDefenceNames)) terminal.print(line);
  showClaims(claims, terminal);
  if (json === true) {
    const figures = privacyFigures(all, best);
    const notice = model.isReader ? worstCaseNotice : undefined;
    terminal.print(JSON.stringify({ model: model.name, best, notice, leftOut, claims, figures }));
  }
  return claims;
}

/** The other bounds are the reader's: what a real model does is measured, not promised. */
const noErrors = 'no-errors';

const legend = [
  'cases of 37 (in brackets: the paper); FN alone: without what the monitor makes up for',
  '*: the best local propagator, chosen on other tasks than those that it is measured on',
  'judge, introspection, multi-execution, checked: ask the agent’s model; a reader knows the truth',
] as const;

/** Those that fail, and the bounds of the best one. */
function showClaims(claims: readonly PrivacyClaim[], terminal: Terminal): void {
  const { green, red } = terminal.colours;
  for (const { name, holds, detail } of claims) {
    if (holds && !name.startsWith('best')) continue;
    terminal.print(`${holds ? green('holds') : red('fails')}  ${name}: ${detail}`);
  }
}
