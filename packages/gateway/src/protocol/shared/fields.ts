import type { PlainPart } from '@sluice/core';
import { RequestError } from '../errors.ts';
import { isExactNumber, numberOf } from './json.ts';
import type { Place } from './place.ts';

/**
 * Reads the objects of a request body by tables, so that nothing passes that no table names: a
 * field is read, passed on, left out or refused. An unknown one is dropped: left out, and reported.
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
  /** Left out and reported, as an unknown field is: the client may miss what it does. */
  | { readonly kind: 'dropped'; readonly unless: readonly unknown[] }
  /**
   * An error in any spelling of the name, unless its value is one of those that say nothing: it
   * would import state, have the provider act, or act out of our sight. `hint`: what to do instead.
   */
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

/** An object of a protocol has some tens: more would hold others up while each is looked at. */
const fieldsMax = 4_096;

export const read: FieldRule = { kind: 'read' };

export const leftOut: FieldRule = { kind: 'left-out' };

/** `inert('string', 'array')`: passed on if it is a string or a list, else refused. */
export function inert(...types: readonly JsonType[]): FieldRule {
  return { kind: 'inert', types };
}

/** `dropped(false)`: reported unless absent, `null` or `false`. */
export function dropped(...unless: readonly unknown[]): FieldRule {
  return { kind: 'dropped', unless };
}

/** `refused('use ...', false)`: refused unless absent, `null` or `false`. */
export function refused(hint: string, ...unless: readonly unknown[]): FieldRule {
  return { kind: 'refused', hint, unless };
}

/** One object of the body, its fields sorted by what becomes of them. */
export interface Fields {
  readonly at: Place;
  readonly read: ReadonlyMap<string, unknown>;
  readonly inert: Readonly<Record<string, unknown>>;
}

/**
 * Sorts the fields of `value` by `table`. What is dropped is taken out of `value` as well, so that
 * it cannot pass with it. Throws `RequestError` for what the table refuses.
 */
export function fieldsOf(value: unknown, table: FieldTable, at: Place): Fields {
  const found = new Map<string, unknown>();
  const passed: Record<string, unknown> = {};
  const record = recordAt(value, at);
  const entries = Object.entries(record);
  if (entries.length > fieldsMax) {
    throw invalidField(at, 'has too many fields', `send at most ${fieldsMax} in one object`);
  }
  for (const [name, field] of entries) {
    const rule = ruleFor(name, table);
    if (rule.kind === 'unknown') dropAt(at.field(name), { record, name });
    if (field === null || field === undefined) continue;
    if (rule.kind === 'read') found.set(name, field);
    if (rule.kind === 'inert') passed[name] = typed(field, rule.types, at.field(name));
    if (rule.kind === 'dropped' && !isOneOf(field, rule.unless)) {
      dropAt(at.field(name), { record, name });
    }
    if (rule.kind === 'refused' && !isOneOf(field, rule.unless))
      throw refusedField(at.field(name), rule.hint);
  }
  return { at, read: found, inert: passed };
}

type FoundRule = FieldRule | { readonly kind: 'unknown' };

const unknown: FoundRule = { kind: 'unknown' };

/** By its name, or by a refused one that it only spells in another way (`mcpServers`). */
function ruleFor(name: string, table: FieldTable): FoundRule {
  if (Object.hasOwn(table, name)) return table[name] ?? unknown;
  const bare = bareOf(name);
  return bare === bareOf(labelField) ? misplacedLabel : (refusedIn(table).get(bare) ?? unknown);
}

/** Left out, it would be a label lost. */
const misplacedLabel = refused('label a part of text, or the request: `x-sluice-label`');

const refusedByTable = new WeakMap<FieldTable, ReadonlyMap<string, FieldRule>>();

/** The refused fields of a table by their bare names. */
function refusedIn(table: FieldTable): ReadonlyMap<string, FieldRule> {
  const known = refusedByTable.get(table);
  if (known !== undefined) return known;
  const rules = Object.entries(table).filter(([, { kind }]) => kind === 'refused');
  const found = new Map(rules.map(([name, rule]) => [bareOf(name), rule]));
  refusedByTable.set(table, found);
  return found;
}

/** A name without all that other languages and libraries write differently in it. */
export function bareOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}

function dropAt(
  at: Place,
  { record, name }: { readonly record: Readonly<Record<string, unknown>>; readonly name: string },
): void {
  if (!Reflect.deleteProperty(record, name)) throw new Error('a body cannot be changed');
  at.drop();
}

/** A field that must be a string. */
export function stringField(fields: Fields, name: string): string {
  const value = optionalString(fields, name);
  if (value === undefined) throw missingField(fields.at.field(name));
  return value;
}

export function optionalString({ read: found, at }: Fields, name: string): string | undefined {
  const value = found.get(name);
  if (value === undefined || typeof value === 'string') return value;
  throw wrongType(at.field(name), ['string']);
}

/** A field that is `true` or `false`; absent is `false`. */
export function booleanField({ read: found, at }: Fields, name: string): boolean {
  const value = found.get(name) ?? false;
  if (typeof value === 'boolean') return value;
  throw wrongType(at.field(name), ['boolean']);
}

/** The items of a list, each with its path; absent is empty. */
export function listField(fields: Fields, name: string): readonly Item[] {
  const value = fields.read.get(name) ?? [];
  const at = fields.at.field(name);
  if (!Array.isArray(value)) throw wrongType(at, ['array']);
  return value.map((item: unknown, index) => ({ value: item, at: at.item(index) }));
}

export interface Item {
  readonly value: unknown;
  readonly at: Place;
}

/** The value of a field with its path, for the next table; `value` is `undefined` if absent. */
export function itemField({ read: found, at }: Fields, name: string): Item {
  return { value: found.get(name), at: at.field(name) };
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

/** The client's body is not what the protocol says. */
export function invalidField(at: Place, message: string, hint: string): RequestError {
  return new RequestError('invalid_field', `\`${at.shown}\` ${message}`, { hint });
}

/** The body asks for what cannot be guarded, or is not in the compatibility table. */
export function refusedField(at: Place, hint: string): RequestError {
  return new RequestError('unsupported_field', `\`${at.shown}\` is not supported`, { hint });
}

function missingField(at: Place): RequestError {
  return invalidField(at, 'is missing', `add \`${at.shown}\``);
}

function wrongType(at: Place, types: readonly JsonType[]): RequestError {
  const names = types.join(' or ');
  return invalidField(at, `is not of type ${names}`, `pass a value of type ${names}`);
}

function recordAt(value: unknown, at: Place): Readonly<Record<string, unknown>> {
  if (isRecord(value)) return value;
  throw value === undefined ? missingField(at) : wrongType(at, ['object']);
}

function typed(value: unknown, types: readonly JsonType[], at: Place): unknown {
  const type = typeOf(value);
  if (types.some((allowed) => allowed === type)) return value;
  throw wrongType(at, types);
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
