import type { PlainTool } from '@sluice/core';
import type { RequestError } from '../../errors.ts';
import type { ClientRequest } from '../../protocol.ts';
import {
  booleanField,
  dropped,
  type Fields,
  fieldsOf,
  type FieldTable,
  inert,
  invalidField,
  isRecord,
  type Item,
  itemField,
  leftOut,
  listField,
  optionalString,
  read,
  stringField,
  wordOf,
} from '../../shared/fields.ts';
import { clientSchema } from '../../shared/declared.ts';
import { Place } from '../../shared/place.ts';
import { toolNameField } from '../../shared/wire.ts';
import { declarationOf, declaredTool } from '../client-tools.ts';
import { nameOf, split } from '../names.ts';
import { isSearch, webSearch } from '../search.ts';

/** The grammar of a custom tool stands in its schema, so that it is labelled and pinned with it. */
const formatKey = 'x-format';
/** So does the description of a namespace, in the schema of each tool of it. */
const namespaceKey = 'x-namespace';

const commonFields = {
  type: read,
  name: read,
  description: read,
  // Every tool is declared at once, called by the model alone, and answered at once.
  allowed_callers: dropped(['direct']),
  async: dropped(false),
  defer_loading: dropped(false),
} satisfies FieldTable;

const functionFields: FieldTable = {
  ...commonFields,
  parameters: read,
  strict: read,
  // It describes results to the model, which reads them anyway.
  output_schema: leftOut,
};

const customFields: FieldTable = { ...commonFields, format: read };

const namespaceFields: FieldTable = { type: read, name: read, description: read, tools: read };

const formatFields: FieldTable = {
  type: inert('string'),
  syntax: inert('string'),
  definition: inert('string'),
};

/** The client's settings of a search say where to search; no other tool reads them. */
const searchFields: FieldTable = {
  type: inert('string'),
  filters: inert('object'),
  search_context_size: inert('string'),
  user_location: inert('object'),
  external_web_access: inert('boolean'),
};

interface DeclaredTools {
  readonly tools: readonly PlainTool[];
  readonly custom: ReadonlySet<string>;
  readonly hosted: NonNullable<ClientRequest['hosted']>;
  /** True if the provider holds a function's arguments to its schema, where the client says so. */
  readonly strict: Readonly<Record<string, boolean>>;
}

/**
 * The client's tools, those in namespaces by names of two words. Tools of the provider's that no
 * policy can name are left out. A tool that an item declares may have been declared before.
 */
export function readTools(items: readonly Item[], later: readonly Item[]): DeclaredTools {
  const tools = new Map<string, PlainTool>();
  const custom = new Set<string>();
  const hosted = new Map<string, Readonly<Record<string, unknown>>>();
  const strict: [string, boolean][] = [];
  const isNew = new Set(items);
  for (const item of [...items, ...later]) {
    if (isSearch(wordOf(item, 'type'))) {
      if (hosted.has(webSearch) && isNew.has(item)) throw twice(item);
      hosted.set(webSearch, fieldsOf(item.value, searchFields, item.at).inert);
      continue;
    }
    for (const { tool, ...is } of toolsOf(item)) {
      if (tools.has(tool.name) && isNew.has(item)) throw twice(item);
      tools.set(tool.name, tool);
      custom.delete(tool.name);
      if (is.custom) custom.add(tool.name);
      if (is.strict !== undefined) strict.push([tool.name, is.strict]);
    }
  }
  return { tools: [...tools.values()], custom, hosted, strict: Object.fromEntries(strict) };
}

function twice(item: Item): RequestError {
  return invalidField(item.at, 'has the name of another tool', 'give each tool its own name');
}

/** The tools of a view in the provider's words, each namespace where its first tool stands. */
export function renderTools(
  tools: readonly PlainTool[],
  request: ClientRequest,
): readonly Readonly<Record<string, unknown>>[] {
  const grouped = Map.groupBy(tools, ({ name }) => split(name).namespace ?? '');
  return [...grouped].flatMap(([name, inside]) => {
    const rendered = inside.map((tool) => renderTool(tool, request));
    if (name === '') return rendered;
    const described = inside.map(({ parameters }) => parameters[namespaceKey]);
    const description = described.find((text) => typeof text === 'string');
    return [{ type: 'namespace', name, description: description ?? '', tools: rendered }];
  });
}

function renderTool(tool: PlainTool, request: ClientRequest): Readonly<Record<string, unknown>> {
  const declaration = declarationOf(tool);
  if (isRecord(declaration)) return declaration;
  const { name, description, parameters: described } = tool;
  const { [namespaceKey]: _, ...parameters } = described;
  const common = { name: split(name).name, ...(description !== '' && { description }) };
  if (request.custom.has(name)) {
    const format = parameters[formatKey];
    return { type: 'custom', ...common, ...(format !== undefined && { format }) };
  }
  return {
    type: 'function',
    ...common,
    parameters,
    strict: strictOf({ name, parameters }, request),
  };
}

/**
 * As the client said; left out means `true` at this provider, as far as the schema allows it. A
 * schema that is hidden is not the one that the provider can hold arguments to.
 */
function strictOf(
  { name, parameters }: Pick<PlainTool, 'name' | 'parameters'>,
  { params, tools }: ClientRequest,
): boolean | null {
  const { [namespaceKey]: _, ...schema } =
    tools.find((tool) => tool.name === name)?.parameters ?? {};
  const same = schema === parameters || JSON.stringify(schema) === JSON.stringify(parameters);
  if (!same) return false;
  const strict = isRecord(params['tools']) ? params['tools'] : {};
  const is = Object.hasOwn(strict, name) ? strict[name] : null;
  return typeof is === 'boolean' ? is : null;
}

