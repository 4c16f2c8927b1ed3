import { Validator } from '@cfworker/json-schema';
import { InexactNumber, withPlainNumbers } from '../../history/json/exact-number.ts';
import type { PlainTool } from '../../history/plain.ts';
import { isRecord } from '../../history/document.ts';
import type { DocumentNode } from '../../history/structured.ts';
import { limits } from '../../limits.ts';
import { withParts } from '../path/path.ts';
import { schemaPatternMistake } from '../pattern/regex.ts';
import { closedSchema } from '../closed-schema.ts';
import type { Location } from '../problem.ts';
import type { CallSource } from '../source.ts';
import type { Compiler } from './compiler.ts';

/** A JSON Schema that the arguments of a call must keep. */
export interface ArgumentSchema {
  readonly json: Readonly<Record<string, unknown>>;
  /** Asked of the arguments as the model wrote them. */
  readonly allows: (args: DocumentNode) => boolean;
  /** The argument at which a value breaks it first; `undefined` where that cannot be told. */
  readonly brokenAt: (args: DocumentNode) => Broken | undefined;
}

/** A keyword of a schema that does not hold, and the argument that it speaks of. */
export interface Broken {
  readonly argument: string;
  readonly keyword: string;
}

interface SchemaContext {
  readonly tool: string;
  readonly declared: PlainTool | undefined;
  readonly at: Location;
}

/** `undefined` where a policy asks for none, or a mistake was reported. */
export function compileSchema(
  { report }: Compiler,
  schema: CallSource['schema'],
  { declared, at, tool }: SchemaContext,
): ArgumentSchema | undefined {
  if (schema === undefined) return undefined;
  if (schema === 'declared' && declared === undefined) {
    const hint = 'give the declared tools when the policy is loaded, or write the schema here';
    report({ at, message: `\`${tool}\` is not among the declared tools`, hint });
    return undefined;
  }
  const json = schema === 'declared' ? closedSchema(declared?.parameters ?? {}) : schema;
  const patterns = [...patternsIn(json)];
  for (const pattern of patterns) {
    const mistake = schemaPatternMistake(pattern);
    if (mistake === undefined) continue;
    report({ at, message: mistake.message, hint: mistake.hint });
  }
  const counted = evaluatedSchema(json);
  if (counted === undefined) {
    const hint = 'write a JSON Schema whose `$ref`s it holds itself';
    report({ at, message: 'the schema cannot be evaluated', hint });
    return undefined;
  }
  const hasSteps = hasKey(json, 'multipleOf');
  const areTextsRead = patterns.length > 0 || hasKey(json, 'format');
  const areItemsCompared = hasKey(json, 'uniqueItems');
  const isBounded = (args: DocumentNode): boolean =>
    (!areTextsRead || isShort(args)) && (!areItemsCompared || hasFew(args));
  const isValid = (args: DocumentNode): boolean => {
    if (readsAsWritten(args)) return counted.isValid(args.value);
    // A schema that both neighbours of a number keep is kept by it, but for steps in between.
    return !hasSteps && [0, 1].every((side) => counted.isValid(neighbours(args, side)));
  };
  return {
    json,
    allows: (args) => isBounded(args) && isValid(args),
    brokenAt: (args) =>
      counted.brokenAt(withPlainNumbers(args.value, ({ between }) => between[0] ?? NaN)),
  };
}

/** `undefined` where it cannot be asked of anything. */
export function evaluatedSchema(schema: PlainTool['parameters']): CountedSchema | undefined {
  try {
    const counted = new CountedSchema(schema);
    counted.isValid({});
    return counted;
  } catch {
    return undefined;
  }
}

function readsAsWritten(args: DocumentNode): boolean {
  return ![...withParts([args])].some(({ value }) => value instanceof InexactNumber);
}

function neighbours({ value }: DocumentNode, side: number): unknown {
  return withPlainNumbers(value, ({ between }) => between[side] ?? NaN);
}

