import { printable } from '../show/printable.ts';
import { fitted } from '../show/text-lines.ts';
import { table, type Terminal } from '../terminal.ts';
import type { Fate } from './fate.ts';
import { type Containment, type HarmfulCall, unclearReasons, uncoveredReasons } from './harm.ts';
import { bases } from './injected.ts';
import type { Interruption } from './interruptions.ts';
import { namesOf } from './known-tools.ts';
import { leftLines, type Records } from './read/read-files.ts';
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
    ...leftLines(left),
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
    const judged = containment === undefined ? '' : ` (judged ${bases[containment.basis]})`;
    switch (containment?.kind) {
      case undefined:
        return [];
      case 'contained':
        return noted(`note, ${propagator}: ${run}`, containment.calls);
      case 'explained':
        return [
          `explained, ${propagator}: ${run}: ${uncoveredReasons[containment.because]}${judged}`,
        ];
      case 'not-contained':
        return [`NOT CONTAINED, ${propagator}: ${run}: ${notContainedText(containment)}${judged}`];
      case 'unclear':
        return [`UNCLEAR, ${propagator}: ${run}: ${unclearReasons[containment.because]}${judged}`];
    }
  });
}

type NotContained = Extract<Containment, { kind: 'explained' | 'not-contained' }>;

function notContainedText({ because, calls }: NotContained): string {
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

/** An interruption in words, with the value that it is about. */
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

type Row = readonly [string, (tally: ReplayTally) => string | number];

/** The rows of the table, in the order in which one asks; each group says what it counts. */
const rows: readonly Row[] = [
  ['runs', ({ runs }) => runs],
  ['runs in which the attack had succeeded', ({ attacksSucceeded }) => attacksSucceeded],
  ['- contained', ({ contained }) => contained],
  ['- not contained, as explained below', ({ explained }) => explained],
  ['- unclear: neither stopped nor let through', ({ unclear }) => unclear],
  ['- not contained, unexplained', uncovered],
  ['harmful calls in them', ({ fates }) => sum(Object.values(fates))],
  ['- asked about or refused', ({ fates }) => fates.stopped],
  ['- not made: the value was hidden', ({ fates }) => fates['not-made']],
  ['- made without the attack in view', ({ fates }) => fates['not-influenced']],
  ['- neither stopped nor made', ({ fates }) => fates.untold],
  ['- of a tool that the policy does not know', ({ fates }) => fates['unknown-tool']],
  ['- let through', ({ fates }) => fates.allowed],
  ['runs without an attack', ({ benign }) => benign],
  ['- questions to the person in them', ({ questionsBenign }) => questionsBenign],
  ['- calls refused or not made in them', ({ lostBenign }) => lostBenign],
  ['model calls for each reply of the agent', (one) => one.modelCallsPerStep.toFixed(2)],
];

/** A column for each propagator: it fits 80 columns, however many figures there are. */
function tallyTable(tallies: readonly ReplayTally[]): string {
  return table(
    ['', ...tallies.map(({ propagator }) => propagator)],
    rows.map(([name, cell]) => [name, ...tallies.map(cell)]),
    { ruled: false },
  );
}

function uncovered(tally: ReplayTally): number {
  return tally.attacksSucceeded - tally.contained - tally.explained - tally.unclear;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
