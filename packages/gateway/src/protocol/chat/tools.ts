import type { PlainTool } from '@sluice/core';
import {
  booleanField,
  fieldsOf,
  invalidField,
  isRecord,
  itemField,
  optionalString,
  refusedField,
  wordOf,
  type Fields,
  type Item,
} from '../shared/fields.ts';
import { toolNameField } from '../shared/wire.ts';
import { customTable, customToolTable, functionTable, functionToolTable } from './tables.ts';

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
    const { tool, is } = toolOf(item);
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

function toolOf(item: Item): DeclaredTool {
  const type = wordOf(item, 'type');
  if (type === 'custom') return customTool(innerOf(item, 'custom'));
  if (type === 'function') return functionTool(innerOf(item, 'function'));
  const hint = 'use a tool of type `function` or `custom`: what the provider runs is not checked';
  throw refusedField(`${item.at}.type`, hint);
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
