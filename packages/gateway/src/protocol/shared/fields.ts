import type { PlainPart } from '@sluice/core';
import { RequestError } from '../errors.ts';
import { isExactNumber, numberOf } from './json.ts';

/**
 * Reads the objects of a request body by tables, so that nothing passes that no table names: a
 * field is read, passed on, left out, or refused, and an unknown one is refused.
 */
export type JsonType = 'string' | 'number' | 'boolean' | 'array' | 'object';

/** The rule for one field. `null` counts as absent throughout, as it does for the providers. */
export type FieldRule =
  /** The protocol reads it. */
  | { readonly kind: 'read' }
  /** Passed on as it stands: it says how to answer, not what about or from which state. */
  | { readonly kind: 'inert'; readonly types: readonly JsonType[] }
  /** Accepted, and not passed on: the answer is a right answer without it. */
  | { readonly kind: 'left-out' }
  /** An error, unless its value is one of those that say nothing. `hint`: what to do instead. */
  | { readonly kind: 'refused'; readonly hint: string; readonly unless: readonly unknown[] };

export type FieldTable = Readonly<Record<string, FieldRule>>;

/**
 * A table with a rule for each field of a provider's type, and for `Extra`: one that a new version
 * of the type adds fails to compile. `export const table: FieldTable = {...} satisfies Covers<T>`.
 */
export type Covers<Type, Extra extends string = never> = Readonly<
  Record<FieldOf<Type> | Extra, FieldRule>
>;

type FieldOf<Type> = Type extends unknown ? Extract<keyof Type, string> : never;

export const read: FieldRule = { kind: 'read' };

export const leftOut: FieldRule = { kind: 'left-out' };

/** `inert('string', 'array')`: passed on if it is a string or a list, else refused. */
export function inert(...types: readonly JsonType[]): FieldRule {
  return { kind: 'inert', types };
}

/** `refused('use ...', false)`: refused unless absent, `null` or `false`. */
export function refused(hint: string, ...unless: readonly unknown[]): FieldRule {
  return { kind: 'refused', hint, unless };
}

/** One object of the body, its fields sorted by what becomes of them. */
export interface Fields {
  /** Where it stands, e.g. `messages[2].content[0]`; empty for the body itself. */
  readonly at: string;
  readonly read: ReadonlyMap<string, unknown>;
  readonly inert: Readonly<Record<string, unknown>>;
}

/**
 * Sorts the fields of `value` by `table`. Throws `RequestError` for what the table does not allow.
 */
export function fieldsOf(value: unknown, table: FieldTable, at: string): Fields {
  const found = new Map<string, unknown>();
  const passed: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(recordAt(value, at))) {
    if (field === null || field === undefined) continue;
    const rule = Object.hasOwn(table, name) ? table[name] : undefined;
    if (rule === undefined) throw unknownField(pathOf(at, name));
    if (rule.kind === 'read') found.set(name, field);
    if (rule.kind === 'inert') passed[name] = typed(field, rule.types, { at, name });
    if (rule.kind === 'refused' && !isOneOf(field, rule.unless))
      throw refusedField(pathOf(at, name), rule.hint);
  }
  return { at, read: found, inert: passed };
}

/** A field that must be a string. */
export function stringField(fields: Fields, name: string): string {
  const value = optionalString(fields, name);
  if (value === undefined) throw missingField(pathOf(fields.at, name));
  return value;
}

export function optionalString({ read: found, at }: Fields, name: string): string | undefined {
  const value = found.get(name);
  if (value === undefined || typeof value === 'string') return value;
  throw wrongType(pathOf(at, name), ['string']);
}

/** A field that is `true` or `false`; absent is `false`. */
export function booleanField({ read: found, at }: Fields, name: string): boolean {
  const value = found.get(name) ?? false;
  if (typeof value === 'boolean') return value;
  throw wrongType(pathOf(at, name), ['boolean']);
}

/** The items of a list, each with its path; absent is empty. */
export function listField(fields: Fields, name: string): readonly Item[] {
  const value = fields.read.get(name) ?? [];
  const at = pathOf(fields.at, name);
  if (!Array.isArray(value)) throw wrongType(at, ['array']);
  return value.map((item: unknown, index) => ({ value: item, at: `${at}[${index}]` }));
}

export interface Item {
  readonly value: unknown;
  readonly at: string;
}

/** The value of a field with its path, for the next table; `value` is `undefined` if absent. */
export function itemField({ read: found, at }: Fields, name: string): Item {
  return { value: found.get(name), at: pathOf(at, name) };
}

/** The word that says which table an object is read by (`type`, `role`), or `undefined`. */
export function wordOf({ value, at }: Item, name: string): string | undefined {
  const word = recordAt(value, at)[name];
  return typeof word === 'string' ? word : undefined;
}

/** The field of a text part by which a client says what label it carries at least. */
export const labelField = 'sluice_label';

/** A text part; a label that its client gave it can only restrict it. */
export function textPart(fields: Fields, text: string): PlainPart {
  const least = optionalString(fields, labelField);
  return least === undefined ? { kind: 'text', text } : { kind: 'text', text, least };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
  );
}

/** The client's body is not what the protocol says. `at` is a path of field names. */
export function invalidField(at: string, message: string, hint: string): RequestError {
  return new RequestError('invalid_field', `\`${shown(at)}\` ${message}`, { hint });
}

/** The body asks for what cannot be guarded, or is not in the compatibility table. */
export function refusedField(at: string, hint: string): RequestError {
  return new RequestError('unsupported_field', `\`${shown(at)}\` is not supported`, { hint });
}

function unknownField(at: string): RequestError {
  const hint = `leave out \`${shown(at)}\`: only fields of the compatibility table are passed on`;
  return new RequestError('unknown_field', `unknown field \`${shown(at)}\``, { hint });
}

function missingField(at: string): RequestError {
  return invalidField(at, 'is missing', `add \`${shown(at)}\``);
}

function wrongType(at: string, types: readonly JsonType[]): RequestError {
  const names = types.join(' or ');
  return invalidField(at, `is not of type ${names}`, `pass a value of type ${names}`);
}

function recordAt(value: unknown, at: string): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw value === undefined ? missingField(at) : wrongType(at, ['object']);
}

function typed(
  value: unknown,
  types: readonly JsonType[],
  { at, name }: { readonly at: string; readonly name: string },
): unknown {
  const type = typeOf(value);
  if (types.some((allowed) => allowed === type)) return value;
  throw wrongType(pathOf(at, name), types);
}

function typeOf(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  return isExactNumber(value) ? 'number' : typeof value;
}

/** By their JSON text: the values are short and hold no labelled text. */
function isOneOf(value: unknown, values: readonly unknown[]): boolean {
  const text = JSON.stringify(numberOf(value) ?? value);
  return values.some((other) => JSON.stringify(other) === text);
}

function pathOf(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

const pathCharactersMax = 120;

/** A name can be any text: only what looks like a path of names is quoted. */
function shown(at: string): string {
  if (at === '') return 'body';
  return at.length <= pathCharactersMax && /^[\w.[\]-]+$/.test(at) ? at : 'a field';
}
