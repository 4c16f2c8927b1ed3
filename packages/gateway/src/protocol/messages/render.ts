import type { PlainTool, View } from '@sluice/core';
import type { ClientRequest, Protocol, RenderOptions } from '../protocol.ts';
import { isRecord } from '../shared/fields.ts';
import { hostedTools } from '../shared/declared.ts';
import { markLast, type Turn } from './blocks.ts';
import { carriedOf, type Carried } from './carried.ts';
import type { Markers } from './markers.ts';
import { builtInDeclaration } from './read-tools.ts';
import { lacksReasoning, partBlocks, turnsOf } from './render-turns.ts';

type Body = Readonly<Record<string, unknown>>;

/** The body of `POST /v1/messages` for a view. */
export const render: Protocol['render'] = (request, view, { stream, ...options }) => ({
  ...renderView(request, view, options),
  stream,
});

/**
 * All of the body but whether it is streamed. Manual thinking is turned off for this request where
 * the provider would refuse it for want of the reasoning that goes with the last results: it was
 * made from another view, so it may not be sent.
 */
export function renderView(
  request: ClientRequest,
  view: View,
  { model, offered = [] }: Omit<RenderOptions, 'stream'>,
): Body {
  const { params, carried } = carriedOf(request);
  const first = view.messages.findIndex(({ role }) => role !== 'system');
  const begin = first === -1 ? view.messages.length : first;
  const { turns, thinking } = thinkingTurns(view.messages.slice(begin), params['thinking']);
  const system = view.messages
    .slice(0, begin)
    .flatMap((message) => ('parts' in message ? message.parts.flatMap(partBlocks) : []));
  const hosted = hostedTools(request, offered);
  const tools = [...view.tools.map((tool) => toolOf(tool, request, carried)), ...hosted];
  return {
    ...(canChoose(params, tools) ? params : withoutToolChoice(params)),
    ...(thinking !== undefined && { thinking }),
    model,
    ...(system.length > 0 && { system: markLast(system, carried.markers.system) }),
    messages: markTurns(turns, carried.markers),
    ...(tools.length > 0 && { tools: markLast(tools, carried.markers.tools) }),
  };
}

function thinkingTurns(
  messages: View['messages'],
  thinking: unknown,
): { readonly turns: readonly Turn[]; readonly thinking: unknown } {
  const type = isRecord(thinking) ? thinking['type'] : undefined;
  const off = { turns: turnsOf(messages, { reasoning: 'left-out' }), thinking };
  if (type === 'disabled') return off;
  const turns = turnsOf(messages, { reasoning: 'replayed' });
  if (type !== 'enabled' || !lacksReasoning(turns)) return { turns, thinking };
  return { ...off, thinking: { type: 'disabled' } };
}

/** The provider refuses a choice among no tools, and one of a tool that is not there. */
function canChoose({ tool_choice: choice }: Body, tools: readonly Body[]): boolean {
  if (tools.length === 0) return false;
  const isNamed = isRecord(choice) && choice['type'] === 'tool';
  return !isNamed || tools.some(({ name }) => name === choice['name']);
}

function withoutToolChoice(params: Body): Body {
  const { tool_choice: _choice, ...rest } = params;
  return rest;
}

function toolOf(tool: PlainTool, request: ClientRequest, carried: Carried): Body {
  const builtIn = builtInDeclaration(tool);
  if (builtIn !== undefined) return builtIn;
  const { name, description, parameters } = tool;
  const inert = Object.hasOwn(carried.tools, name) ? carried.tools[name] : undefined;
  return {
    name,
    ...(description !== '' && { description }),
    input_schema: { type: 'object', ...parameters },
    // What holds for a schema, `strict` above all, holds for the client's alone.
    ...(isRecord(inert) && isDeclared(tool, request) && inert),
  };
}

/** Whether the view shows the tool's schema as the client declared it. */
function isDeclared({ name, parameters }: PlainTool, { tools }: ClientRequest): boolean {
  const declared = tools.find((tool) => tool.name === name);
  return JSON.stringify(declared?.parameters) === JSON.stringify(parameters);
}

/**
 * Markers on the last block of the last message of the user and of the one before, so that this
 * request finds what the last one left. With tools and system these are four, the most allowed.
 */
function markTurns(turns: readonly Turn[], { messages: marker }: Markers): readonly Turn[] {
  const users = turns.flatMap(({ role }, index) => (role === 'user' ? [index] : []));
  const marked = new Set(users.slice(-2));
  return turns.map((turn, index) =>
    marked.has(index) ? { ...turn, content: markLast(turn.content, marker) } : turn,
  );
}
