import { isRecord } from '../../history/document.ts';
import type { OperatorsSource, ScalarSource, WhenSource } from '../source.ts';
import { parsePattern } from '../pattern/pattern-syntax.ts';
import { firstOfEach, stranger } from './cells.ts';
import { exampleOf, pointedAt, recordIn, type Schema } from './example-value.ts';

/**
 * What two schemas of a tool's arguments ask of a property in different ways, read as conditions:
 * values on both sides of each limit are tried. What such a condition cannot say is tried with a
 * value or two.
 */
export function changedLimits(schemas: readonly Schema[]): readonly WhenSource[] {
  if (schemas.length < 2) return [];
  const parts = schemas.map((schema) => partsOf(schema, { root: schema, path: '$', depth: 0 }));
  const paths = new Set(parts.flatMap((each) => [...each.keys()]));
  const changed = [...paths].filter((path) => {
    return new Set(parts.map((each) => JSON.stringify(each.get(path) ?? {}))).size > 1;
  });
  const conditions = changed.flatMap((path) =>
    parts.map((each) => ({ [path]: conditionOf(each.get(path) ?? {}) })),
  );
  return firstOfEach(conditions, (condition) => JSON.stringify(condition));
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

function listIn(schema: Schema, key: string): readonly Schema[] {
  const list = schema[key];
  return Array.isArray(list) ? list.filter(isRecord) : [];
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
  const listed: readonly unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
  const lengths = [schema['minLength'], schema['maxLength']].filter(isLength);
  const steps = [schema['multipleOf']].filter((step) => typeof step === 'number');
  const values = [
    ...listed,
    schema['const'],
    exampleOf(schema),
    ...lengths.flatMap((length) => [length - 1, length, length + 1].map(textOfLength)),
    ...steps.flatMap((step) => [step, step / 2]),
    1.5,
  ];
  return values.filter(isScalar);
}

/** A longer text is not made up. */
const lengthMax = 10_000;

function isLength(value: unknown): value is number {
  return typeof value === 'number' && value <= lengthMax;
}

function textOfLength(length: number): string {
  return 'x'.repeat(Math.max(0, length));
}

function isScalar(value: unknown): value is ScalarSource {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value);
}
