import {
  type PlainCall,
  type PlainMessage,
  type PlainPart,
  type PlainTool,
  type View,
  wireArgs,
  wireSafe,
} from '@sluice/core';
import { RequestError } from '../../errors.ts';
import type { ClientRequest, Protocol, RenderOptions } from '../../protocol.ts';
import { hostedTools } from '../../shared/declared.ts';
import { isRecord } from '../../shared/fields.ts';
import { exactArgs } from '../../shared/wire.ts';
import { placedParts } from '../answer/stored.ts';
import { unsigned } from '../../shared/unsigned.ts';
import { isCall, textParts, type Content, type Part } from '../parts.ts';
import { inside, responseOf } from './read-results.ts';
import { choiceAmong, isToolName, type SchemaField } from './read-tools.ts';

type Body = Readonly<Record<string, unknown>>;

/** The body for a view. The provider keeps nothing. */
export const render: Protocol['render'] = (request, view, options) => ({
  ...renderView(request, view, options),
  store: false,
});

function renderView(
  request: ClientRequest,
  view: View,
  { offered = [] }: Pick<RenderOptions, 'offered'>,
): Body {
  const { tool_choice: asked, tools: schemas, ...params } = request.params;
  const instructions = view.messages.flatMap((message) =>
    message.role === 'system' ? message.parts.flatMap(partsOf) : [],
  );
  const functionDeclarations = view.tools.map((tool) => declarationOf(tool, schemas));
  const hosted = hostedTools(request, offered);
  const choice = choiceAmong(asked, new Set(view.tools.map(({ name }) => name)));
  const tools = [...(functionDeclarations.length > 0 ? [{ functionDeclarations }] : []), ...hosted];
  return {
    ...params,
    ...(instructions.length > 0 && { systemInstruction: { parts: instructions } }),
    contents: contentsOf(view.messages),
    ...(tools.length > 0 && { tools }),
    ...(choice !== undefined && { toolConfig: { functionCallingConfig: choice } }),
  };
}

function declarationOf({ name, description, parameters }: PlainTool, schemas: unknown): Body {
  const field = isRecord(schemas) && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
  return {
    name,
    ...(description !== '' && { description }),
    ...(isSchemaField(field) && { [field]: parameters }),
  };
}

function isSchemaField(value: unknown): value is SchemaField {
  return value === 'parameters' || value === 'parametersJsonSchema';
}

/**
 * The messages of a view as contents. Results of one answer are one content: on that the provider
 * insists.
 */
function contentsOf(messages: readonly PlainMessage[]): readonly Content[] {
  const contents: { readonly content: Content; readonly of: PlainMessage['role'] }[] = [];
  for (const message of messages) {
    const content = contentOf(message);
    const last = contents.at(-1);
    if (content === undefined || content.parts.length === 0) continue;
    if (message.role === 'tool' && last?.of === 'tool') {
      const parts = [...last.content.parts, ...content.parts];
      contents.splice(-1, 1, { content: { ...content, parts }, of: 'tool' });
    } else contents.push({ content, of: message.role });
  }
  return contents.map(({ content }) => content);
}

function contentOf(message: PlainMessage): Content | undefined {
  switch (message.role) {
    case 'system':
      return undefined;
    case 'user':
      return { role: 'user', parts: message.parts.flatMap(partsOf) };
    case 'assistant': {
      const { text, reasoning } = message;
      const calls = message.calls.map(callPart);
      const stored = reasoning === undefined ? undefined : placedParts(reasoning, { text, calls });
      return { role: 'model', parts: signedFirst(stored ?? [...textParts(text), ...calls]) };
    }
    case 'tool':
      return { role: 'user', parts: resultParts(message) };
  }
}

/**
 * Newer models refuse a call whose signature is missing, and only the first one of several has one.
 * Signatures belong to the view that they were made from: in another, the call has none.
 */
function signedFirst(parts: readonly Part[]): readonly Part[] {
  const first = parts.findIndex(isCall);
  return parts.map((part, index) =>
    index === first ? { thoughtSignature: unsigned, ...part } : part,
  );
}

function callPart({ id, tool, args }: PlainCall): Part {
  return { functionCall: { id, name: nameOf(tool), args: exactArgs(args) ?? wireArgs(args) } };
}

function nameOf(tool: string): string {
  return isToolName(tool) ? tool : wireSafe(tool);
}

function resultParts(message: Extract<PlainMessage, { readonly role: 'tool' }>): readonly Part[] {
  const { callId: id, tool, parts, failed = false } = message;
  const text = parts.map((part) => (part.kind === 'text' ? part.text : '')).join('');
  const files = parts.flatMap((part) => (part.kind === 'text' ? [] : partsOf(part)));
  const within = files.filter((file) => file[inside] === true).map(bare);
  const functionResponse = {
    id,
    name: nameOf(tool),
    response: responseOf(text, failed),
    ...(within.length > 0 && { parts: within }),
  };
  return [{ functionResponse }, ...files.filter((file) => file[inside] !== true)];
}

function bare({ [inside]: _inside, ...file }: Part): Part {
  return file;
}

/** A part that is not text is the part that it was read from. */
function partsOf(part: PlainPart): readonly Part[] {
  if (part.kind === 'text') return textParts(part.text);
  if (isRecord(part.data)) return [part.data];
  throw new RequestError('unsupported_part', 'a message holds a part of another protocol', {
    hint: 'send files as `inlineData`',
  });
}

/** The body that counts the tokens of a view. Nothing is run to count it. */
export function renderCount(request: ClientRequest, view: View, model: string): Body {
  const offered = [...(request.hosted?.keys() ?? [])];
  const { contents, ...rest } = renderView(request, view, { offered });
  if (Object.keys(rest).length === 0) return { contents };
  return { generateContentRequest: { model: `models/${model}`, contents, ...rest } };
}
