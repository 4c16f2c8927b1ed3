import { operatorsOf, withMembers } from '../compile/condition.ts';
import type { Groups } from '../operators/operator.ts';
import type { ConditionSource, OperatorsSource } from '../source.ts';
import { examplesOf } from './example.ts';

/** A place that conditions read, and one value for each way in which they may tell values apart. */
export interface Variable {
  /** A path, or the name of an argument. */
  readonly path: string;
  /** `undefined` stands for a value that is missing. */
  readonly values: readonly unknown[];
}

/** A value that no policy names. */
export const stranger = 'sluice-someone-else';

/**
 * One value for each cell of the values that these conditions tell apart: each listed value, each
 * folder and host and something in it, both sides of each bound, something else, and nothing.
 */
export function cellsOf(
  conditions: readonly ConditionSource[],
  groups: Groups,
): readonly unknown[] {
  const given = conditions.map((condition) => withMembers(operatorsOf(condition), groups));
  const operators = given.flatMap((each) => ('kind' in each ? [] : [each]));
  const named = operators.flatMap(valuesIn);
  const numbers = boundaries(operators);
  const single = unique([...named, ...numbers, stranger, 0, true]);
  return unique([...single, null, undefined, ...listsOf(unique([stranger, ...named]))]);
}

function valuesIn({
  in: members = [],
  notIn = [],
  matches,
  under,
  host,
  shell,
  shellDoes,
  file,
  patch,
}: OperatorsSource): readonly unknown[] {
  return [
    ...(shell === undefined && shellDoes === undefined ? [] : commandExamples),
    ...(file === undefined ? [] : fileExamples),
    ...(patch === undefined ? [] : fileExamples.map(patchOf)),
    ...members,
    ...notIn,
    ...(matches === undefined ? [] : examplesOf(matches)),
    ...(matches === undefined ? [] : [`${stranger} \u2603`]),
    ...listOf(under).flatMap((folder) => [folder, `${folder}/${stranger}`]),
    ...listOf(under).map((folder) => (folder.startsWith('/') ? `/${stranger}` : stranger)),
    ...listOf(host)
      .flatMap((name) => hostsOf(name))
      .map((name) => `https://${name}/`),
    ...(host === undefined ? [] : [`https://${stranger}.example/`]),
  ];
}

/** A command of each effect, and two that have two: between them most policies differ. */
const commandExamples = [
  'ls',
  'cat README.md',
  'cat /etc/hosts',
  'cat .env',
  'rm src/a.ts',
  'rm .github/a.yml',
  'rm /tmp/a',
  'npm test',
  'npm install a',
  'curl https://a.example/',
  'eval a',
  'cat .env > a.ts',
  'npm test > a.ts',
];

/** A path of each kind. */
const fileExamples = [
  'src/a.ts',
  'README.md',
  '.github/a.yml',
  '.env',
  'node_modules/a/b.js',
  '/etc/hosts',
];

function patchOf(file: string): string {
  return `*** Begin Patch\n*** Delete File: ${file}\n*** End Patch\n`;
}

/** Hosts of a pattern: its usual one, and one that a list of hosts would not hold. */
function hostsOf(name: string): readonly string[] {
  return name.includes('*') ? ['www', stranger].map((host) => name.replace('*', host)) : [name];
}

/** A list is read item by item, so two items of different cells are a cell of their own. */
export function listsOf(values: readonly unknown[]): readonly (readonly unknown[])[] {
  const [first] = values;
  const shown = values.slice(0, pairedMax);
  return [
    [],
    values,
    ...shown.flatMap((one, at) => shown.slice(at + 1).map((two) => [one, two])),
    ...values.slice(pairedMax).map((value) => [first, value]),
  ];
}

const pairedMax = 6;

/** Each bound, a number on either side of it, and one between each two. */
function boundaries(operators: readonly OperatorsSource[]): readonly number[] {
  const bounds = operators
    .flatMap(({ atLeast, atMost }) => [atLeast, atMost])
    .filter((bound) => bound !== undefined)
    .toSorted((a, b) => a - b);
  const between = bounds.slice(1).map((bound, at) => (bound + (bounds[at] ?? bound)) / 2);
  return [...bounds.flatMap((bound) => [bound - 1, bound, bound + 1]), ...between];
}

function listOf(texts: string | readonly string[] | undefined): readonly string[] {
  return typeof texts === 'string' ? [texts] : (texts ?? []);
}

export function unique(values: readonly unknown[]): readonly unknown[] {
  return [...new Map(values.map((value) => [JSON.stringify(value) ?? '', value])).values()];
}

/** The first of each key: the plainest witness comes first. */
export function firstOfEach<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): readonly Item[] {
  const found = new Map<string, Item>();
  for (const item of items) if (!found.has(keyOf(item))) found.set(keyOf(item), item);
  return [...found.values()];
}

/** One value for each variable. */
export type Choice = ReadonlyMap<string, unknown>;

export interface Choices {
  readonly all: readonly Choice[];
  /** False where there are too many: then no more than two variables differ from the first. */
  readonly isComplete: boolean;
}

/** All choices of a value for each variable, up to `choicesMax` of them. */
export function choicesOf(variables: readonly Variable[], choicesMax: number): Choices {
  const count = variables.reduce((product, { values }) => product * values.length, 1);
  if (count <= choicesMax) {
    const all = variables.reduce<readonly Choice[]>(
      (begun, { path, values }) =>
        begun.flatMap((choice) => values.map((value) => new Map(choice).set(path, value))),
      [new Map()],
    );
    return { all, isComplete: true };
  }
  return { all: pairs(variables).slice(0, pairsMax), isComplete: false };
}

const pairsMax = 16_384;

function pairs(variables: readonly Variable[]): readonly Choice[] {
  const bases = [0, 1].map(
    (at) => new Map(variables.map(({ path, values }) => [path, values[at]])),
  );
  return bases.flatMap((base) =>
    variables.flatMap((one, at) =>
      one.values.flatMap((value) => [
        new Map(base).set(one.path, value),
        ...variables
          .slice(at + 1)
          .flatMap((two) =>
            two.values.map((other) => new Map(base).set(one.path, value).set(two.path, other)),
          ),
      ]),
    ),
  );
}
