import type { PlainTool } from '@sluice/core';
import type { ClientRequest } from '../../protocol.ts';
import {
  type Fields,
  fieldsOf,
  invalidField,
  isRecord,
  type Item,
  itemField,
  listField,
  optionalString,
  stringField,
} from '../../shared/fields.ts';
import { searchTool } from '../answer/reply.ts';
import { spelled } from '../spelling.ts';
import {
  callingFields,
  declarationFields,
  searchFields,
  toolConfigFields,
  toolFields,
} from '../tables.ts';

export interface DeclaredTools {
  readonly tools: readonly PlainTool[];
  /** The field in which each tool's schema stood, by its name. */
  readonly schemas: Readonly<Record<string, SchemaField>>;
  readonly hosted: NonNullable<ClientRequest['hosted']>;
}

const schemaFields = ['parameters', 'parametersJsonSchema'] as const;
export type SchemaField = (typeof schemaFields)[number];

/** True if the provider takes it as the name of a tool. */
export function isToolName(name: string): boolean {
  return /^[a-zA-Z_][\w.:-]{0,127}$/.test(name);
}

/** The tools of a request: functions, and among the provider's own its search. */
export function readTools(items: readonly Item[]): DeclaredTools {
  const tools = new Map<string, PlainTool>();
  const schemas: [string, SchemaField][] = [];
  const hosted = new Map<string, Readonly<Record<string, unknown>>>();
  for (const item of items) {
    const fields = fieldsOf(spelled(item.value), toolFields, item.at);
    for (const declared of listField(fields, 'functionDeclarations')) {
      const { tool, schema } = declaration(declared);
      if (tools.has(tool.name)) {
        throw invalidField(declared.at, 'has the name of another tool', 'give each its own name');
      }
      tools.set(tool.name, tool);
      if (schema !== undefined) schemas.push([tool.name, schema]);
    }
    for (const name of ['googleSearch', 'googleSearchRetrieval']) {
      const search = itemField(fields, name);
      if (search.value === undefined) continue;
      const { inert } = fieldsOf(spelled(search.value), searchFields, search.at);
      hosted.set(searchTool, { googleSearch: inert });
    }
  }
  return { tools: [...tools.values()], schemas: Object.fromEntries(schemas), hosted };
}

interface Declared {
  readonly tool: PlainTool;
  /** `undefined`: it has none. */
  readonly schema: SchemaField | undefined;
}

function declaration(item: Item): Declared {
  const fields = fieldsOf(spelled(item.value), declarationFields, item.at);
  const name = toolName(fields);
  const description = optionalString(fields, 'description') ?? '';
  const schema = schemaFields.find((each) => fields.read.has(each));
  const { value, at } = itemField(fields, schema ?? 'parameters');
  if (value !== undefined && !isRecord(value)) {
    throw invalidField(at, 'is no schema', 'pass an object, or leave it out');
  }
  const parameters = value ?? { type: 'object', properties: {} };
  return { tool: { name, description, parameters }, schema };
}

/** Throws `RequestError` for a name that the provider would not take. */
export function toolName(fields: Fields): string {
  const name = stringField(fields, 'name');
  if (isToolName(name)) return name;
  const { at } = itemField(fields, 'name');
  throw invalidField(at, 'is no name of a tool', 'use at most 128 letters, digits and `_.:-`');
}

/** A choice of tools, as its client made it. */
export interface Choice {
  readonly mode?: string;
  readonly allowedFunctionNames?: readonly string[];
}

/** What a request says of which tools may be called. Throws `RequestError`. */
export function readChoice(item: Item): Choice | undefined {
  if (item.value === undefined) return undefined;
  const config = itemField(
    fieldsOf(spelled(item.value), toolConfigFields, item.at),
    'functionCallingConfig',
  );
  if (config.value === undefined) return undefined;
  const fields = fieldsOf(spelled(config.value), callingFields, config.at);
  const mode = optionalString(fields, 'mode');
  const names = listField(fields, 'allowedFunctionNames').map(({ value, at }) => {
    if (typeof value === 'string') return value;
    throw invalidField(at, 'is no name of a tool', 'pass a string');
  });
  return {
    ...(mode !== undefined && { mode: mode.toUpperCase() }),
    ...(names.length > 0 && { allowedFunctionNames: names }),
  };
}

/** The names of the tools that a choice lets a model call; `undefined`: of all declared. */
export function callableBy(choice: Choice | undefined): ReadonlySet<string> | undefined {
  if (choice?.mode === 'NONE') return new Set();
  const names = choice?.allowedFunctionNames;
  return names === undefined ? undefined : new Set(names);
}

/** The choice as far as a view's tools allow it; `undefined`: none is sent. */
export function choiceAmong(choice: unknown, shown: ReadonlySet<string>): Choice | undefined {
  if (!isRecord(choice) || shown.size === 0) return undefined;
  const { mode, allowedFunctionNames: names } = choice;
  const sent = typeof mode === 'string' ? { mode } : {};
  if (!Array.isArray(names)) return sent;
  const left = names.filter((name) => typeof name === 'string' && shown.has(name));
  return left.length === 0 ? { mode: 'NONE' } : { ...sent, allowedFunctionNames: left };
}
