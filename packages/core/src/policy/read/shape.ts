import * as z from 'zod/mini';
import { isRecord } from '../../history/document.ts';
import {
  listOf as orList,
  nearest,
  printLocation,
  type Location,
  type Report,
} from '../problem.ts';

/** A text that is not empty. */
export function text(description: string, ...examples: readonly string[]): z.ZodMiniString {
  const wanted = examples.length === 0 ? { description } : { description, examples };
  // Not `minLength`, which measures a list too where a text was wanted, and the reverse.
  return z.string().check(
    z.refine((value) => value !== ''),
    z.meta({ ...wanted, minLength: 1 }),
  );
}

/** A list of at least one. */
export function listOf<Item extends z.core.SomeType>(
  item: Item,
  example: string,
): z.ZodMiniArray<Item> {
  const description = 'a list of at least 1: `[...]`';
  return z.array(item).check(
    z.refine((value) => value.length > 0),
    z.meta({ description, examples: [example], minItems: 1 }),
  );
}

/**
 * A mapping whose keys are names of the author's choice. Zod would leave out one that is called
 * `__proto__`, and so a rule with it.
 */
export function named<Item>(
  item: z.ZodMiniType<Item>,
  { min = 0, example = min === 0 ? '{}' : `{ name: ${exampleOf(item)} }` }: NamedOptions = {},
): z.ZodMiniType<Readonly<Record<string, Item>>> {
  const description = 'a mapping, one `name: ...` a line';
  const all = z.custom<Readonly<Record<string, unknown>>>(isRecord).check(
    z.refine((value) => !Object.hasOwn(value, '__proto__'), { path: ['__proto__'] }),
    z.refine((value) => Object.keys(value).length >= min),
    z.meta({ description, examples: [example] }),
  );
  const minProperties = min === 0 ? {} : { minProperties: min };
  return z.pipe(all, z.record(z.string(), item).check(z.meta(minProperties)));
}

interface NamedOptions {
  readonly min?: number;
  /** In YAML on one line, for hints. */
  readonly example?: string;
}

const secrets = new WeakSet<object>();

/** The same shape, of which no message quotes what stands there instead. */
export function secret<Shape extends z.core.SomeType>(shape: Shape): Shape {
  secrets.add(shape);
  return shape;
}

interface Mistake {
  readonly message: string;
  readonly hint: string;
  readonly hidesKey?: boolean | undefined;
  /** The key that an unknown one seems to mean. */
  readonly near?: string | undefined;
}

/** Reads a value, or reports every mistake in it. */
export function readShape<Value>(
  shape: z.ZodMiniType<Value>,
  value: unknown,
  report: Report,
): Value | undefined {
  const read = attempt(shape, value);
  if ('data' in read) return read.data;
  for (const { at, onKey, hidesKey, message, hint, isMissing } of read.mistakes) {
    const where = { at: isMissing ? at.slice(0, -1) : at, hidesKey };
    report({ ...where, ...(onKey && { onKey }), message, hint });
  }
  return undefined;
}

/**
 * The value without its unknown keys, or with those that they seem to mean, so that a check may go
 * on: for a value in which nothing else is wrong.
 */
export function withKnownKeys<Value>(
  shape: z.ZodMiniType<Value>,
  value: unknown,
): Value | undefined {
  const read = attempt(shape, value);
  if ('data' in read) return read.data;
  if (!read.mistakes.every(({ onKey }) => onKey)) return undefined;
  const inmostFirst = read.mistakes.toSorted((a, b) => b.at.length - a.at.length);
  const known = inmostFirst.reduce((sum, { at, near }) => renamed(sum, at, near), value);
  const again = attempt(shape, known);
  return 'data' in again ? again.data : undefined;
}

