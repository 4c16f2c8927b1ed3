import { AnswerMemory } from '../../task/answer-memory.ts';
import { bestLocal } from '../../privacy/measure/best.ts';
import { playedAnswers } from '../../privacy/run/played.ts';
import { privacyClaims } from '../../privacy/measure/claims.ts';
import { privacyDefenceNames } from '../../privacy/defence/by-name.ts';
import { privacyFigures } from '../../privacy/measure/privacy-figures.ts';
import { privacyMeasures } from '../../privacy/measure/measures.ts';
import { privacyResult } from '../../privacy/measure/privacy-result.ts';
import { privacySuite } from '../../privacy/privacy-suite.ts';
import { runPrivacyBench, type DefenceRuns } from '../../privacy/run/privacy-bench.ts';
import { worstCaseNotice } from '../../report/worlds.ts';
import { namesOpened } from '../../propagators.ts';
import type { Terminal } from 'sluice/parts';
import type { Measured } from '../suite.ts';
import {
  openDefences,
  openModel,
  type LeftOut,
  type OpenedModel,
  type PrivacyModelOptions,
} from './open.ts';
import { answersOf, outcomesOf } from '../code-of.ts';
import { ledgerFile, untilInterrupted } from '../process.ts';
import { leftOutLocal } from '../without-weights.ts';

export interface PrivacyBenchOptions extends PrivacyModelOptions {
  readonly propagator?: readonly string[];
  readonly generated: boolean;
  readonly ledger?: string;
}

/** Runs the privacy suite and holds it to its bounds. */
export async function measurePrivacy(
  _paths: readonly string[],
  options: PrivacyBenchOptions,
  terminal: Terminal,
): Promise<Measured> {
  const model = await openModel(options);
  const names = options.propagator ?? privacyDefenceNames;
  const file = runsModels(names) ? ledgerFile(undefined, 'privacy-answers') : undefined;
  const opened = await openDefences(names, new AnswerMemory({ version: await answersOf(), file }));
  const { signal, end } = untilInterrupted();
  try {
    const isLong = !model.isReader || runsModels(names);
    const ledger =
      options.ledger ?? (isLong ? ledgerFile(undefined, `privacy-${model.name}`) : undefined);
    const runs = await runPrivacyBench({
      ...privacySuite(options),
      defences: opened.defences,
      modelFor: model.modelFor,
      ledger: playedAnswers(ledger),
      versions: { code: await outcomesOf('privacy') },
      signal,
      onDefence: (name) => terminal.warn(`privacy: ${name}`),
    });
    return measuredOf(runs, { model, leftOut: opened.leftOut });
  } finally {
    end();
    await opened.dispose();
    await model.dispose();
  }
}

/** True if any of them runs on weights: those of the suite's own names ask the agent's model. */
function runsModels(names: readonly string[]): boolean {
  return names.some((name) => namesOpened(name) && !privacyDefenceNames.includes(name));
}

function measuredOf(
  runs: readonly DefenceRuns[],
  { model, leftOut }: { readonly model: OpenedModel; readonly leftOut: readonly LeftOut[] },
): Measured {
  const { name: modelName, isReader } = model;
  const all = runs.map(privacyMeasures);
  const best = bestLocal(runs);
  const claims = privacyClaims(all, best).filter(({ name }) => isReader || name === noErrors);
  const names = [...runs.map(({ defence }) => defence.name), ...leftOut.map(({ name }) => name)];
  return {
    found: privacyResult(all, { model: modelName, isReader, best, claims, leftOut }),
    figures: privacyFigures(all, best),
    beside: { model: modelName, best, notice: isReader ? worstCaseNotice : undefined, leftOut },
    lines: [...legend, ...leftOutLocal(names, privacyDefenceNames)],
  };
}

/** The other bounds are the reader's: what a real model does is measured, not promised. */
const noErrors = 'no-errors';

const legend = [
  'FN alone: without what the monitor makes up for; the best local propagator was chosen on other tasks',
  'judge, introspection, multi-execution, checked: ask the agent’s model; a reader knows the truth',
] as const;
