import { SluiceError } from '@sluice/core';
import { spacedJson } from './call-text.ts';
import { bound, quoted, repeats } from './gbnf.ts';
import { llamaLimits } from '../llama-limits.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Keywords whose absence from the grammar would let through what the schema forbids in shape. */
const refused = [
  'not',
  'if',
  'then',
  'else',
  'patternProperties',
  'propertyNames',
  'dependentSchemas',
  'dependentRequired',
  'dependencies',
  'prefixItems',
  'additionalItems',
  'contains',
  'unevaluatedProperties',
  'unevaluatedItems',
  '$dynamicRef',
  '$recursiveRef',
] as const;

const alternatives = ['anyOf', 'oneOf', 'allOf'] as const;
/**
 * Keywords that may stand beside alternatives or a reference and change nothing of what they allow.
 */
const annotations = new Set([
  '$comment',
  '$defs',
  '$id',
  '$schema',
  'default',
  'definitions',
  'deprecated',
  'description',
  'discriminator',
  'example',
  'examples',
  'nullable',
  'readOnly',
  'title',
  'writeOnly',
]);

/**
 * Rules of a GBNF grammar, written from JSON Schema. They fix the shape (types, keys, enumerations,
 * short bounds on lengths), in the spelling of `spacedJson` and with keys in the schema's order;
 * what shape cannot say (patterns, ranges, uniqueness) is left to whoever checks the call. A
 * keyword that changes the shape in a way that is not translated is refused: `tools-invalid`.
 */
export class JsonGrammar {
  readonly #rules = new Map<string, string>();
  readonly #references = new Map<unknown, string>();
  /** The tool that is being translated; names of tools are declared, their schemas may be text. */
  readonly #tool: string;
  readonly #root: Schema;
  readonly #prefix: string;
  #depth = 0;

  /** `prefix` keeps the rules of several schemas apart: letters, digits and `-`. */
  constructor({ tool, schema, prefix }: { tool: string; schema: Schema; prefix: string }) {
    this.#tool = tool;
    this.#root = schema;
    this.#prefix = prefix;
  }

  get rules(): readonly string[] {
    return [...this.#rules].map(([name, body]) => `${name} ::= ${body}`);
  }

  /** The expression for the whole schema, as an object: what a tool's arguments always are. */
  arguments(): string {
    const { type, properties } = this.#root;
    const named = ['$ref', 'enum', 'const', ...alternatives].some((key) => key in this.#root);
    const open = type === undefined && properties === undefined && !named;
    return this.#expression(open ? { ...this.#root, type: 'object' } : this.#root);
  }

  #expression(schema: unknown): string {
    if (schema === true || schema === undefined) return 'value';
    if (!isSchema(schema)) throw this.#refusal('a schema that allows nothing');
    this.#depth += 1;
    if (this.#depth > llamaLimits.schemaDepthMax) throw this.#refusal('a schema so deep');
    const expression = this.#checked(schema);
    this.#depth -= 1;
    return schema['nullable'] === true ? this.#rule(`${expression} | null`) : expression;
  }

  #checked(schema: Schema): string {
    const unknown = refused.find((keyword) => Object.hasOwn(schema, keyword));
    if (unknown !== undefined) throw this.#refusal(`\`${unknown}\``);
    if (Object.hasOwn(schema, 'const')) return quoted(spacedJson(schema['const']));
    if (Array.isArray(schema['enum']))
      return this.#oneOf(schema['enum'], (literal) => quoted(spacedJson(literal)));
    if (typeof schema['$ref'] === 'string') return this.#reference(schema, schema['$ref']);
    const keyword = alternatives.find((each) => Object.hasOwn(schema, each));
    if (keyword !== undefined) return this.#alternatives(schema, keyword);
    return this.#typed(schema);
  }

  #alternatives(schema: Schema, keyword: (typeof alternatives)[number]): string {
    const options = schema[keyword];
    this.#alone(schema, keyword);
    if (!Array.isArray(options)) throw this.#refusal(`such an \`${keyword}\``);
    if (keyword === 'allOf' && options.length > 1) throw this.#refusal('an `allOf` of several');
    return this.#oneOf(options, (option) => this.#expression(option));
  }

