import { type Location, nearest, type Report } from '../problem.ts';
import { isMapping, type Shape } from './shape.ts';

type Fields = Readonly<Record<string, Shape<unknown>>>;
type Read<Item> = Item extends Shape<infer Value> ? Value : never;
type ObjectOf<Required extends Fields, Optional extends Fields> = {
  readonly [Key in keyof Required]: Read<Required[Key]>;
} & { readonly [Key in keyof Optional]?: Read<Optional[Key]> };

/** An object with these keys and no others. */
export function object<Required extends Fields, Optional extends Fields>(
  required: Required,
  optional: Optional,
): Shape<ObjectOf<Required, Optional>> {
  const fields = new Map(Object.entries({ ...required, ...optional }));
  return {
    schema: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries([...fields].map(([key, { schema }]) => [key, schema])),
      ...(Object.keys(required).length > 0 ? { required: Object.keys(required) } : {}),
    },
    example: exampleOf(required),
    read: (value, at, report) => {
      if (!isMapping(value)) {
        const hint = `write a mapping with ${[...fields.keys()].map((key) => `\`${key}\``).join(', ')}`;
        report({ at, message: 'a mapping is wanted here', hint });
        return undefined;
      }
      const good = reportKeys(value, { required: Object.keys(required), fields, at, report });
      const entries = readFields(value, { fields, at, report });
      if (!good || entries === undefined) return undefined;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the shapes read each entry
      return Object.fromEntries(entries) as ObjectOf<Required, Optional>;
    },
  };
}

function exampleOf(required: Fields): string {
  const lines = Object.entries(required).map(([key, { example }]) => `${key}: ${example}`);
  return lines.length === 0 ? '{}' : `{ ${lines.join(', ')} }`;
}

interface Context {
  readonly fields: ReadonlyMap<string, Shape<unknown>>;
  readonly at: Location;
  readonly report: Report;
}

function reportKeys(
  value: Readonly<Record<string, unknown>>,
  { required, fields, at, report }: Context & { readonly required: readonly string[] },
): boolean {
  const unknown = Object.keys(value).filter((key) => !fields.has(key));
  for (const key of unknown) {
    const near = nearest(key, [...fields.keys()]);
    const known = [...fields.keys()].map((name) => `\`${name}\``).join(', ');
    const hint = near === undefined ? `known here: ${known}` : `write \`${near}\``;
    report({ at: [...at, key], onKey: true, message: `unknown key \`${key}\``, hint });
  }
  const missing = required.filter((key) => !Object.hasOwn(value, key));
  for (const key of missing) {
    report({
      at,
      message: `\`${key}\` is missing`,
      hint: `add \`${key}: ${fields.get(key)?.example ?? '...'}\``,
    });
  }
  return unknown.length === 0 && missing.length === 0;
}

function readFields(
  value: Readonly<Record<string, unknown>>,
  { fields, at, report }: Context,
): readonly (readonly [string, unknown])[] | undefined {
  const entries: (readonly [string, unknown])[] = [];
  let good = true;
  for (const [key, entry] of Object.entries(value)) {
    const shape = fields.get(key);
    if (shape === undefined || entry === undefined) continue;
    const read = shape.read(entry, [...at, key], report);
    if (read === undefined) good = false;
    else entries.push([key, read]);
  }
  return good ? entries : undefined;
}

/** One of several shapes, told apart by the first whose `is` holds; else the last. */
export function either<First, Second>(
  is: (value: unknown) => boolean,
  first: Shape<First>,
  second: Shape<Second>,
): Shape<First | Second> {
  return {
    schema: { anyOf: [first.schema, second.schema] },
    example: first.example,
    read: (value, at, report) => (is(value) ? first : second).read(value, at, report),
  };
}