function renamed(value: unknown, [step, ...rest]: Location, near: string | undefined): unknown {
  if (Array.isArray(value)) {
    return value.map((each: unknown, at) => (at === step ? renamed(each, rest, near) : each));
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).flatMap(([key, member]): [string, unknown][] => {
    if (key !== step) return [[key, member]];
    if (rest.length > 0) return [[key, renamed(member, rest, near)]];
    return near === undefined || Object.hasOwn(value, near) ? [] : [[near, member]];
  });
  return Object.fromEntries(entries);
}

interface Found extends Mistake {
  readonly at: Location;
  readonly onKey: boolean;
  readonly isMissing: boolean;
}

function attempt<Value>(
  shape: z.ZodMiniType<Value>,
  value: unknown,
): { readonly data: Value } | { readonly mistakes: readonly Found[] } {
  // Zod has one text for a mistake, where we have two: its text is a place in this list.
  const mistakes: (readonly Mistake[])[] = [];
  const error = (issue: z.core.$ZodRawIssue): string =>
    String(mistakes.push(mistakesOf(issue)) - 1);
  const read = z.safeParse(shape, value, { error, reportInput: true });
  if (read.success) return { data: read.data };
  const found = leavesOf(read.error.issues, []).flatMap(({ issue, around }) => {
    const at = [...around, ...issue.path.map(stepOf)];
    return (mistakes[Number(issue.message)] ?? []).map((mistake, index): Found => {
      const isMissing = issue.input === undefined;
      if (issue.code !== 'unrecognized_keys') return { at, onKey: false, isMissing, ...mistake };
      return { at: [...at, issue.keys[index] ?? ''], onKey: true, isMissing: false, ...mistake };
    });
  });
  return { mistakes: found.filter((one) => !isMisspelt(one, found)) };
}

/** True if a key is missing only because it is there under another spelling. */
function isMisspelt({ at, isMissing }: Found, all: readonly Found[]): boolean {
  return (
    isMissing &&
    all.some(({ near, at: other }) => {
      return (
        near === at.at(-1) && printLocation(other.slice(0, -1)) === printLocation(at.slice(0, -1))
      );
    })
  );
}

function stepOf(step: PropertyKey): string | number {
  return typeof step === 'number' ? step : String(step);
}

interface Leaf {
  readonly issue: z.core.$ZodIssue;
  readonly around: Location;
}

/** Picks, from several shapes, the mistakes in the nearest one; among equals, in the last. */
function leavesOf(issues: readonly z.core.$ZodIssue[], around: Location): readonly Leaf[] {
  return issues.flatMap((issue): readonly Leaf[] => {
    if (issue.code !== 'invalid_union' || issue.input === undefined) return [{ issue, around }];
    const least = Math.min(...issue.errors.map(distanceOf));
    const closest = issue.errors.findLast((branch) => distanceOf(branch) === least) ?? [];
    return leavesOf(closest, [...around, ...issue.path.map(stepOf)]);
  });
}

/** Another kind of value is far off, a key that is unknown or missing less, what is deeper not. */
function distanceOf(issues: readonly z.core.$ZodIssue[]): number {
  const distances = issues.map(({ code, path, input }) => {
    if (path.length === 0) return code === 'unrecognized_keys' ? 1 : 100;
    return path.length === 1 && input === undefined ? 1 : 0;
  });
  return distances.reduce<number>((sum, distance) => sum + distance, 0);
}

