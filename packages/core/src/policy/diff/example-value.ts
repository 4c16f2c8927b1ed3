import { isRecord } from '../../history/document.ts';
import { stranger } from './cells.ts';
import { examplesOf } from './example.ts';

/** A JSON Schema, as far as a value is made up from it. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * The plainest value that such a schema takes; a text is free text of nobody that is named. What a
 * schema asks for besides (`not`, `multipleOf`, rarer formats) is not looked at: whoever asks tries
 * the value.
 */
export function exampleOf(schema: Schema, root: Schema = schema, depth = 0): unknown {
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  const other = depth < depthMax ? meantBy(schema, root) : undefined;
  if (other !== undefined) return exampleOf(other, root, depth + 1);
  switch (typeOf(schema)) {
    case 'number':
    case 'integer':
      return numberOf(schema);
    case 'boolean':
      return true;
    case 'null':
      return null;
    case 'array':
      return Array.from({ length: sizeIn(schema, 'minItems', 0) }, () =>
        exampleOf(recordIn(schema, 'items'), root, depth + 1),
      );
    case 'object':
      return depth < depthMax ? requiredOf(schema, root, depth + 1) : {};
    default:
      return textOf(schema);
  }
}

/** A schema that refers to itself ends here. */
const depthMax = 8;

/** A value for each property that a schema wants. */
export function requiredOf(
  schema: Schema,
  root: Schema = schema,
  depth = 0,
): Readonly<Record<string, unknown>> {
  const properties = recordIn(schema, 'properties');
  const names = Array.isArray(schema['required']) ? schema['required'].map(String) : [];
  return Object.fromEntries(
    names.map((name) => [name, exampleOf(recordIn(properties, name), root, depth)]),
  );
}

/** The schema that a reference names, or the first of several forms that is not just `null`. */
function meantBy(schema: Schema, root: Schema): Schema | undefined {
  const { $ref: ref, anyOf, oneOf, allOf } = schema;
  if (typeof ref === 'string' && ref.startsWith('#/')) return pointedAt(root, ref);
  const forms = [anyOf, oneOf].find(Array.isArray)?.filter(isRecord) ?? [];
  const form = forms.find((each) => each['type'] !== 'null');
  const all = Array.isArray(allOf) ? allOf.filter(isRecord) : [];
  if (form === undefined && all.length === 0) return undefined;
  const { anyOf: _, oneOf: __, allOf: ___, ...rest } = schema;
  const parts = [rest, ...all, ...(form === undefined ? [] : [form])];
  return Object.fromEntries(parts.flatMap((part) => Object.entries(part)));
}

export function pointedAt(root: Schema, ref: string): Schema {
  const steps = ref.slice(2).split('/');
  return steps.reduce<Schema>((at, step) => {
    return recordIn(at, decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
  }, root);
}

function typeOf({ type, ...schema }: Schema): unknown {
  if (Array.isArray(type)) return type.find((each) => each !== 'null');
  return type ?? ('properties' in schema ? 'object' : undefined);
}

function numberOf(schema: Schema): number {
  const least = [schema['minimum'], above(schema['exclusiveMinimum'], 1)].filter(isNumber);
  const most = [schema['maximum'], above(schema['exclusiveMaximum'], -1)].filter(isNumber);
  return Math.min(Math.max(1, ...least), ...most);
}

function above(bound: unknown, step: number): unknown {
  return isNumber(bound) ? bound + step : undefined;
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function textOf(schema: Schema): string {
  const { pattern, format } = schema;
  const [found] = typeof pattern === 'string' ? examplesOf(pattern) : [];
  const text = found ?? forms.get(format) ?? stranger;
  const least = sizeIn(schema, 'minLength', 0);
  return text.padEnd(least, 'x').slice(0, sizeIn(schema, 'maxLength', Number.POSITIVE_INFINITY));
}

const forms: ReadonlyMap<unknown, string> = new Map([
  ['date', '2030-01-31'],
  ['date-time', '2030-01-31T10:00:00Z'],
  ['time', '10:00:00Z'],
  ['email', `${stranger}@sluice.example`],
  ['uri', `https://${stranger}.example/`],
  ['url', `https://${stranger}.example/`],
  ['uuid', '00000000-0000-4000-8000-000000000000'],
]);

function sizeIn(schema: Schema, key: string, otherwise: number): number {
  const size = schema[key];
  return isNumber(size) && size <= sizeMax ? size : otherwise;
}

/** A value that has to be longer is not made up. */
const sizeMax = 10_000;

export function recordIn(holder: Schema, key: string): Schema {
  const value = Object.hasOwn(holder, key) ? holder[key] : undefined;
  return isRecord(value) ? value : {};
}

export function listIn(holder: Schema, key: string): readonly Schema[] {
  const list = holder[key];
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