  /** Beside `keyword` may stand a `type` that says nothing new, and annotations. */
  #alone(schema: Schema, keyword: string): void {
    const beside = Object.keys(schema).find((key) => key !== keyword && !annotations.has(key));
    if (beside === undefined) return;
    throw this.#refusal(`\`${keyword}\` beside another keyword`);
  }

  #oneOf<Option>(options: readonly Option[], write: (option: Option) => string): string {
    if (options.length === 0) throw this.#refusal('a choice of nothing');
    return this.#rule(options.map((option) => write(option)).join(' | '));
  }

  #reference(schema: Schema, pointer: string): string {
    this.#alone(schema, '$ref');
    const target = resolve(this.#root, pointer);
    if (target === undefined) throw this.#refusal('a `$ref` that leads nowhere');
    const known = this.#references.get(target);
    if (known !== undefined) return known;
    const name = this.#name();
    // Named before it is written: a schema may refer to itself.
    this.#references.set(target, name);
    this.#rules.set(name, '');
    this.#rules.set(name, this.#expression(target));
    return name;
  }

  #typed(schema: Schema): string {
    const { type } = schema;
    if (Array.isArray(type))
      return this.#oneOf(type, (one) => this.#typed({ ...schema, type: one }));
    switch (type) {
      case 'string':
        return this.#string(schema);
      case 'object':
        return this.#object(schema);
      case 'array':
        return this.#array(schema);
      case 'integer':
      case 'number':
      case 'boolean':
      case 'null':
        return type;
      case undefined:
        if (isSchema(schema['properties'])) return this.#object(schema);
        return Object.hasOwn(schema, 'items') ? this.#array(schema) : 'value';
    }
    throw this.#refusal('an unknown `type`');
  }

  #string({ minLength, maxLength }: Schema): string {
    const times = repeats(minLength, maxLength);
    return times === '*' ? 'string' : this.#rule(String.raw`"\"" char${times} "\""`);
  }

  #array({ items, minItems, maxItems }: Schema): string {
    const item = this.#expression(items);
    const [least, most] = [bound(minItems) ?? 0, bound(maxItems)];
    if (most === 0) return quoted('[]');
    const further = repeats(Math.max(0, least - 1), most === undefined ? undefined : most - 1);
    const filled = `${item} (", " ${item})${further}`;
    return this.#rule(`"[" ${least === 0 ? `(${filled})?` : filled} "]"`);
  }

  /** Keys come in the order of the schema, the required ones always, the others or not. */
  #object({ properties, required, additionalProperties }: Schema): string {
    const needed = new Set(Array.isArray(required) ? required : []);
    const known = isSchema(properties) ? Object.entries(properties) : [];
    const unlisted = [...needed].filter((key) => !known.some(([name]) => name === key));
    const keys = [...known, ...unlisted.map((key) => [String(key), true] as const)];
    if (keys.length === 0) return this.#map(additionalProperties);
    const members = keys.map(([key, schema]) => ({
      text: `${quoted(`${JSON.stringify(key)}: `)} ${this.#expression(schema)}`,
      optional: !needed.has(key),
    }));
    return this.#rule(`"{" ${this.#members(members)} "}"`);
  }

  /** `after[i]`: what may follow when a member stands before; `first[i]`: when none does. */
  #members(members: readonly { readonly text: string; readonly optional: boolean }[]): string {
    let [first, after] = ['""', '""'];
    for (const { text, optional } of members.toReversed()) {
      const taken = `${text} ${after}`;
      first = this.#rule(optional ? `${taken} | ${first}` : taken);
      after = this.#rule(optional ? `", " ${taken} | ${after}` : `", " ${taken}`);
    }
    return first;
  }

  #map(additional: unknown): string {
    if (additional === false) return quoted('{}');
    const member = `string ": " ${this.#expression(additional)}`;
    return this.#rule(`"{" (${member} (", " ${member})*)? "}"`);
  }

  #rule(body: string): string {
    const name = this.#name();
    this.#rules.set(name, body);
    return name;
  }

  #name(): string {
    if (this.#rules.size >= llamaLimits.grammarRulesMax) throw this.#refusal('so many parts');
    return `${this.#prefix}-${this.#rules.size}`;
  }

  #refusal(what: string): SluiceError {
    const message = `the parameters of \`${this.#tool}\` have ${what}, which no grammar is made of`;
    return new SluiceError('tools-invalid', message, {
      hint: 'describe the parameters by types, properties, enumerations, items and anyOf',
    });
  }
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The target of a pointer inside the schema: `#`, `#/$defs/a`. */
function resolve(root: Schema, pointer: string): unknown {
  const [start, ...steps] = pointer.split('/');
  if (start !== '#') return undefined;
  let at: unknown = root;
  for (const step of steps) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isSchema(at) && Object.hasOwn(at, key) ? at[key] : undefined;
  }
  return at;
}
