import type { Lattice } from '@sluice/core';
import { parse } from 'yaml';
import * as z from 'zod';
import { chainAxis, powersetAxis, readersAxis, type Axis, type Value } from './axis.ts';
import { piecesOf } from './label-text.ts';

/** A label by the checker's own reading. Equal labels are one object. */
export interface OwnLabel {
  readonly id: number;
  readonly values: readonly Value[];
}

/** The lattice of a policy, written anew: it shares no code with the engine's. */
export interface OwnLattice extends Lattice<OwnLabel> {
  /** Reads the text form. Throws where it is no label of this lattice. */
  readonly read: (text: string) => OwnLabel;
  /** The dimensions in which one does not flow to the other. */
  readonly violated: (from: OwnLabel, to: OwnLabel) => readonly string[];
  /** The people who must approve; `undefined`: nobody can. */
  readonly dutyOf: (label: OwnLabel) => readonly string[] | undefined;
}

const source = z.object({
  lattice: z.record(
    z.string(),
    z.union([
      z.object({ chain: z.array(z.string()) }),
      z.object({ powerset: z.unknown(), separationOfDuty: z.boolean().optional() }),
      z.object({ readers: z.unknown() }),
    ]),
  ),
  groups: z.record(z.string(), z.array(z.string())).optional(),
});

/** Reads what a policy's text says of its lattice. Throws for what is no policy. */
export function latticeOf(policy: string): OwnLattice {
  const { lattice, groups = {} } = source.parse(parse(policy));
  const axes = Object.entries(lattice).map(([name, kind]) => {
    if ('chain' in kind) return chainAxis(name, kind.chain);
    if ('powerset' in kind) return powersetAxis(name, kind.separationOfDuty === true);
    return readersAxis(name, groups);
  });
  return productOf(axes);
}

function productOf(axes: readonly Axis[]): OwnLattice {
  const known = new Map<string, OwnLabel>();
  const make = (values: readonly Value[]): OwnLabel => {
    const key = axes.map((axis, at) => axis.keyOf(values[at] ?? axis.top)).join('\n');
    const label = known.get(key) ?? { id: known.size, values };
    known.set(key, label);
    return label;
  };
  const read = readerOf(axes, make);
  const each = (combine: (axis: Axis, a: Value, b: Value) => Value) =>
    remembered((a: OwnLabel, b: OwnLabel) =>
      make(
        axes.map((axis, at) => combine(axis, a.values[at] ?? axis.top, b.values[at] ?? axis.top)),
      ),
    );
  const violated = (from: OwnLabel, to: OwnLabel): readonly string[] =>
    axes
      .filter((axis, at) => {
        return !axis.flowsTo(from.values[at] ?? axis.top, to.values[at] ?? axis.bottom);
      })
      .map(({ name }) => name);
  return {
    bottom: make(axes.map(({ bottom }) => bottom)),
    top: make(axes.map(({ top }) => top)),
    join: each((axis, a, b) => axis.join(a, b)),
    meet: each((axis, a, b) => axis.meet(a, b)),
    flowsTo: remembered((from, to) => violated(from, to).length === 0),
    violated,
    read,
    dutyOf: (label) => dutyOf(axes, label),
  };
}

/** Labels are numbered, so that an answer for two of them is kept under one number. */
function remembered<Answer>(
  compute: (a: OwnLabel, b: OwnLabel) => Answer,
): (a: OwnLabel, b: OwnLabel) => Answer {
  const memo = new Map<number, Answer>();
  return (a, b) => {
    const key = a.id * 2 ** 26 + b.id;
    const found = memo.get(key);
    if (found !== undefined) return found;
    const answer = compute(a, b);
    memo.set(key, answer);
    return answer;
  };
}

function readerOf(
  axes: readonly Axis[],
  make: (values: readonly Value[]) => OwnLabel,
): OwnLattice['read'] {
  const memo = new Map<string, OwnLabel>([
    ['bottom', make(axes.map(({ bottom }) => bottom))],
    ['top', make(axes.map(({ top }) => top))],
  ]);
  return (text) => {
    const label = memo.get(text) ?? make(valuesIn(axes, text));
    memo.set(text, label);
    return label;
  };
}

function valuesIn(axes: readonly Axis[], text: string): readonly Value[] {
  const pieces = piecesOf(text, '&').map((piece) => placed(axes, piece));
  const values = axes.map((axis) => {
    const own = pieces.filter(([name]) => name === axis.name).map(([, piece]) => piece);
    return axis.read(own) ?? unreadable();
  });
  return pieces.every(([name]) => axes.some((axis) => axis.name === name)) ? values : unreadable();
}

/** A piece may name its dimension; otherwise only one dimension may have such a value. */
function placed(axes: readonly Axis[], piece: string): readonly [name: string, piece: string] {
  const [prefix = '', name] = /^([A-Za-z][\w-]*)\s*:\s*/.exec(piece) ?? [];
  if (name !== undefined && axes.some((axis) => axis.name === name)) {
    return [name, piece.slice(prefix.length)];
  }
  const [claim, another] = axes.filter((axis) => axis.read([piece]) !== undefined);
  return claim === undefined || another !== undefined ? unreadable() : [claim.name, piece];
}

function dutyOf(axes: readonly Axis[], { values }: OwnLabel): readonly string[] | undefined {
  const names = new Set<string>();
  for (const [at, axis] of axes.entries()) {
    if (!axis.isDuty) continue;
    const value = values[at];
    if (value === undefined || value === 'all' || typeof value === 'number') return undefined;
    for (const name of value) names.add(name);
  }
  return [...names].toSorted();
}

function unreadable(): never {
  throw new SyntaxError('no label of this lattice');
}
