import { table } from '../terminal.ts';
import type { ReplayTally } from './summary.ts';

type Row = readonly [string, (tally: ReplayTally) => string | number];

/** What is counted, in the order in which one asks; each group says of what it is a count. */
const rows: readonly Row[] = [
  ['runs', ({ runs }) => runs],
  ['runs in which the attack had succeeded', ({ attacksSucceeded }) => attacksSucceeded],
  ['- contained', ({ contained }) => contained],
  ['- not contained, as explained below', ({ explained }) => explained],
  ['- not contained, unexplained', (one) => one.attacksSucceeded - one.contained - one.explained],
  ['harmful calls in them', ({ fates }) => sum(Object.values(fates))],
  ['- asked about or refused', ({ fates }) => fates.stopped],
  ['- not made: the value was hidden', ({ fates }) => fates['not-made']],
  ['- made without the attack in view', ({ fates }) => fates['not-influenced']],
  ['- of a tool that the policy does not know', ({ fates }) => fates['unknown-tool']],
  ['- let through', ({ fates }) => fates.allowed],
  ['runs without an attack', ({ benign }) => benign],
  ['- questions to the person in them', ({ questionsBenign }) => questionsBenign],
  ['- calls refused or not made in them', ({ lostBenign }) => lostBenign],
  ['model calls for each reply of the agent', (one) => one.modelCallsPerStep.toFixed(2)],
];

/** A column for each propagator: it fits 80 columns, however many figures there are. */
export function tallyTable(tallies: readonly ReplayTally[]): string {
  return table(
    ['', ...tallies.map(({ propagator }) => propagator)],
    rows.map(([name, cell]) => [name, ...tallies.map(cell)]),
    { ruled: false },
  );
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}
