import { isDeepStrictEqual } from 'node:util';
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
  wordOf,
} from '../../shared/fields.ts';
import { clientSchema } from '../../shared/declared.ts';
import { toolNameField } from '../../shared/wire.ts';
import { declarationOf, declaredTool } from '../client-tools.ts';
import { nameOf, split } from '../names.ts';
import { isSearch, webSearch } from '../search.ts';
import type { ToolsInInput } from './tools-in-input.ts';

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
 * policy can name are left out. The client may declare a tool again in its input; one that a search
 * found replaces none of that name.
 */
export function readTools(items: readonly Item[], { added, found }: ToolsInInput): DeclaredTools {
  const tools = new Map<string, DeclaredTool>();
  const hosted = new Map<string, Readonly<Record<string, unknown>>>();
  const isNew = new Set(items);
  for (const item of [...items, ...added]) {
    if (isSearch(wordOf(item, 'type'))) {
      if (hosted.has(webSearch) && isNew.has(item)) throw twice(item);
      hosted.set(webSearch, fieldsOf(item.value, searchFields, item.at).inert);
      continue;
    }
    for (const declared of toolsOf(item)) {
      if (tools.has(declared.tool.name) && isNew.has(item)) throw twice(item);
      tools.set(declared.tool.name, declared);
    }
  }
  for (const item of found) addFound(item, tools);
  const all = [...tools.values()];
  return {
    tools: all.map(({ tool }) => tool),
    custom: new Set(all.flatMap(({ tool, custom }) => (custom ? [tool.name] : []))),
    hosted,
    strict: Object.fromEntries(
      all.flatMap(({ tool, strict }) => (strict === undefined ? [] : [[tool.name, strict]])),
    ),
  };
}

/** The text of a found tool is a result: what it would replace, or have the provider do, goes. */
function addFound(item: Item, tools: Map<string, DeclaredTool>): void {
  const type = wordOf(item, 'type');
  if (isSearch(type)) return item.at.drop(type);
  for (const declared of toolsOf(item)) {
    const known = tools.get(declared.tool.name);
    if (known === undefined) tools.set(declared.tool.name, declared);
    else if (!isDeepStrictEqual(known, declared)) item.at.drop(type);
  }
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
