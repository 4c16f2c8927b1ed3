import { type PlainPart, type PlainTool, wireArgs } from '@sluice/core';
import {
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
  read,
  wordOf,
} from '../shared/fields.ts';
import { declaredAs } from '../shared/declared.ts';
import { exactArgs } from '../shared/wire.ts';
import { inputParts } from './request/content.ts';

/**
 * Tools that the provider has a schema for and the client runs. The policy knows each by its type,
 * and its arguments are what a call has the client do.
 */
export interface ClientTool {
  /** The type of the declaration, and the tool's name. */
  readonly name: string;
  /** The types of the items that call it, and that hold its results. */
  readonly call: string;
  readonly output: string;
  /** The field of a call in which the arguments stand. */
  readonly args: 'action' | 'operation' | 'arguments';
  /** A result is a list of what each command printed, a text, or tools. */
  readonly result: 'list' | 'text' | 'tools';
}

const clientTools: readonly ClientTool[] = [
  {
    name: 'local_shell',
    call: 'local_shell_call',
    output: 'local_shell_call_output',
    args: 'action',
    result: 'text',
  },
  {
    name: 'shell',
    call: 'shell_call',
    output: 'shell_call_output',
    args: 'action',
    result: 'list',
  },
  {
    name: 'apply_patch',
    call: 'apply_patch_call',
    output: 'apply_patch_call_output',
    args: 'operation',
    result: 'text',
  },
  {
    name: 'tool_search',
    call: 'tool_search_call',
    output: 'tool_search_output',
    args: 'arguments',
    result: 'tools',
  },
];

/** The client searches among its own tools; a search of the provider's is left out. */
const byClient = { execution: 'client' } as const;

/** Where a shell's commands run: anywhere but at the client, the provider would run them. */
const environmentFields: FieldTable = { type: read, skills: read };
/** The client has it: any other names one that the provider keeps. */
const skillFields: FieldTable = {
  name: inert('string'),
  description: inert('string'),
  path: inert('string'),
};
const declarationFields: FieldTable = { type: read, environment: read };
const toolSearchFields: FieldTable = {
  type: read,
  execution: read,
  description: inert('string'),
  parameters: inert('object'),
};

export function calledBy(type: string): ClientTool | undefined {
  return clientTools.find(({ call }) => call === type);
}

export function answeredBy(type: string): ClientTool | undefined {
  return clientTools.find(({ output }) => output === type);
}

/** The types of all items of such tools. */
export const clientToolItems: readonly string[] = clientTools.flatMap(({ call, output }) => [
  call,
  output,
]);

/** One as it is declared; `undefined` for any other tool, and for one that the provider runs. */
export function declaredTool(item: Item): PlainTool | undefined {
  const tool = clientTools.find(({ name }) => name === wordOf(item, 'type'));
  if (tool === undefined) return undefined;
  if (tool.result === 'tools') return declaredSearch(item, tool);
  const environment = itemField(fieldsOf(item.value, declarationFields, item.at), 'environment');
  const place = environment.value === undefined ? undefined : environmentOf(environment);
  if (place !== undefined && place['type'] !== 'local') return undefined;
  const declaration = { type: tool.name, ...(place && { environment: place }) };
  return {
    name: tool.name,
    description: '',
    parameters: { type: 'object', [declaredAs]: declaration },
  };
}

function declaredSearch(item: Item, { name }: ClientTool): PlainTool | undefined {
  if (!isByClient(item.value)) return undefined;
  const fields = fieldsOf(item.value, toolSearchFields, item.at);
  const declaration = { type: name, ...byClient, ...fields.inert };
  return { name, description: '', parameters: { type: 'object', [declaredAs]: declaration } };
}

/** True for a search, its call or its result, that is the client's. */
export function isByClient(item: unknown): boolean {
  return isRecord(item) && item['execution'] === byClient.execution;
}

