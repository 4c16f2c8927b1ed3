import fc from 'fast-check';
import type { Label, LabelSpace } from '../src/label/label.ts';
import { documentSets, fourPoint } from './paper-spaces.ts';

/** A lattice and some of its labels, bottom more often than others. */
export interface SmallLattice {
  readonly lattice: LabelSpace;
  readonly label: fc.Arbitrary<Label>;
}

/** The 4-point lattice and a powerset: in each there are two labels that are not comparable. */
export const smallLattices: readonly SmallLattice[] = [
  smallLattice(fourPoint(), ['trusted & private', 'untrusted & public', 'top']),
  smallLattice(
    documentSets(),
    ['{a}', '{b}', '{a, b}', '{c}'].map((set) => `documents${set}`),
  ),
];

function smallLattice(lattice: LabelSpace, texts: readonly string[]): SmallLattice {
  const labels = texts.map((text) => lattice.parse(text));
  return { lattice, label: fc.constantFrom(lattice.bottom, lattice.bottom, ...labels) };
}
