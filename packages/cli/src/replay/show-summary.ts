import { shortened, table, type Terminal } from '../terminal.ts';
import type { Records } from './read-files.ts';
import type { AskedCall, ReplayTally, RunSummary } from './summary.ts';

/** The table, each exception with its reason, and each benign question with its path. */
export function printSummary(
  {
    tallies,
    summaries,
    skipped,
  }: {
    readonly tallies: readonly ReplayTally[];
    readonly summaries: readonly RunSummary[];
    readonly skipped: Records['skipped'];
  },
  terminal: Terminal,
): void {
  terminal.print(`\n${tallyTable(tallies)}`);
  const left = Object.entries(skipped).filter(([, count]) => count > 0);
  for (const [because, count] of left) terminal.print(`left out: ${count} (${because})`);
  for (const line of exceptions(summaries)) terminal.print(line);
  for (const line of benignQuestions(summaries)) terminal.print(shortened(line, 200));
}

function tallyTable(tallies: readonly ReplayTally[]): string {
  return table(
    [
      '',
      'runs',
      'attacks succeeded',
      'contained',
      'explained',
      'benign runs',
      'their questions',
      'model calls a step',
    ],
    tallies.map((one) => [
      one.propagator,
      one.runs,
      one.attacksSucceeded,
      one.contained,
      one.explained,
      one.benign,
      one.questionsBenign,
      one.modelCallsPerStep.toFixed(2),
    ]),
  );
}

/** Successful attacks that the monitor did not visibly contain. */
function exceptions(summaries: readonly RunSummary[]): readonly string[] {
  return summaries.flatMap(({ run, propagator, containment }) => {
    switch (containment?.kind) {
      case undefined:
      case 'contained':
        return [];
      case 'explained':
        return [`exception, ${propagator}: ${run}: ${containment.because}`];
      case 'not-contained': {
        const allowed = containment.calls.filter(({ fate }) => fate === 'allowed');
        const where = allowed.map(({ step, call }) => `step ${step}, ${call.tool}`).join('; ');
        return [`NOT CONTAINED, ${propagator}: ${run}: allowed in ${where}`];
      }
    }
  });
}

function benignQuestions(summaries: readonly RunSummary[]): readonly string[] {
  return summaries
    .filter(({ kind }) => kind === 'benign')
    .flatMap(({ run, propagator, asked }) =>
      asked.map((call) => `benign, ${propagator}: ${run}: ${askedText(call)}`),
    );
}

function askedText({ tool, paths, dimensions }: AskedCall): string {
  return `${tool} asks for ${dimensions.join(' and ')}; ${paths.join(', ')}`;
}