function mistakesOf(issue: z.core.$ZodRawIssue): readonly Mistake[] {
  const { input, inst, schema, path = [] } = issue;
  if (input === undefined) {
    const key = String(path.at(-1));
    return [{ message: `\`${key}\` is missing`, hint: `add \`${key}: ${exampleOf(schema)}\`` }];
  }
  const isSecret = schema !== undefined && secrets.has(schema);
  if (issue.code === 'unrecognized_keys') {
    const said = issue.keys.map((key) => {
      return isCutOff(input, key) ? cutOff(key) : unknownKey(key, keysOf(schema));
    });
    const hidden = { message: 'unknown key', hidesKey: true };
    return isSecret ? said.map((mistake) => ({ ...mistake, ...hidden })) : said;
  }
  const hint = `write ${wantedBy(schema, input)}`;
  if (issue.code === 'custom' && path.at(-1) === '__proto__') {
    return [{ message: '`__proto__` cannot be a name', hint: 'write another name' }];
  }
  const tooShort = issue.code === 'too_small' || (issue.code === 'custom' && inst !== schema);
  if (tooShort && isRecord(input)) return [{ message: 'the mapping is empty', hint }];
  if (tooShort && Array.isArray(input)) return [{ message: 'the list is too short', hint }];
  if (issue.code === 'too_big') return [{ message: 'the list is too long', hint }];
  // Quoted, it might be a secret that was to stand in the list.
  if (schema instanceof z.core.$ZodArray && input !== null) {
    return [{ message: 'a list is wanted here', hint }];
  }
  if (isSecret && input !== null) return [{ message: 'this is not allowed here', hint }];
  if (!(schema instanceof z.core.$ZodObject)) return [{ message: notAllowed(input), hint }];
  return [{ message: 'a mapping is wanted here', hint }];
}

/** True for words without a value beside a reason: a comma has cut them off. */
function isCutOff(input: unknown, key: string): boolean {
  const reasons = ['because', 'notActedOn'];
  return (
    isRecord(input) && input[key] === null && reasons.some((name) => Object.hasOwn(input, name))
  );
}

function cutOff(key: string): Mistake {
  const hint = 'a comma ends a text between braces: put quotes around all of it';
  return { message: `unknown key \`${key}\``, hint };
}

function unknownKey(key: string, known: readonly string[]): Mistake {
  const near = nearest(key, known);
  const all = known.map((name) => `\`${name}\``).join(', ');
  const hint = near === undefined ? `known here: ${all}` : `write \`${near}\``;
  return { message: `unknown key \`${key}\``, hint, near };
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

type Schema = z.core.$ZodType | undefined;

function keysOf(schema: Schema): readonly string[] {
  return schema instanceof z.core.$ZodObject ? Object.keys(schema._zod.def.shape) : [];
}

function wantedBy(schema: Schema, input: unknown): string {
  const described = schema && z.globalRegistry.get(schema)?.description;
  if (described !== undefined) return described;
  const words = [...(schema?._zod.values ?? [])].map(String);
  if (words.length > 0) {
    const near = typeof input === 'string' ? nearest(input, words) : undefined;
    return near === undefined ? orList(words) : `\`${near}\``;
  }
  if (schema instanceof z.core.$ZodNumber) return 'a number';
  if (schema instanceof z.core.$ZodBoolean) return '`true` or `false`';
  if (schema instanceof z.core.$ZodObject) {
    return `a mapping with ${keysOf(schema)
      .map((key) => `\`${key}\``)
      .join(', ')}`;
  }
  return 'a list: `[...]`';
}

/** A value to type, in YAML on one line. */
function exampleOf(schema: Schema): string {
  const examples = schema && z.globalRegistry.get(schema)?.['examples'];
  if (Array.isArray(examples)) return String(examples[0]);
  const [first] = schema?._zod.values ?? [];
  if (first !== undefined) return String(first);
  if (schema instanceof z.core.$ZodNumber) return '1';
  if (schema instanceof z.core.$ZodArray) return '[]';
  if (schema instanceof z.core.$ZodUnion) return exampleOf(schema._zod.def.options[0]);
  if (schema instanceof z.core.$ZodPipe) return exampleOf(schema._zod.def.in);
  if (!(schema instanceof z.core.$ZodObject))
    return schema instanceof z.core.$ZodString ? '...' : '{}';
  const required = Object.entries(schema._zod.def.shape).filter(
    ([, each]) => each._zod.optin === undefined,
  );
  const lines = required.map(([key, each]) => `${key}: ${exampleOf(each)}`);
  return lines.length === 0 ? '{}' : `{ ${lines.join(', ')} }`;
}