function environmentOf(item: Item): Readonly<Record<string, unknown>> {
  const fields = fieldsOf(item.value, environmentFields, item.at);
  const skills = listField(fields, 'skills').map(({ value, at }) => {
    return fieldsOf(value, skillFields, at).inert;
  });
  return { type: wordOf(item, 'type'), ...(skills.length > 0 && { skills }) };
}

/** The declaration of such a tool in a view, or `undefined`. */
export function declarationOf({ name, parameters }: PlainTool): unknown {
  const declaration = parameters[declaredAs];
  return isRecord(declaration) && declaration['type'] === name ? declaration : undefined;
}

/** The tool that a request declares by this name, if it is one of these. */
export function declaredAmong(name: string, tools: readonly PlainTool[]): ClientTool | undefined {
  const declared = tools.find((tool) => tool.name === name);
  return declared === undefined || declarationOf(declared) === undefined
    ? undefined
    : clientTools.find((tool) => tool.name === name);
}

/** The fields of a call. `max_output_length` says how much of a result the client sends. */
export const clientCallFields: FieldTable = {
  type: read,
  call_id: read,
  action: read,
  operation: read,
  arguments: read,
  execution: leftOut,
  id: read,
  status: leftOut,
  environment: leftOut,
  caller: leftOut,
  created_by: leftOut,
};

export const clientOutputFields: FieldTable = {
  type: read,
  call_id: read,
  output: read,
  // Read with the tools of the request.
  tools: read,
  execution: leftOut,
  id: read,
  status: read,
  max_output_length: leftOut,
  caller: leftOut,
  created_by: leftOut,
};

/** The arguments of a call, as the JSON text that the policy reads. */
export function argsOf(fields: Fields, { args }: ClientTool): string {
  const { value, at } = itemField(fields, args);
  if (isRecord(value)) return JSON.stringify(value);
  throw invalidField(at, 'is no object', 'pass the call as the model made it');
}

/**
 * A result as parts: a text for each command that a shell ran. Some say nothing: the tools that a
 * search found are declared, each with the label that its description has.
 */
export function resultParts(output: Item, { result }: ClientTool): readonly PlainPart[] {
  if (output.value === undefined) return [];
  if (result !== 'list') return inputParts(output);
  const chunks: readonly unknown[] = Array.isArray(output.value) ? output.value : [];
  return chunks.map((chunk) => ({ kind: 'text', text: printed(chunk) }));
}

function printed(chunk: unknown): string {
  const { stdout, stderr, outcome } = isRecord(chunk) ? chunk : {};
  const { type, exit_code: code = type } = isRecord(outcome) ? outcome : {};
  const said = [stdout, stderr].filter((text) => typeof text === 'string' && text !== '');
  const hasFailed = code !== undefined && code !== 0;
  return [...said, ...(hasFailed ? [`exit: ${JSON.stringify(code)}`] : [])].join('\n');
}

/** A call as the protocol has it. What was redacted in its arguments is empty there. */
export function writtenCall(tool: ClientTool, args: string): Readonly<Record<string, unknown>> {
  const search = tool.result === 'tools' ? byClient : {};
  return { type: tool.call, [tool.args]: exactArgs(args) ?? wireArgs(args), ...search };
}

/** A result of a view as the protocol has it: text alone. */
export function writtenResult(
  tool: ClientTool,
  {
    callId: call_id,
    parts,
    failed,
  }: { readonly callId: string; readonly parts: readonly PlainPart[]; readonly failed?: unknown },
): Readonly<Record<string, unknown>> {
  if (tool.result === 'tools') {
    return { type: tool.output, call_id, ...byClient, status: 'completed', tools: [] };
  }
  const texts = parts.map((part) => (part.kind === 'text' ? part.text : ''));
  const outcome = { type: 'exit', exit_code: 0 };
  const output =
    tool.result === 'list'
      ? texts.map((stdout) => ({ stdout, stderr: '', outcome }))
      : texts.join('\n');
  const status = failed === true ? 'failed' : 'completed';
  return { type: tool.output, call_id, output, ...(tool.name === 'apply_patch' && { status }) };
}
