import type { PlainTool, View } from '@sluice/core';
import type { ClientRequest } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { renderMessage } from './render-messages.ts';
import { choiceAmong } from './tool-choice.ts';
import { formatKey } from './tools.ts';

/** The upstream's request for a view. It keeps no state there, and always asks for usage. */
export function renderRequest(
  request: ClientRequest,
  view: View,
  { stream, model }: { readonly stream: boolean; readonly model: string },
): Readonly<Record<string, unknown>> {
  const { params } = request;
  const { stream_options: options, tool_choice, parallel_tool_calls, tools: _, ...inert } = params;
  const choice = choiceAmong(tool_choice, new Set(view.tools.map(({ name }) => name)));
  return {
    ...inert,
    model,
    messages: view.messages.map((message) => renderMessage(message, request)),
    ...(view.tools.length > 0 && {
      tools: view.tools.map((tool) => renderTool(tool, request)),
      ...(parallel_tool_calls !== undefined && { parallel_tool_calls }),
    }),
    ...(choice !== undefined && { tool_choice: choice }),
    store: false,
    stream,
    ...(stream && {
      stream_options: { ...(isRecord(options) && options), include_usage: true },
    }),
  };
}

function renderTool(tool: PlainTool, request: ClientRequest): Readonly<Record<string, unknown>> {
  const { name, description, parameters } = tool;
  const common = { name, ...(description !== '' && { description }) };
  if (request.custom.has(name)) {
    const format = parameters[formatKey];
    return { type: 'custom', custom: { ...common, ...(format !== undefined && { format }) } };
  }
  const strict = isStrict(tool, request) ? { strict: true } : {};
  return { type: 'function', function: { ...common, parameters, ...strict } };
}

/** A schema that is hidden is not the one that the provider can hold arguments to. */
function isStrict({ name, parameters }: PlainTool, { params, tools }: ClientRequest): boolean {
  const strict = params['tools'];
  if (!Array.isArray(strict) || !strict.includes(name)) return false;
  const declared = tools.find((tool) => tool.name === name);
  return JSON.stringify(declared?.parameters) === JSON.stringify(parameters);
}
