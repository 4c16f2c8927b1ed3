import { type Location, listOf, nearest, type Report } from '../problem.ts';

/**
 * A description of a value that both reads it and prints its JSON Schema, so that the loader and
 * the published schema cannot drift apart.
 */
export interface Shape<Value> {
  readonly schema: JsonSchema;
  /** A value to type, in YAML on one line, for hints. */
  readonly example: string;
  /** The value, or `undefined` after reporting why it is not one. */
  readonly read: (value: unknown, at: Location, report: Report) => Value | undefined;
}

export type JsonSchema = { readonly [key: string]: unknown };

/** A mapping with any keys, without those of `Object.prototype`. */
export function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function leaf<Value>(
  schema: JsonSchema,
  is: (value: unknown) => value is Value,
  { wanted, example }: { readonly wanted: string; readonly example: string },
): Shape<Value> {
  return {
    schema,
    example,
    read: (value, at, report) => {
      if (is(value)) return value;
      report({ at, message: notAllowed(value), hint: `write ${wanted}` });
      return undefined;
    },
  };
}

function notAllowed(value: unknown): string {
  return value === null ? 'a value is missing here' : `${nameOf(value)} is not allowed here`;
}

function nameOf(value: unknown): string {
  if (value === '') return 'an empty text';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a mapping';
  const written = typeof value === 'string' ? value : JSON.stringify(value);
  return `\`${written.slice(0, 60)}\``;
}

/** The same shape with a better example. */
export function withExample<Value>(shape: Shape<Value>, example: string): Shape<Value> {
  return { ...shape, example };
}

export function text(wanted: string): Shape<string> {
  return leaf(
    { type: 'string', minLength: 1, description: wanted },
    (value): value is string => typeof value === 'string' && value !== '',
    { wanted, example: '...' },
  );
}

export function anyText(wanted: string): Shape<string> {
  return leaf(
    { type: 'string', description: wanted },
    (value): value is string => typeof value === 'string',
    { wanted, example: "'...'" },
  );
}

export const number: Shape<number> = leaf(
  { type: 'number' },
  (value): value is number => typeof value === 'number' && Number.isFinite(value),
  { wanted: 'a number', example: '1' },
);

export const boolean: Shape<boolean> = leaf(
  { type: 'boolean' },
  (value): value is boolean => typeof value === 'boolean',
  { wanted: '`true` or `false`', example: 'true' },
);

export const anything: Shape<unknown> = {
  schema: {},
  example: '{}',
  read: (value) => value,
};

export const mapping: Shape<Readonly<Record<string, unknown>>> = leaf(
  { type: 'object' },
  isMapping,
  { wanted: 'a mapping', example: '{}' },
);

export type Scalar = string | number | boolean | null;

export const scalar: Shape<Scalar> = leaf(
  { type: ['string', 'number', 'boolean', 'null'] },
  (value): value is Scalar =>
    value === null ||
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)),
  { wanted: 'a text, a number, `true`, `false` or `null`', example: '1' },
);

export function oneOf<const Values extends readonly (string | number)[]>(
  ...values: Values
): Shape<Values[number]> {
  return {
    schema: { enum: values },
    example: String(values[0]),
    read: (value, at, report) => {
      const found = values.find((candidate) => candidate === value);
      if (found !== undefined) return found;
      const near = typeof value === 'string' ? nearest(value, values.map(String)) : undefined;
      const hint = near === undefined ? listOf(values.map(String)) : `\`${near}\``;
      report({ at, message: notAllowed(value), hint: `write ${hint}` });
      return undefined;
    },
  };
}

export function list<Item>(
  item: Shape<Item>,
  { least }: { readonly least: number },
): Shape<readonly Item[]> {
  return {
    schema: { type: 'array', items: item.schema, ...(least > 0 ? { minItems: least } : {}) },
    example: least > 0 ? `[${item.example}]` : '[]',
    read: (value, at, report) => {
      if (!Array.isArray(value) || value.length < least) {
        const message = Array.isArray(value) ? 'the list is too short' : notAllowed(value);
        report({
          at,
          message,
          hint: `write a list${least > 0 ? ` of at least ${least}` : ''}: \`[...]\``,
        });
        return undefined;
      }
      const items = value.map((entry: unknown, index) => item.read(entry, [...at, index], report));
      return items.every((entry) => entry !== undefined) ? items : undefined;
    },
  };
}

/** A mapping whose keys are names of the author's choice. */
export function record<Item>(
  item: Shape<Item>,
  { least }: { readonly least: number },
): Shape<Readonly<Record<string, Item>>> {
  return {
    schema: {
      type: 'object',
      additionalProperties: item.schema,
      ...(least > 0 ? { minProperties: least } : {}),
    },
    example: least > 0 ? `{ name: ${item.example} }` : '{}',
    read: (value, at, report) => {
      if (!isMapping(value) || Object.keys(value).length < least) {
        report({
          at,
          message: isMapping(value) ? 'the mapping is empty' : notAllowed(value),
          hint: 'write a mapping, one `name: ...` a line',
        });
        return undefined;
      }
      const entries = Object.entries(value).map(
        ([key, entry]) => [key, item.read(entry, [...at, key], report)] as const,
      );
      if (entries.some(([, entry]) => entry === undefined)) return undefined;
      return Object.fromEntries(
        entries.flatMap(([key, entry]) => (entry === undefined ? [] : [[key, entry]])),
      );
    },
  };
}
