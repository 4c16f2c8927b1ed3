import {
  bestLocal,
  hashOfSources,
  PlayedLedger,
  privacyCells,
  privacyClaims,
  privacyDefenceNames,
  privacyFigures,
  privacyHeads,
  privacyMeasures,
  privacySuite,
  runPrivacyBench,
  worstCaseNotice,
  type DefenceRuns,
  type PrivacyClaim,
} from '@sluice/bench';
import { namesLocal } from '../local/open-named.ts';
import type { ExitCode } from '../program.ts';
import { grid } from '../show/grid.ts';
import type { Terminal } from '../terminal.ts';
import {
  openDefences,
  openModel,
  type LeftOut,
  type OpenedModel,
  type PrivacyModelOptions,
} from './privacy-open.ts';
import { ledgerFile, untilInterrupted } from './surroundings.ts';

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
): Promise<ExitCode> {
  const model = await openModel(options);
  const opened = await openDefences(options.propagator ?? privacyDefenceNames);
  const { signal, end } = untilInterrupted();
  try {
    const isLong = !model.isReader || opened.defences.some(({ name }) => namesLocal(name));
    const file =
      options.ledger ?? (isLong ? ledgerFile(undefined, `privacy-${model.name}`) : undefined);
    const runs = await runPrivacyBench({
      ...privacySuite(options),
      defences: opened.defences,
      modelFor: model.modelFor,
      ledger: new PlayedLedger(file),
      versions: { code: hashOfSources('privacy') },
      signal,
      onDefence: (name) => terminal.warn(`privacy: ${name}`),
    });
    const claims = show(runs, { model, leftOut: opened.leftOut, terminal, json: options.json });
    return claims.every(({ holds }) => holds) ? 0 : 1;
  } finally {
    end();
    await opened.dispose();
    await model.dispose();
  }
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
  for (const line of legend) terminal.print(line);
  terminal.print(model.isReader ? `${model.name}: ${worstCaseNotice}` : model.name);
  for (const { name, because } of leftOut) terminal.print(`left out: ${name}: ${because}`);
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
