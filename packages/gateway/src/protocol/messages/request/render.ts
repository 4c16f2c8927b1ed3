import {
  type PlainCall,
  type PlainMessage,
  type PlainPart,
  type PlainTool,
  type View,
  wireArgs,
  wireSafe,
} from '@sluice/core';
import type { ClientRequest, Protocol, RenderOptions } from '../../protocol.ts';
import { hostedTools } from '../../shared/declared.ts';
import { isRecord } from '../../shared/fields.ts';
import { exactArgs } from '../../shared/wire.ts';
import { type Block, isReasoning, isResult, markLast, textBlocks, type Turn } from '../blocks.ts';
import { type Carried, carriedOf, type Markers } from './carried.ts';
import { builtInDeclaration, isToolName } from './read-tools.ts';
import { searchesOf, withReasoning } from '../answer/reasoning.ts';

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
    // The rules for a schema, above all `strict`, apply only to the client's schema.
    ...(isRecord(inert) && isDeclared(tool, request) && inert),
  };
}

/** True if the view shows the tool's schema as the client declared it. */
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

/**
 * The messages of a view as turns. What follows each other on one side is one turn, and results
 * stand first in it, in the order of the calls: this the provider insists on.
 */
function turnsOf(
  messages: readonly PlainMessage[],
  { reasoning }: { readonly reasoning: 'replayed' | 'left-out' },
): readonly Turn[] {
  const turns: OpenTurn[] = [];
  for (const message of messages) {
    const role = message.role === 'tool' ? 'user' : message.role;
    const content = contentOf(message, reasoning);
    if (content.length === 0) continue;
    const last = turns.at(-1);
    if (last?.role === role) last.content.push(...content);
    else turns.push({ role, content: [...content] });
  }
  return turns.map((turn, index) =>
    turn.role === 'user' ? resultsFirst(turn, turns[index - 1]) : turn,
  );
}

interface OpenTurn {
  readonly role: Turn['role'];
  readonly content: Block[];
}

function resultsFirst({ role, content }: OpenTurn, before: OpenTurn | undefined): Turn {
  const order = new Map((before?.content ?? []).map(({ id }, index) => [id, index]));
  const place = (block: Block): number => order.get(block['tool_use_id']) ?? order.size;
  const results = content.filter(isResult).toSorted((a, b) => place(a) - place(b));
  return { role, content: [...results, ...content.filter((block) => !isResult(block))] };
}

function contentOf(message: PlainMessage, reasoning: 'replayed' | 'left-out'): readonly Block[] {
  switch (message.role) {
    case 'system':
    case 'user':
      return message.parts.flatMap(partBlocks);
    case 'assistant': {
      const calls = message.calls.map(callBlock);
      const plain = [...textBlocks(message.text), ...calls];
      const searched = searchesOf(message.reasoning);
      const stored = reasoning === 'left-out' ? searched : message.reasoning;
      // The provider refuses a message of reasoning alone.
      if (stored === undefined || (plain.length === 0 && searched === undefined)) return plain;
      return withReasoning(stored, { text: message.text, calls }) ?? plain;
    }
    case 'tool': {
      const content = message.parts.flatMap(partBlocks);
      // The provider refuses an error that says nothing.
      const failed = message.failed === true && content.length > 0;
      const result = { type: 'tool_result', tool_use_id: message.callId, content };
      return [{ ...result, ...(failed && { is_error: true }) }];
    }
  }
}

/** Parts of a view as blocks. A part that is not text is the block that it was read from. */
function partBlocks(part: PlainPart): readonly Block[] {
  if (part.kind === 'text') return textBlocks(part.text);
  const { data } = part;
  if (isBlock(data)) return [data];
  throw new Error(`a part of \`${part.mediaType}\` is not of this protocol`);
}

function isBlock(value: unknown): value is Block {
  return typeof value === 'object' && value !== null && 'type' in value;
}

function callBlock({ id, tool, args }: PlainCall): Block {
  const name = isToolName(tool) ? tool : wireSafe(tool);
  return { type: 'tool_use', id, name, input: exactArgs(args) ?? wireArgs(args) };
}

/**
 * True if the provider would refuse manual thinking: the turns end in results, and the answer that
 * they belong to, which goes on over all its calls, does not begin with reasoning.
 */
function lacksReasoning(turns: readonly Turn[]): boolean {
  const spoken = turns.filter(({ role }) => role !== 'system');
  let begin: Turn | undefined;
  for (let at = spoken.length - 1; at > 0; at -= 2) {
    if (spoken[at]?.content.some(isResult) !== true) break;
    begin = spoken[at - 1];
  }
  const first = begin?.content[0];
  return first !== undefined && !isReasoning(first);
}