interface DeclaredTool {
  readonly tool: PlainTool;
  readonly custom: boolean;
  readonly strict: boolean | undefined;
}

function toolsOf(item: Item): readonly DeclaredTool[] {
  if (wordOf(item, 'type') !== 'namespace') return [toolOf(item) ?? []].flat();
  const fields = fieldsOf(item.value, namespaceFields, item.at);
  const namespace = toolNameField(fields);
  const description = optionalString(fields, 'description') ?? '';
  return listField(fields, 'tools').flatMap((inner) => {
    const declared = toolOf(inner);
    if (declared === undefined) return [];
    const { name, parameters, ...tool } = declared.tool;
    const grouped = { ...parameters, [namespaceKey]: description };
    return [{ ...declared, tool: { ...tool, name: nameOf(namespace, name), parameters: grouped } }];
  });
}

/** `undefined` for one that is left out: the provider may be the one that runs it. */
function toolOf(item: Item): DeclaredTool | undefined {
  const type = wordOf(item, 'type');
  if (type === 'function') return functionTool(fieldsOf(item.value, functionFields, item.at));
  if (type === 'custom') return customTool(fieldsOf(item.value, customFields, item.at));
  const tool = declaredTool(item);
  return tool === undefined ? item.at.drop(type) : { tool, custom: false, strict: undefined };
}

function functionTool(fields: Fields): DeclaredTool {
  const { value, at } = itemField(fields, 'parameters');
  if (value !== undefined && !isRecord(value)) {
    throw invalidField(at, 'is no JSON Schema', 'pass an object, or leave it out');
  }
  const parameters = clientSchema(value ?? { type: 'object', properties: {} }, at);
  return {
    tool: { ...namesOf(fields), parameters },
    custom: false,
    strict: fields.read.has('strict') ? booleanField(fields, 'strict') : undefined,
  };
}

function customTool(fields: Fields): DeclaredTool {
  const { value, at } = itemField(fields, 'format');
  const parameters = {
    type: 'object',
    properties: { input: { type: 'string' } },
    required: ['input'],
    additionalProperties: false,
    ...(value !== undefined && { [formatKey]: fieldsOf(value, formatFields, at).inert }),
  };
  return { tool: { ...namesOf(fields), parameters }, custom: true, strict: undefined };
}

function namesOf(fields: Fields): { readonly name: string; readonly description: string } {
  return { name: toolNameField(fields), description: optionalString(fields, 'description') ?? '' };
}

const modes: ReadonlySet<unknown> = new Set(['none', 'auto', 'required']);
const namedFields: FieldTable = { type: read, name: read, namespace: read };
const allowedFields: FieldTable = { type: read, mode: read, tools: read };

/** A choice; one of a type that is left out of the tools is left out, too. */
export function knownChoice(item: Item): Item {
  const type = isRecord(item.value) ? wordOf(item, 'type') : undefined;
  if (!isRecord(item.value) || type === 'allowed_tools' || isDeclarable(type)) return item;
  item.at.drop(type);
  return { ...item, value: undefined };
}

function isDeclarable(type: string | undefined): boolean {
  return type === 'function' || type === 'custom' || isSearch(type);
}

/** Checks a choice against the declared tools. Throws `RequestError`; returns nothing new. */
export function checkToolChoice(choice: Item, declared: ReadonlySet<string>): void {
  if (choice.value === undefined || modes.has(choice.value)) return;
  for (const tool of toolsIn(choice)) {
    const name = nameIn(tool);
    if (name === undefined || declared.has(name)) continue;
    throw invalidField(tool.at, 'names a tool that is not declared', 'add it to `tools`');
  }
}

/** The names of the tools that a checked choice lets a model call; `undefined`: of all declared. */
export function callableBy(choice: Item): ReadonlySet<string> | undefined {
  if (choice.value === 'none') return new Set();
  return isRecord(choice.value)
    ? new Set(toolsIn(choice).flatMap((tool) => nameIn(tool) ?? []))
    : undefined;
}

/**
 * The choice as far as a view's tools allow it, for the provider refuses the name of a tool that it
 * is not given. `undefined`: no choice is sent. A choice of hidden tools alone is `none`.
 */
export function choiceAmong(choice: unknown, shown: ReadonlySet<string>): unknown {
  if (shown.size === 0) return undefined;
  if (!isRecord(choice)) return choice;
  const named = toolsIn({ value: choice, at: Place.body() });
  const left = named.filter((tool) => shown.has(nameIn(tool) ?? ''));
  if (left.length === named.length) return choice;
  if (left.length === 0) return 'none';
  return { ...choice, tools: left.map(({ value }) => value) };
}

/** The tools that a choice speaks of. */
function toolsIn(choice: Item): readonly Item[] {
  if (wordOf(choice, 'type') !== 'allowed_tools') return [choice];
  const fields = fieldsOf(choice.value, allowedFields, choice.at);
  const mode = stringField(fields, 'mode');
  if (mode !== 'auto' && mode !== 'required') {
    throw invalidField(choice.at.field('mode'), 'is no mode', 'use `auto` or `required`');
  }
  return listField(fields, 'tools');
}

/** How a choice of a tool of the provider's is told from one of the client's of that name. */
export function hostedChoice(name: string): string {
  return `hosted ${name}`;
}

/** `undefined` for a tool of a type that is left out. */
function nameIn(tool: Item): string | undefined {
  const type = wordOf(tool, 'type');
  if (isSearch(type)) return hostedChoice(webSearch);
  if (!isDeclarable(type)) return tool.at.drop(type);
  const fields = fieldsOf(tool.value, namedFields, tool.at);
  return nameOf(optionalString(fields, 'namespace'), stringField(fields, 'name'));
}
