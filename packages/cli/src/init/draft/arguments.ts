import { fieldsOf } from '../../json.ts';

const narrow: ReadonlySet<unknown> = new Set(['number', 'integer', 'boolean', 'null']);

/** True if a call could say something by its arguments. A schema that cannot be read could. */
export function carriesText(parameters: unknown): boolean {
  const { type, properties, ...rest } = fieldsOf(parameters);
  if (type !== 'object' || Object.keys(rest).some((key) => !harmless.has(key))) return true;
  return Object.values(fieldsOf(properties)).some((each) => {
    const property = fieldsOf(each);
    return !Array.isArray(property['enum']) && !narrow.has(property['type']);
  });
}

/** Keywords of JSON Schema that add no argument. */
const harmless: ReadonlySet<string> = new Set([
  '$schema',
  'additionalProperties',
  'description',
  'required',
  'title',
]);

/** The schema of arguments that carry no text, and of no others. */
export function closedSchema(parameters: unknown): object {
  const properties = Object.entries(fieldsOf(fieldsOf(parameters)['properties'])).map(
    ([name, each]) => {
      const { type, enum: values } = fieldsOf(each);
      return [name, values === undefined ? { type } : { enum: values }] as const;
    },
  );
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    additionalProperties: false,
  };
}
