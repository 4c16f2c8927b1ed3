import type { Label, LabelSpace } from '../src/label/label.ts';
import type { SomeDimension } from '../src/label/lattice.ts';
import type { Lattice } from '../src/label/lattice.ts';
import type { DimensionSource, PolicySource } from '../src/policy/source.ts';
import type { Core } from './core.ts';

/**
 * Labels as bit sets: join is union, meet is intersection, flowing is inclusion. Every lattice that
 * we ship is a sublattice of these, so the specification never uses the engine's own algebra.
 */
export type Mask = number;

export function bits(top: Mask): Lattice<Mask> {
  return {
    bottom: 0,
    top,
    join: (a, b) => a | b,
    meet: (a, b) => a & b,
    flowsTo: (from, to) => (from & ~to) === 0,
  };
}

interface Dimension {
  readonly width: number;
  readonly make: (core: Core) => SomeDimension;
  /** As a policy file says it. */
  readonly source: DimensionSource;
  /** Each element as bits and as the text that the engine parses. */
  readonly elements: readonly (readonly [Mask, string])[];
}

const levels = ['low', 'mid', 'high', 'peak'];

function chainOf(length: number): Dimension {
  const names = levels.slice(0, length);
  return {
    width: length - 1,
    make: (core) => core.chain(names),
    source: { chain: names },
    elements: names.map((name, at) => [(1 << at) - 1, name] as const),
  };
}

const people = ['a', 'b', 'c'];
const subsets = [...Array(8).keys()];
const namesIn = (mask: Mask): string => people.filter((_, at) => (mask >> at) & 1).join(', ');

/** The fourth bit stands for all sources that have no name here. */
const sources: Dimension = {
  width: 4,
  make: (core) => core.powerset('sources'),
  source: { powerset: 'any' },
  elements: [
    ...subsets.map((mask) => [mask, `sources{${namesIn(mask)}}`] as const),
    [0b1111, 'sources{*}'],
  ],
};

/** A bit says who may NOT read; the fourth stands for everyone who has no name here. */
const readerSets: Dimension = {
  width: 4,
  make: (core) => core.readers(),
  source: { readers: 'any' },
  elements: [
    [0, 'everyone'],
    ...subsets.slice(1).map((mask) => [0b1000 | (7 & ~mask), `readers{${namesIn(mask)}}`] as const),
    [0b1111, 'nobody'],
  ],
};

const shapes: readonly Readonly<Record<string, Dimension>>[] = [
  { integrity: chainOf(2) },
  { integrity: chainOf(4) },
  { integrity: chainOf(2), confidentiality: chainOf(2) },
  { reliability: chainOf(2), time: chainOf(3) },
  { sources },
  { integrity: chainOf(2), confidentiality: readerSets },
];

/** One dimension of a lattice: the bits that are its, and its elements as bits and as text. */
export interface Axis {
  readonly name: string;
  readonly bits: Mask;
  readonly elements: readonly (readonly [Mask, string])[];
}

/** One lattice, as bits and as the engine's labels. */
export interface LatticeCase {
  readonly axes: readonly Axis[];
  readonly bits: Lattice<Mask>;
  readonly masks: readonly Mask[];
  readonly space: LabelSpace;
  readonly source: PolicySource['lattice'];
  readonly toLabel: (mask: Mask) => Label;
  /** By the engine's order, so that two spellings of one label are one mask. */
  readonly toMask: (label: Label) => Mask;
}

/** All lattices that a run draws from, built once for each engine. */
export function latticeCases(core: Core): readonly LatticeCase[] {
  return shapes.map((shape) => latticeCase(core, shape));
}

function latticeCase(core: Core, shape: Readonly<Record<string, Dimension>>): LatticeCase {
  const dimensions = Object.entries(shape);
  const space = core.labelSpace(
    Object.fromEntries(dimensions.map(([name, { make }]) => [name, make(core)])),
  );
  let elements: (readonly [Mask, readonly string[]])[] = [[0, []]];
  let shift = 0;
  const axes: Axis[] = [];
  for (const [name, { width, elements: plain }] of dimensions) {
    const at = shift;
    const own = plain.map(([bit, text]) => [bit << at, text] as const);
    axes.push({ name, bits: ((1 << width) - 1) << at, elements: own });
    elements = elements.flatMap(([mask, texts]) =>
      own.map(([bit, text]) => [mask | bit, [...texts, `${name}:${text}`]] as const),
    );
    shift += width;
  }
  const labels = new Map(elements.map(([mask, texts]) => [mask, space.parse(texts.join(' & '))]));
  const masks = [...labels.keys()];
  const known = new Map<Label, Mask>();
  const toMask = (label: Label): Mask => {
    const cached = known.get(label);
    if (cached !== undefined) return cached;
    const mask = masks.find((each) => isEqual(space, label, labels.get(each)));
    if (mask === undefined) throw new Error(`a label that is in no case: ${label.text}`);
    known.set(label, mask);
    return mask;
  };
  const toLabel = (mask: Mask): Label => labels.get(mask) ?? space.top;
  const source = Object.fromEntries(dimensions.map(([name, each]) => [name, each.source]));
  return { axes, bits: bits((1 << shift) - 1), masks, space, source, toLabel, toMask };
}

function isEqual(space: LabelSpace, a: Label, b: Label | undefined): boolean {
  return b !== undefined && space.flowsTo(a, b) && space.flowsTo(b, a);
}
