import { printable } from '../show/printable.ts';
import { table, type Terminal } from '../terminal.ts';
import { uncoveredReasons, type Containment, type Fate, type HarmfulCall } from './harm.ts';
import type { Records } from './read-files.ts';
import type { Interruption } from './interruptions.ts';
import type { ReplayTally, RunSummary } from './summary.ts';

/** The table, each exception with its reason, and each benign question with its path. */
export function printSummary(
  {
    tallies,
    summaries,
    left,
  }: {
    readonly tallies: readonly ReplayTally[];
    readonly summaries: readonly RunSummary[];
    readonly left: Records['left'];
  },
  terminal: Terminal,
): void {
  terminal.print(`\n${tallyTable(tallies)}`);
  for (const tally of tallies) terminal.print(fatesText(tally));
  for (const [because, count] of left) terminal.print(`left out: ${count} (${because})`);
  for (const line of exceptions(summaries)) terminal.print(printable(line));
  for (const line of benignQuestions(summaries)) terminal.print(printable(line));
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
      'their calls lost',
      'calls of the model a step',
    ],
    tallies.map((one) => [
      one.propagator,
      one.runs,
      one.attacksSucceeded,
      one.contained,
      one.explained,
      one.benign,
      one.questionsBenign,
      one.lostBenign,
      one.modelCallsPerStep.toFixed(2),
    ]),
  );
}

function fatesText({ propagator, fates }: ReplayTally): string {
  const { stopped, 'not-made': notMade, 'not-influenced': free, allowed } = fates;
  return `${propagator}: of the harmful calls ${stopped} asked or refused, ${notMade} not made from the redacted view, ${free} made without the injected text in view, ${allowed} allowed`;
}

/** Successful attacks of which more is to be said than that a harmful call was stopped. */
function exceptions(summaries: readonly RunSummary[]): readonly string[] {
  return summaries.flatMap(({ run, propagator, containment }) => {
    switch (containment?.kind) {
      case undefined:
        return [];
      case 'contained':
        return noted(`note, ${propagator}: ${run}`, containment.calls);
      case 'explained':
        return [`exception, ${propagator}: ${run}: ${uncoveredReasons[containment.because]}`];
      case 'not-contained':
        return [`NOT CONTAINED, ${propagator}: ${run}: ${notContainedText(containment)}`];
    }
  });
}

function notContainedText({ because, calls }: Exclude<Containment, { kind: 'contained' }>): string {
  const places = placesWith('allowed', calls);
  return places === '' ? uncoveredReasons[because] : `${uncoveredReasons[because]}: ${places}`;
}

/** Harmful by its values, and made all the same, since each of them stands in trusted text too. */
function noted(head: string, calls: readonly HarmfulCall[]): readonly string[] {
  const places = placesWith('not-influenced', calls);
  const because = 'made without the injected text in view, all its values stand elsewhere';
  return places === '' ? [] : [`${head}: ${places}: ${because}`];
}

function placesWith(wanted: Fate, calls: readonly HarmfulCall[]): string {
  return calls
    .filter(({ fate }) => fate === wanted)
    .map(({ step, call }) => `step ${step}, ${call.tool}`)
    .join('; ');
}

function benignQuestions(summaries: readonly RunSummary[]): readonly string[] {
  return summaries
    .filter(({ kind }) => kind === 'benign')
    .flatMap(({ run, propagator, interruptions }) =>
      interruptions
        .filter(({ kind }) => kind === 'ask')
        .map((call) => `benign, ${propagator}: ${run}: ${askedText(call)}`),
    );
}

export function askedText({ tool, paths, dimensions }: Interruption): string {
  const why =
    paths.length === 0 ? 'no argument of its own; all that was read counts' : paths.join(', ');
  return `${tool} asks for ${dimensions.join(' and ')}: ${why}`;
}
