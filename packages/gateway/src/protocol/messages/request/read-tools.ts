import type { PlainTool } from '@sluice/core';
import {
  fieldsOf,
  invalidField,
  isRecord,
  itemField,
  optionalString,
  stringField,
  wordOf,
  type Item,
} from '../../shared/fields.ts';
import { clientSchema, declaredAs } from '../../shared/declared.ts';
import { Place } from '../../shared/place.ts';
import type { MarkerCollector } from './carried.ts';
import type { ClientRequest } from '../../protocol.ts';
import {
  builtInToolFields,
  builtInTools,
  customToolFields,
  searchTool,
  searchToolFields,
} from '../tables.ts';

export interface DeclaredTools {
  readonly tools: readonly PlainTool[];
  /** Inert fields of custom tools, by name. */
  readonly inert: Readonly<Record<string, unknown>>;
  readonly hosted: NonNullable<ClientRequest['hosted']>;
}

/** True if the provider takes it as the name of a tool. */
export function isToolName(name: string): boolean {
  return /^[a-zA-Z0-9_-]{1,128}$/.test(name);
}

/** The tools of a request. Throws `RequestError` for the provider's that no policy can name. */
export function readTools(items: readonly Item[], markers: MarkerCollector): DeclaredTools {
  const tools = new Map<string, PlainTool>();
  const hosted = new Map<string, Readonly<Record<string, unknown>>>();
  const inert: [string, unknown][] = [];
  const mustBeNew = (name: string, at: Place): void => {
    if (!tools.has(name) && !hosted.has(name)) return;
    throw invalidField(at.field('name'), 'is declared twice', 'give each tool its own name');
  };
  for (const item of items) {
    if (isRecord(item.value) && item.value['type'] === searchTool.type) {
      mustBeNew(searchTool.name, item.at);
      hosted.set(searchTool.name, readSearchTool(item, markers));
      continue;
    }
    const declared = readTool(item, markers);
    if (declared === undefined) continue;
    const { tool, extras } = declared;
    mustBeNew(tool.name, item.at);
    tools.set(tool.name, tool);
    if (Object.keys(extras).length > 0) inert.push([tool.name, extras]);
  }
  return { tools: [...tools.values()], inert: Object.fromEntries(inert), hosted };
}

function readSearchTool(item: Item, markers: MarkerCollector): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(item.value, searchToolFields, item.at);
  markers.collect('tools', fields);
  if (stringField(fields, 'name') !== searchTool.name) {
    throw invalidField(item.at.field('name'), 'is not the name of this type of tool', 'correct it');
  }
  return { ...searchTool, ...fields.inert };
}

interface DeclaredTool {
  readonly tool: PlainTool;
  readonly extras: Readonly<Record<string, unknown>>;
}

/** `undefined` for one that is left out: the provider may be the one that runs it. */
function readTool(item: Item, markers: MarkerCollector): DeclaredTool | undefined {
  if (!isRecord(item.value)) throw invalidField(item.at, 'is no tool', 'pass an object');
  const type = item.value['type'] ?? 'custom';
  if (type === 'custom') return readCustomTool(item, markers);
  if (typeof type === 'string' && builtInTools.has(type)) {
    return readBuiltInTool(item, { type, markers });
  }
  return item.at.drop(typeof type === 'string' ? type : undefined);
}

function readCustomTool(item: Item, markers: MarkerCollector): DeclaredTool {
  const fields = fieldsOf(item.value, customToolFields, item.at);
  markers.collect('tools', fields);
  const schema = itemField(fields, 'input_schema');
  if (!isRecord(schema.value)) {
    throw invalidField(schema.at, 'is no JSON Schema', 'pass an object with `type: object`');
  }
  const name = toolName(stringField(fields, 'name'), item.at.field('name'));
  const description = optionalString(fields, 'description') ?? '';
  const parameters = clientSchema(schema.value, schema.at);
  return { tool: { name, description, parameters }, extras: fields.inert };
}

function readBuiltInTool(
  item: Item,
  { type, markers }: { readonly type: string; readonly markers: MarkerCollector },
): DeclaredTool {
  const fields = fieldsOf(item.value, builtInToolFields, item.at);
  markers.collect('tools', fields);
  const name = stringField(fields, 'name');
  if (builtInTools.get(type) !== name) {
    throw invalidField(item.at.field('name'), 'is not the name of this type of tool', 'correct it');
  }
  const parameters = { type: 'object', [declaredAs]: { type, ...fields.inert } };
  return { tool: { name, description: '', parameters }, extras: {} };
}

/** Throws `RequestError` for a name that the provider would not take. */
export function toolName(name: string, at: Place): string {
  if (isToolName(name)) return name;
  throw invalidField(at, 'is no name of a tool', 'use at most 128 letters, digits, `_` and `-`');
}

/** The declaration of a tool that has a schema of the provider's, or `undefined`. */
export function builtInDeclaration({
  name,
  parameters,
}: PlainTool): Readonly<Record<string, unknown>> | undefined {
  const declaration = parameters[declaredAs];
  if (!isRecord(declaration)) return undefined;
  const type = wordOf({ value: declaration, at: Place.body() }, 'type');
  return type !== undefined && builtInTools.get(type) === name
    ? { ...declaration, name }
    : undefined;
}
