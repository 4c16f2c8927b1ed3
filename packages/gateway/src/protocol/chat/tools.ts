import type { PlainTool } from '@sluice/core';
import {
  booleanField,
  type Fields,
  fieldsOf,
  invalidField,
  isRecord,
  type Item,
  itemField,
  listField,
  optionalString,
  stringField,
  wordOf,
} from '../shared/fields.ts';
import { Place } from '../shared/place.ts';
import { toolNameField } from '../shared/wire.ts';
import {
  allowedListTable,
  allowedToolsTable,
  chosenCustomTable,
  chosenFunctionTable,
  chosenNameTable,
  customTable,
  customToolTable,
  functionTable,
  functionToolTable,
} from './tables.ts';

export interface DeclaredTools {
  readonly tools: readonly PlainTool[];
  readonly custom: ReadonlySet<string>;
  /** Names of the functions whose arguments the provider holds to their schema. */
  readonly strict: readonly string[];
}

/** The grammar of a custom tool stands in its schema, so that it is labelled and pinned with it. */
export const formatKey = 'x-format';

export function readTools(items: readonly Item[]): DeclaredTools {
  const tools: PlainTool[] = [];
  const custom = new Set<string>();
  const strict: string[] = [];
  const names = new Set<string>();
  for (const item of items) {
    const declared = toolOf(item);
    if (declared === undefined) continue;
    const { tool, is } = declared;
    if (names.has(tool.name)) {
      throw invalidField(item.at, 'has the name of another tool', 'give each tool its own name');
    }
    names.add(tool.name);
    tools.push(tool);
    if (is === 'custom') custom.add(tool.name);
    if (is === 'strict') strict.push(tool.name);
  }
  return { tools, custom, strict };
}

interface DeclaredTool {
  readonly tool: PlainTool;
  readonly is: 'function' | 'strict' | 'custom';
}

/** `undefined` for one that is left out: the provider may be the one that runs it. */
function toolOf(item: Item): DeclaredTool | undefined {
  const type = wordOf(item, 'type');
  if (type === 'custom') return customTool(innerOf(item, 'custom'));
  if (type === 'function') return functionTool(innerOf(item, 'function'));
  return item.at.drop(type);
}

function innerOf(item: Item, name: 'custom' | 'function'): Fields {
  const outer = fieldsOf(
    item.value,
    name === 'custom' ? customToolTable : functionToolTable,
    item.at,
  );
  const { value, at } = itemField(outer, name);
  return fieldsOf(value, name === 'custom' ? customTable : functionTable, at);
}

function functionTool(fields: Fields): DeclaredTool {
  const { value, at } = itemField(fields, 'parameters');
  if (value !== undefined && !isRecord(value)) {
    throw invalidField(at, 'is no JSON Schema', 'pass an object, or leave it out');
  }
  const tool = { ...namesOf(fields), parameters: value ?? { type: 'object', properties: {} } };
  return { tool, is: booleanField(fields, 'strict') ? 'strict' : 'function' };
}

function customTool(fields: Fields): DeclaredTool {
  const { value: format, at } = itemField(fields, 'format');
  if (format !== undefined && !isRecord(format)) {
    throw invalidField(at, 'is no format', 'pass an object with a `type`, or leave it out');
  }
  const parameters = {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
    additionalProperties: false,
    ...(format && { [formatKey]: format }),
  };
  return { tool: { ...namesOf(fields), parameters }, is: 'custom' };
}

function namesOf(fields: Fields): { readonly name: string; readonly description: string } {
  return { name: toolNameField(fields), description: optionalString(fields, 'description') ?? '' };
}

const modes: ReadonlySet<unknown> = new Set(['none', 'auto', 'required']);

/** A choice; one of a type that is left out of the tools is left out, too. */
export function knownChoice(item: Item): Item {
  const type = isRecord(item.value) ? wordOf(item, 'type') : undefined;
  if (!isRecord(item.value) || type === 'allowed_tools' || isDeclarable(type)) return item;
  item.at.drop(type);
  return { ...item, value: undefined };
}

function isDeclarable(type: string | undefined): type is 'function' | 'custom' {
  return type === 'function' || type === 'custom';
}

/** Checks a choice against the declared tools. Throws `RequestError`; returns nothing new. */
export function checkToolChoice(item: Item, declared: ReadonlySet<string>): void {
  if (item.value === undefined || modes.has(item.value)) return;
  for (const name of namesIn(item)) {
    if (name === undefined || declared.has(name)) continue;
    throw invalidField(item.at, 'names a tool that is not declared', 'add it to `tools`');
  }
}

/** The names of the tools that a checked choice lets a model call; `undefined`: of all declared. */
export function callableBy(choice: Item): ReadonlySet<string> | undefined {
  if (choice.value === 'none') return new Set();
  return isRecord(choice.value) ? new Set(namesIn(choice).filter(isName)) : undefined;
}

/**
 * The choice as far as a view's tools allow it, for a provider refuses the name of a tool that it
 * is not given. `undefined`: no choice is sent. A choice of hidden tools alone is `none`.
 */
export function choiceAmong(choice: unknown, shown: ReadonlySet<string>): unknown {
  if (shown.size === 0) return undefined;
  if (!isRecord(choice)) return choice;
  const names = namesIn({ value: choice, at: Place.body() });
  const left = names.filter((name) => isName(name) && shown.has(name));
  if (left.length === names.length) return choice;
  const allowed = choice['allowed_tools'];
  if (left.length === 0 || !isRecord(allowed)) return 'none';
  const tools = listField(fieldsOf(allowed, allowedListTable, Place.body()), 'tools');
  const kept = tools.filter((tool) => shown.has(nameIn(tool) ?? '')).map(({ value }) => value);
  return { ...choice, allowed_tools: { ...allowed, tools: kept } };
}

function isName(name: string | undefined): name is string {
  return name !== undefined;
}

/** The names of the tools that a choice speaks of. */
function namesIn(item: Item): readonly (string | undefined)[] {
  if (wordOf(item, 'type') !== 'allowed_tools') return [nameIn(item)];
  const { value, at } = itemField(
    fieldsOf(item.value, allowedToolsTable, item.at),
    'allowed_tools',
  );
  const allowed = fieldsOf(value, allowedListTable, at);
  const mode = stringField(allowed, 'mode');
  if (mode !== 'auto' && mode !== 'required') {
    throw invalidField(at.field('mode'), 'is no mode', 'use `auto` or `required`');
  }
  return listField(allowed, 'tools').map(nameIn);
}

/** `undefined` for a tool of a type that is left out. */
function nameIn(item: Item): string | undefined {
  const type = wordOf(item, 'type');
  if (!isDeclarable(type)) return item.at.drop(type);
  const outer = fieldsOf(
    item.value,
    type === 'custom' ? chosenCustomTable : chosenFunctionTable,
    item.at,
  );
  const { value, at } = itemField(outer, type);
  return stringField(fieldsOf(value, chosenNameTable, at), 'name');
}
