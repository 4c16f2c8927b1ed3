import { Validator } from '@cfworker/json-schema';
import { isRecord } from '../../history/record.ts';
import { limits } from '../../limits.ts';

/** Ends an evaluation; never leaves this file. */
class TooManySteps extends Error {}

/**
 * A JSON Schema whose evaluation is counted. One that asks twice for what lies below, where it asks
 * twice again, takes two steps at the first level and a million at the twentieth.
 */
export class CountedSchema {
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
