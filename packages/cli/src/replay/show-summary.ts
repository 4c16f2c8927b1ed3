import { printable } from '../show/printable.ts';
import { fitted } from '../show/text-lines.ts';
import type { Terminal } from '../terminal.ts';
import { uncoveredReasons, type Containment, type Fate, type HarmfulCall } from './harm.ts';
import type { Records } from './read-files.ts';
import type { Interruption } from './interruptions.ts';
import { namesOf } from './known-tools.ts';
import { tallyTable } from './show-table.ts';
import type { ReplayTally, RunSummary } from './summary.ts';

/** The table, each exception with its reason, and each benign question with its path. */
export function printSummary(
  {
    tallies,
    summaries,
    left,
    unknown,
  }: {
    readonly tallies: readonly ReplayTally[];
    readonly summaries: readonly RunSummary[];
    readonly left: Records['left'];
    /** Tools that the policy of a suite does not know. */
    readonly unknown: ReadonlyMap<string, readonly string[]>;
  },
  terminal: Terminal,
): void {
  terminal.print(`\n${tallyTable(tallies)}`);
  const lines = [
    ...[...left].map(([because, count]) => `left out: ${count} (${because})`),
    ...[...unknown].flatMap(([suite, tools]) => unknownText(suite, tools)),
    ...exceptions(summaries),
    ...benignQuestions(summaries),
  ];
  for (const line of lines)
    for (const part of fitted(printable(line), terminal)) terminal.print(part);
}

function unknownText(suite: string, tools: readonly string[]): readonly string[] {
  if (tools.length === 0) return [];
  return [
    `the policy for ${suite} does not know ${namesOf(tools)}: such calls contain nothing, and interrupt`,
  ];
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
        return [`explained, ${propagator}: ${run}: ${uncoveredReasons[containment.because]}`];
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
        .filter(({ kind }) => kind === 'ask' || kind === 'unknown')
        .map((call) => `benign, ${propagator}: ${run}: ${interruptionText(call)}`),
    );
}

/** What would have interrupted, and about which value. */
export function interruptionText(one: Interruption): string {
  switch (one.kind) {
    case 'ask':
      return askedText(one);
    case 'deny':
      return `${one.tool} would be refused (${one.rule})`;
    case 'unclaimed':
      return `${one.tool}: ${one.paths.join(', ')}`;
    case 'unknown':
      return `${one.tool} is no tool that the policy knows`;
  }
}

function askedText({ tool, paths, dimensions }: Interruption): string {
  const why =
    paths.length === 0 ? 'no argument of its own; all that was read counts' : paths.join(', ');
  return `${tool} asks for ${dimensions.join(' and ')}: ${why}`;
}
