import { isRecord } from '../../history/document.ts';
import { isScalar } from '../operators/among.ts';
import type { OperatorsSource, ScalarSource, WhenSource } from '../source.ts';
import { canonicalPath } from '../path/path.ts';
import { parsePattern } from '../pattern/pattern-syntax.ts';
import { firstOfEach, stranger, type Variable } from './cells.ts';
import { exampleOf, listIn, pointedAt, recordIn, type Schema } from './example-value.ts';

/**
 * Limits in the schemas of a tool's arguments, read as conditions. Where two ask for other things
 * of an argument, values on both sides of each limit are tried; what such a condition cannot say is
 * tried with a value or two. Of the other arguments that the policies read (`asked`, by path), some
 * values that the schema takes are.
 */
export function schemaLimits(
  schemas: readonly Schema[],
  asked: ReadonlySet<string>,
): readonly WhenSource[] {
  const parts = schemas.map((schema) => partsOf(schema, { root: schema, path: '$', depth: 0 }));
  const paths = new Set(parts.flatMap((each) => [...each.keys()]));
  const conditions = [...paths].flatMap((path): readonly WhenSource[] => {
    const own = parts.map((each) => each.get(path) ?? {});
    const isChanged = new Set(own.map((part) => JSON.stringify(part))).size > 1;
    if (isChanged) return own.map((part) => ({ [path]: conditionOf(part) }));
    return asked.has(canonicalPath(path)) ? own.map((part) => ({ [path]: takenBy(part) })) : [];
  });
  return firstOfEach(conditions, (condition) => JSON.stringify(condition));
}

/** An argument that no schema names is there or not: no condition reads it. */
export function ofNoName(variable: Variable): Variable {
  const isNamed = !variable.path.endsWith(`['${stranger}']`);
  return isNamed ? variable : { path: variable.path, values: [stranger, undefined] };
}

interface Place {
  readonly root: Schema;
  readonly path: string;
  readonly depth: number;
}

/** A schema that refers to itself ends here. */
const depthMax = 6;

/** Each property at any depth, with what the schema asks of it alone. */
function partsOf(schema: Schema, { root, path, depth }: Place): ReadonlyMap<string, Schema> {
  if (depth > depthMax) return new Map();
  const { $ref: ref, properties: _, items, ...own } = schema;
  const meant = typeof ref === 'string' && ref.startsWith('#/') ? pointedAt(root, ref) : undefined;
  const found = Object.entries(recordIn(schema, 'properties')).flatMap(([name, part]) => {
    const place = { root, path: `${path}[${JSON.stringify(name)}]`, depth: depth + 1 };
    return isRecord(part) ? [...partsOf(part, place)] : [];
  });
  const inside = { root, path: `${path}[*]`, depth: depth + 1 };
  const branches = ['allOf', 'anyOf', 'oneOf'].flatMap((key) => listIn(schema, key));
  const all: readonly (readonly [string, Schema])[] = [
    ...(path === '$' ? [] : [[path, own] as const]),
    ...(schema['additionalProperties'] === false
      ? [[`${path}[${JSON.stringify(stranger)}]`, { not: {} }] as const]
      : []),
    ...(isRecord(items) ? partsOf(items, inside) : []),
    ...[...(meant === undefined ? [] : [meant]), ...branches].flatMap((part) => [
      ...partsOf(part, { root, path, depth: depth + 1 }),
    ]),
    ...found,
  ];
  return new Map(
    [...Map.groupBy(all, ([name]) => name)].map(([name, each]) => [
      name,
      Object.assign({}, ...each.map(([, part]) => part)),
    ]),
  );
}

/** Values that a schema takes, whatever else is asked of them. */
function takenBy(schema: Schema): OperatorsSource {
  return { in: [...listedIn(schema), schema['const'], exampleOf(schema)].filter(isScalar) };
}

function conditionOf(schema: Schema): OperatorsSource {
  const { pattern } = schema;
  const matches = typeof pattern === 'string' && parsePattern(pattern) !== undefined;
  return {
    in: [...valuesIn(schema)],
    ...limit('atLeast', [schema['minimum'], schema['exclusiveMinimum']]),
    ...limit('atMost', [schema['maximum'], schema['exclusiveMaximum']]),
    ...(matches ? { matches: pattern } : {}),
    exists: true,
  };
}

function limit(name: 'atLeast' | 'atMost', bounds: readonly unknown[]): OperatorsSource {
  const bound = bounds.find((each) => typeof each === 'number');
  return bound === undefined ? {} : { [name]: bound };
}

/** Values that one schema may take, and another not. */
function valuesIn(schema: Schema): readonly ScalarSource[] {
  const lengths = [schema['minLength'], schema['maxLength']].filter(isLength);
  const steps = [schema['multipleOf']].filter((step) => typeof step === 'number');
  const values = [
    ...listedIn(schema),
    schema['const'],
    exampleOf(schema),
    ...lengths.flatMap((length) => [length - 1, length, length + 1].map(textOfLength)),
    ...steps.flatMap((step) => [step, step / 2]),
    1.5,
  ];
  return values.filter(isScalar);
}

function listedIn({ enum: listed }: Schema): readonly unknown[] {
  return Array.isArray(listed) ? listed : [];
}

/** A longer text is not made up. */
const lengthMax = 10_000;

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value <= lengthMax;
}

function textOfLength(length: number): string {
  return 'x'.repeat(Math.max(0, length));
}
