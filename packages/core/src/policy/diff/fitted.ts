import { isRecord } from '../../history/document.ts';
import { evaluatedSchema } from '../compile/argument-schema.ts';
import { unique } from './cells.ts';
import { exampleOf, listIn, pointedAt, recordIn, type Schema } from './example-value.ts';

/**
 * Arguments with all that a schema wants beside them, in each of its forms: for some schemas an
 * argument comes with another one. Whoever asks tries each.
 */
export function fittedTo(schema: Schema, value: unknown): readonly unknown[] {
  return forms(value, { schema, root: schema, depth: 0 });
}

/** False where a value breaks a schema; a schema that cannot be asked refuses nothing. */
export function fitsSchema(schema: Schema, value: unknown): boolean {
  return evaluatedSchema(schema)?.isValid(value) !== false;
}

/**
 * The same schema without all that it wants beside what is there. What does not keep this one keeps
 * the schema with no other argument either.
 */
export function withoutDemands(schema: Schema): Schema {
  const parts = Object.entries(schema).map(([key, part]) => [key, partOf(key, part)] as const);
  const { oneOf, ...rest } = Object.fromEntries(parts.filter(([, part]) => part !== undefined));
  return oneOf === undefined
    ? rest
    : { ...rest, allOf: [...listIn(rest, 'allOf'), { anyOf: oneOf }] };
}

/** The value of a keyword; `undefined`: it is left out. */
function partOf(key: string, part: unknown): unknown {
  if (demands.has(key)) return undefined;
  // A constant is no schema; one that is a list or a mapping is a demand itself.
  if (key === 'const' || key === 'enum') return isWhole(part) ? undefined : part;
  if (Array.isArray(part))
    return part.map((each: unknown) => (isRecord(each) ? withoutDemands(each) : each));
  if (!isRecord(part)) return part;
  if (!maps.has(key)) return withoutDemands(part);
  const named = Object.entries(part).map(([name, each]) => [
    name,
    isRecord(each) ? withoutDemands(each) : each,
  ]);
  return Object.fromEntries(named);
}

interface Place {
  readonly schema: Schema;
  readonly root: Schema;
  readonly depth: number;
}

/** A schema that refers to itself ends here. */
const depthMax = 8;
const formsMax = 16;

function forms(value: unknown, place: Place): readonly unknown[] {
  const { schema, root, depth } = place;
  if (depth > depthMax) return [value];
  const inside = (part: Schema): Place => {
    const properties = { ...recordIn(schema, 'properties'), ...recordIn(part, 'properties') };
    const wanted = [...namesIn(schema['required']), ...namesIn(part['required'])];
    return { schema: { ...part, properties, required: wanted }, root, depth: depth + 1 };
  };
  const begun = withParts(value, place);
  const parts = [...referred(place), ...listIn(schema, 'allOf'), ...dependedOn(schema, begun)];
  // All of these apply, and of each list one is enough.
  const lists = [...parts.map((part) => [part]), conditional(schema), listIn(schema, 'anyOf')];
  const fitted = [...lists, listIn(schema, 'oneOf')].reduce<readonly unknown[]>(
    (found, list) =>
      list.length === 0
        ? found
        : found.flatMap((each) => list.flatMap((part) => forms(each, inside(part)))),
    [begun],
  );
  return unique(fitted.map((each) => withRequired(each, place))).slice(0, formsMax);
}

/** What stands in a list or a mapping, with all that it needs itself. */
function withParts(value: unknown, { schema, root, depth }: Place): unknown {
  const part = (each: unknown, inner: Schema): unknown => {
    return forms(each, { schema: inner, root, depth: depth + 1 })[0];
  };
  if (Array.isArray(value)) return value.map((item) => part(item, recordIn(schema, 'items')));
  if (!isRecord(value)) return value;
  const properties = recordIn(schema, 'properties');
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, part(each, recordIn(properties, name))]),
  );
}

function withRequired(value: unknown, { schema, root, depth }: Place): unknown {
  if (!isRecord(value)) return value;
  const properties = recordIn(schema, 'properties');
  const tied = ['dependentRequired', 'dependencies'].map((keyword) => recordIn(schema, keyword));
  const besides = (name: string): readonly string[] => tied.flatMap((each) => namesIn(each[name]));
  const found = new Map(Object.entries(value));
  const wanted = [...namesIn(schema['required']), ...Object.keys(value).flatMap(besides)];
  for (const name of wanted) {
    if (found.has(name)) continue;
    found.set(name, exampleOf(recordIn(properties, name), root, depth));
    wanted.push(...besides(name));
  }
  return Object.fromEntries(found);
}

function referred({ schema, root }: Place): readonly Schema[] {
  const ref = schema['$ref'];
  return typeof ref === 'string' && ref.startsWith('#') ? [pointedAt(root, ref)] : [];
}

/** The schemas that apply where a mapping has some key. */
function dependedOn(schema: Schema, value: unknown): readonly Schema[] {
  if (!isRecord(value)) return [];
  return ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    Object.entries(recordIn(schema, keyword)).flatMap(([name, part]) =>
      isRecord(part) && Object.hasOwn(value, name) ? [part] : [],
    ),
  );
}

/** What stands where a condition holds, or where it does not. */
function conditional(schema: Schema): readonly Schema[] {
  if (!isRecord(schema['if'])) return [];
  return [recordIn(schema, 'then'), recordIn(schema, 'else'), schema['if']];
}

function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}

/** Keywords that ask for more than there is, or for less. */
const demands: ReadonlySet<string> = new Set(
  `contains dependencies dependentRequired dependentSchemas else if minContains minItems
  minProperties not required then`.split(/\s+/),
);

/** Keywords under which stand schemas by name. */
const maps: ReadonlySet<string> = new Set([
  '$defs',
  'definitions',
  'patternProperties',
  'properties',
]);

/** Constants that are lists or mappings themselves. */
function isWhole(value: unknown): boolean {
  return (Array.isArray(value) ? value : [value]).some(
    (each) => typeof each === 'object' && each !== null,
  );
}
