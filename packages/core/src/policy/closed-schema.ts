import { isRecord } from '../history/document.ts';

type Schema = Readonly<Record<string, unknown>>;

/**
 * True where clients may open or close a declared schema on the way: nothing but `properties` says
 * which names there are, so a pin does not tell an open one from a closed one.
 */
export function isOpenOrClosed(schema: Schema): boolean {
  const { additionalProperties = true } = schema;
  return typeof additionalProperties === 'boolean' && !others.some((key) => key in schema);
}

/** The same without names that it does not list, if clients may have opened it. */
export function closedSchema(schema: Schema): Schema {
  if (!isOpenOrClosed(schema)) return schema;
  const { properties = {} } = schema;
  return isRecord(properties) ? { ...schema, additionalProperties: false } : schema;
}

/** Keywords that name properties too, or take away some. */
const others: readonly string[] = [
  '$ref',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'patternProperties',
  'dependentSchemas',
  'propertyNames',
  'unevaluatedProperties',
];
