import { SluiceError } from '../errors.ts';
import { formsOf, type Dimension, type SomeDimension } from './lattice.ts';
import { printable, requireWord } from './dimension/text.ts';
import { limits } from '../limits.ts';
import { flowOf, PairMemo } from './flow.ts';
import { completed, parseValues, type Dimensions } from './label-text.ts';
import type { Label, LabelSpace } from './label.ts';
import { makerOf, type Make, labelOwner } from './maker.ts';

/**
 * The product of these dimensions, ordered componentwise: a label flows only where each of its
 * values does. Throws `lattice-invalid` for no dimension, or a name that is not a plain word;
 * its members throw `label-invalid` for a label of another space.
 *
 * Labels are held weakly and answers forgotten in bulk, so memory is bounded by the labels that
 * others hold and by `limits`. What is left: how long an operation takes tells whether it was done
 * before; and between two questions the directory of groups may change, so a step that needs one
 * answer for all its regions must be given a directory that holds still meanwhile.
 */
export function labelSpace(dimensions: Readonly<Record<string, SomeDimension>>): LabelSpace {
  const parts = checked(dimensions);
  const owner = Object.freeze({});
  const make = makerOf(owner, parts);
  const owns = (label: Label): boolean => labelOwner(label) === owner;
  const own = (label: Label): Label => (owns(label) ? label : foreign());
  const flow = flowOf(parts);
  const ends = { bottom: make((_, part) => part.bottom), top: make((_, part) => part.top) };
  return Object.freeze<LabelSpace>({
    ...ends,
    dimensions: Object.freeze(Object.fromEntries(parts)),
    join: memoised(own, (a, b) => make((name, part) => part.join(a.values[name], b.values[name]))),
    meet: memoised(own, (a, b) => make((name, part) => part.meet(a.values[name], b.values[name]))),
    flowsTo: (from, to) => flow.flowsTo(own(from), own(to)),
    violated: (from, to) => flow.violated(own(from), own(to)),
    of: (values) => fromValues(parts, make, values),
    parse: (text) => wordFor(text, ends) ?? complete(parts, make, parsed(parts, text)),
    parsePartial: (text, rest) => {
      const { values } = own(rest);
      return wordFor(text, ends) ?? over(values, make, parsed(parts, text));
    },
    owns,
  });
}

function checked(dimensions: Readonly<Record<string, SomeDimension>>): Dimensions {
  const parts = new Map<string, Dimension<unknown>>();
  for (const [name, { untyped }] of Object.entries(dimensions)) {
    parts.set(requireWord(name), untyped);
  }
  if (parts.size > 0) return parts;
  throw new SluiceError('lattice-invalid', 'a label space has no dimensions', {
    hint: "write e.g. `labelSpace({ integrity: chain(['trusted', 'untrusted']) })`",
  });
}

/** Remembers a commutative, idempotent operation on this space's labels. */
function memoised(
  own: (label: Label) => Label,
  compute: (a: Label, b: Label) => Label,
): (a: Label, b: Label) => Label {
  const memo = new PairMemo<Label, Label>({
    entriesMax: limits.labelMemoEntriesMax,
    charactersMax: limits.labelMemoCharactersMax,
    charactersOf: (answer) => answer.text.length,
  });
  return (a, b) => {
    if (own(a) === own(b)) return a;
    const known = memo.get(a, b);
    if (known !== undefined) return known;
    const answer = compute(a, b);
    memo.set(a, b, answer);
    return answer;
  };
}

function fromValues(
  parts: Dimensions,
  make: Make,
  values: Readonly<Record<string, unknown>>,
): Label {
  for (const name of Object.keys(values)) {
    if (!parts.has(name)) throw unknownDimension(parts, name);
  }
  return make((name, part) => {
    if (!Object.hasOwn(values, name)) throw missing(parts, name, new Map());
    const value = values[name];
    if (part.has(value)) return value;
    throw new SluiceError('label-invalid', `the value of \`${name}\` is not one of its dimension`, {
      hint: `use a value that reads ${formsOf(part)}`,
    });
  });
}

/** `bottom` and `top` alone name the two ends of the whole space. */
function wordFor(
  text: string,
  ends: { readonly bottom: Label; readonly top: Label },
): Label | undefined {
  const word = text.trim();
  return word === 'bottom' ? ends.bottom : word === 'top' ? ends.top : undefined;
}

function parsed(parts: Dimensions, text: string): ReadonlyMap<string, unknown> {
  const charactersMax = (limits.labelTextCharactersMax + 128) * parts.size;
  if (text.length <= charactersMax) return parseValues(parts, text);
  throw new SluiceError('limit-exceeded', `a label has more than ${charactersMax} characters`, {
    hint: 'name a group instead of its members',
  });
}

function complete(parts: Dimensions, make: Make, named: ReadonlyMap<string, unknown>): Label {
  return make((name) => {
    if (!named.has(name)) throw missing(parts, name, named);
    return named.get(name);
  });
}

function over(
  rest: Readonly<Record<string, unknown>>,
  make: Make,
  named: ReadonlyMap<string, unknown>,
): Label {
  return make((name) => (named.has(name) ? named.get(name) : rest[name]));
}

function missing(
  parts: Dimensions,
  name: string,
  named: ReadonlyMap<string, unknown>,
): SluiceError {
  const options = [...parts].filter(([each]) => each === name).map(([, part]) => formsOf(part));
  const label = (end: 'bottom' | 'top'): string => inYaml(completed(parts, named, end));
  return new SluiceError('label-invalid', `a label says nothing of the dimension \`${name}\``, {
    hint:
      `name every dimension: \`${label('bottom')}\` is the lowest label, ` +
      `\`${label('top')}\` the highest, which as a ceiling lets all of it pass ` +
      `(${name}: ${options.join()})`,
  });
}

/** Inside `{ ... }` of YAML a brace ends a text that has no quotes. */
function inYaml(label: string): string {
  return /[{},]/.test(label) ? `'${label}'` : label;
}

function unknownDimension(parts: Dimensions, name: string): SluiceError {
  const names = [...parts.keys()].map((each) => `\`${each}\``).join(', ');
  return new SluiceError('label-invalid', `no dimension is named \`${printable(name)}\``, {
    hint: `the dimensions are ${names}`,
  });
}

function foreign(): never {
  throw new SluiceError('label-invalid', 'a label belongs to another label space', {
    hint: 'read it with `parse` of the space in use',
  });
}