/** True if comparing each two items of each list would not take long, whatever is in them. */
function hasFew(args: DocumentNode): boolean {
  let left = limits.schemaUniqueItemsMax ** 2;
  const sizeOf = ({ kind, children }: DocumentNode): number => {
    const inside = children.reduce((sum, child) => sum + sizeOf(child), 0);
    if (kind === 'sequence') left -= children.length * inside;
    return inside + 1;
  };
  sizeOf(args);
  return left >= 0;
}

function hasKey(schema: unknown, wanted: string): boolean {
  if (typeof schema !== 'object' || schema === null) return false;
  return Object.entries(schema).some(([key, value]) => key === wanted || hasKey(value, wanted));
}

/** True if no key or text is longer than a pattern or format of a schema may be asked of. */
function isShort(args: DocumentNode): boolean {
  const texts = [...withParts([args])].flatMap(({ key, value }) => [key, value]);
  const { schemaPatternCharactersMax } = limits;
  return texts.every(
    (text) => typeof text !== 'string' || text.length <= schemaPatternCharactersMax,
  );
}

/** The regular expressions of a JSON Schema, which run over what a model wrote. */
function* patternsIn(schema: unknown): Generator<string> {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [key, value] of Object.entries(schema)) {
    if (key === 'pattern' && typeof value === 'string') yield value;
    if (key === 'patternProperties' && isRecord(value)) yield* Object.keys(value);
    yield* patternsIn(value);
  }
}

/** Ends an evaluation; never leaves this file. */
class TooManySteps extends Error {}

/**
 * A JSON Schema whose evaluation is counted. One that asks twice for what lies below, where it asks
 * twice again, takes two steps at the first level and a million at the twentieth.
 */
class CountedSchema {
  readonly #validator: Validator;
  #stepsLeft = 0;

  /** Throws for what JSON cannot hold, and where two parts have one name. */
  constructor(schema: Readonly<Record<string, unknown>>) {
    // The library writes into what it is given, and so do we.
    const own: unknown = JSON.parse(JSON.stringify(schema));
    const root = isRecord(own) ? { ...own } : {};
    this.#stepsLeft = Number.POSITIVE_INFINITY;
    this.#count(root);
    this.#validator = new Validator(root);
  }

  /** False too where it takes too long to tell. Throws for a `$ref` that leads nowhere. */
  isValid(value: unknown): boolean {
    this.#stepsLeft = limits.schemaStepsMax;
    try {
      return this.#validator.validate(value).valid;
    } catch (error) {
      if (error instanceof TooManySteps) return false;
      throw error;
    }
  }

  /** The last error is the innermost one, and the others are of what stands around it. */
  brokenAt(value: unknown): Broken | undefined {
    this.#stepsLeft = limits.schemaStepsMax;
    try {
      const error = this.#validator.validate(value).errors.at(-1);
      if (error === undefined) return undefined;
      const [, argument = named(error.error)] = error.instanceLocation.split('/');
      return { argument, keyword: error.keyword };
    } catch {
      return undefined;
    }
  }

  /** The library looks for this keyword wherever it begins with a part of the schema. */
  #count(part: unknown): void {
    if (typeof part !== 'object' || part === null) return;
    for (const inner of Object.values(part)) this.#count(inner);
    if (Array.isArray(part)) return;
    const keyword = '$recursiveAnchor';
    const written: unknown = Reflect.get(part, keyword);
    const get = (): unknown => {
      this.#stepsLeft -= 1;
      if (this.#stepsLeft < 0) throw new TooManySteps();
      return written;
    };
    Object.defineProperty(part, keyword, { get, enumerable: false });
  }
}

/** The argument that is missing, as the library says it: the name stands in the schema. */
function named(error: string): string {
  return /"([^"]+)"\.$/.exec(error)?.[1] ?? '';
}
