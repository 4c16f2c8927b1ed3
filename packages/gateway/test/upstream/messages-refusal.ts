import type Anthropic from '@anthropic-ai/sdk';
import { isBody, isNew, listOf, type Body } from './dialect.ts';
import { merged, thinkingRefusal } from './messages-thinking.ts';

/** Why Anthropic refuses a Messages request, nearly in its own words. */
export function messagesRefusal(body: Body): string | undefined {
  if (!Number.isSafeInteger(body['max_tokens'])) return 'max_tokens: Field required';
  return unknownField(body, known) ?? contentRefusal(body);
}

/** The same of a request that counts tokens. */
export function countTokensRefusal(body: Body): string | undefined {
  return unknownField(body, countKnown) ?? contentRefusal(body);
}

function contentRefusal(body: Body): string | undefined {
  if (typeof body['model'] !== 'string') return 'model: Field required';
  return (
    systemRefusal(body['system']) ??
    toolsRefusal(body) ??
    turnsRefusal(listOf(body['messages'])) ??
    thinkingRefusal(body) ??
    markersRefusal(body)
  );
}

type Header = 'user_profile_id' | 'workspace_id';

/** Independent of the gateway's own table: each field of the SDK's type, and those of old. */
const known: Readonly<Record<Exclude<keyof Anthropic.MessageCreateParams, Header>, true>> = {
  cache_control: true,
  container: true,
  diagnostics: true,
  inference_geo: true,
  max_tokens: true,
  messages: true,
  metadata: true,
  model: true,
  output_config: true,
  service_tier: true,
  speed: true,
  stop_sequences: true,
  stream: true,
  system: true,
  thinking: true,
  tool_choice: true,
  tools: true,
};
const knownOfOld: ReadonlySet<string> = new Set(['temperature', 'top_p', 'top_k']);

const countKnown: Readonly<
  Record<Exclude<keyof Anthropic.MessageCountTokensParams, Header>, true>
> = {
  cache_control: true,
  messages: true,
  model: true,
  output_config: true,
  speed: true,
  system: true,
  thinking: true,
  tool_choice: true,
  tools: true,
};

function unknownField(body: Body, table: Readonly<Record<string, true>>): string | undefined {
  const isKnown = (name: string): boolean =>
    Object.hasOwn(table, name) || (table === known && knownOfOld.has(name));
  const unknown = Object.keys(body).find((name) => !isKnown(name));
  return unknown && `${unknown}: Extra inputs are not permitted`;
}

function systemRefusal(system: unknown): string | undefined {
  if (system === undefined || typeof system === 'string') return undefined;
  if (!Array.isArray(system)) return 'system: Input should be a valid list';
  if (listOf(system).some((block) => block['type'] !== 'text' && !isNew(block))) {
    return 'system: text blocks only';
  }
  return listOf(system).some(isBlank) ? blank : undefined;
}

const blank = 'text content blocks must contain non-whitespace text';

function isBlank({ type, text }: Body): boolean {
  return type === 'text' && String(text).trim() === '';
}

const nameForm = /^[a-zA-Z0-9_-]{1,128}$/;
const idForm = /^[a-zA-Z0-9_-]+$/;

function toolsRefusal({ tools, tool_choice: choice }: Body): string | undefined {
  const declared = listOf(tools);
  if (choice !== undefined && declared.length === 0) {
    return 'tool_choice may only be specified while providing tools';
  }
  const names = declared.map(({ name }) => String(name));
  if (names.some((name) => !nameForm.test(name))) return 'tools.0.custom.name: bad pattern';
  if (new Set(names).size < names.length) return 'tools: Tool names must be unique.';
  if (isBody(choice) && choice['type'] === 'tool' && !names.includes(String(choice['name']))) {
    return `Tool '${String(choice['name'])}' not found in provided tools`;
  }
  return declared.map(toolRefusal).find((refusal) => refusal !== undefined);
}

function toolRefusal({ type = 'custom', input_schema: schema, strict }: Body): string | undefined {
  if (type !== 'custom') {
    if (type === searchType) return undefined;
    return /^(bash|text_editor|memory|computer)_\d{8}$/.test(String(type))
      ? undefined
      : `tools.0: Input tag '${String(type)}' found using 'type' does not match`;
  }
  if (!isBody(schema)) return 'tools.0.custom.input_schema: Field required';
  if (schema['type'] !== 'object') return "tools.0.custom.input_schema.type: should be 'object'";
  if (strict === true && schema['additionalProperties'] !== false) {
    return "tools.0.custom: For 'object' type, 'additionalProperties' must be set to false";
  }
  return undefined;
}

const searchType = 'web_search_20250305';

/** True if the provider's own search is among the tools. */
export function canSearch({ tools }: Body): boolean {
  return listOf(tools).some(({ type }) => type === searchType);
}

/** Searches and what they found are pairs, and come back as they were given out. */
function searchRefusal(blocks: readonly Body[]): string | undefined {
  const open = new Set<unknown>();
  for (const { type, id, tool_use_id: answered, content, citations } of blocks) {
    if (type === 'server_tool_use') open.add(id);
    if (type === 'web_search_tool_result') {
      const isOurs = listOf(content).every(({ encrypted_content: found }) =>
        String(found).startsWith('E'),
      );
      if (!isOurs) return 'web_search_tool_result: Invalid `encrypted_content`';
      if (!open.delete(answered)) return 'web_search_tool_result: no such server_tool_use';
    }
    if (listOf(citations).some(({ encrypted_index: index }) => !String(index).startsWith('I'))) {
      return 'text.citations: Invalid `encrypted_index`';
    }
  }
  return open.size > 0 ? '`web_search` tool use without its `web_search_tool_result`' : undefined;
}

/** Types of blocks that each side may send. */
const blockTypes: Readonly<Record<string, readonly string[]>> = {
  user: ['text', 'image', 'document', 'search_result', 'tool_result'],
  assistant: [
    'text',
    'thinking',
    'redacted_thinking',
    'tool_use',
    'server_tool_use',
    'web_search_tool_result',
  ],
  system: ['text'],
};

function turnsRefusal(messages: readonly Body[]): string | undefined {
  if (messages.length === 0) return 'messages: at least one message is required';
  const turns = merged(messages);
  if (turns[0]?.['role'] !== 'user') return 'messages: first message must use the "user" role';
  const ids = new Set<unknown>();
  for (const [at, turn] of turns.entries()) {
    const refusal = turnRefusal(turn, turns[at - 1], ids);
    if (refusal !== undefined) return `messages.${at}: ${refusal}`;
  }
  const last = turns.at(-1);
  if (last?.['role'] !== 'assistant') return undefined;
  // A turn that was paused goes on.
  if (listOf(last['content']).some(({ type }) => type === 'server_tool_use')) return undefined;
  return idsOf(last).length > 0 ? unanswered : 'This model does not support assistant prefill.';
}

const unanswered =
  '`tool_use` ids were found without `tool_result` blocks immediately after. Each `tool_use` block must have a corresponding `tool_result` block in the next message.';

function turnRefusal(turn: Body, before: Body | undefined, ids: Set<unknown>): string | undefined {
  const { role } = turn;
  const types = typeof role === 'string' && Object.hasOwn(blockTypes, role) && blockTypes[role];
  if (!types) return "role: Input should be 'user' or 'assistant'";
  if (role === 'system' && before?.['role'] !== 'user') return 'role: misplaced system message';
  const blocks = listOf(turn['content']);
  if (blocks.length === 0) return `${role} messages must have non-empty content`;
  if (blocks.some((block) => !types.includes(String(block['type'])) && !isNew(block))) {
    return 'content.0.type: bad tag';
  }
  if (blocks.some(isBlank)) return blank;
  return searchRefusal(blocks) ?? callsRefusal(blocks, ids) ?? resultsRefusal(blocks, before);
}

function callsRefusal(blocks: readonly Body[], ids: Set<unknown>): string | undefined {
  for (const { id, name, input } of blocks.filter(({ type }) => type === 'tool_use')) {
    if (!idForm.test(String(id))) return 'tool_use.id: String should match pattern';
    if (!nameForm.test(String(name))) return 'tool_use.name: String should match pattern';
    if (!isBody(input)) return 'tool_use.input: Input should be a valid dictionary';
    if (ids.has(id)) return '`tool_use` ids must be unique';
    ids.add(id);
  }
  return undefined;
}

/** Results must stand first, one for each call of the message before and none else. */
function resultsRefusal(blocks: readonly Body[], before: Body | undefined): string | undefined {
  const open = new Set(idsOf(before));
  for (const block of blocks) {
    if (block['type'] !== 'tool_result') {
      if (open.size > 0) return unanswered;
      continue;
    }
    if (!open.delete(block['tool_use_id'])) {
      return 'unexpected `tool_use_id` found in `tool_result` blocks. Each `tool_result` block must have a corresponding `tool_use` block in the previous message.';
    }
    const { content } = block;
    if (content !== undefined && typeof content !== 'string' && !Array.isArray(content)) {
      return 'tool_result.content: Input should be a valid list';
    }
    if (listOf(content).some(isBlank)) return blank;
  }
  return open.size > 0 ? unanswered : undefined;
}

function idsOf(turn: Body | undefined): readonly unknown[] {
  return listOf(turn?.['content'])
    .filter(({ type }) => type === 'tool_use')
    .map(({ id }) => id);
}

const markersMax = 4;

/** In the order in which the provider caches: tools, system, messages. */
function markersRefusal({
  tools,
  system,
  messages,
  cache_control: whole,
}: Body): string | undefined {
  const places = [tools, system, messages, { cache_control: whole }];
  const markers = places.flatMap((place) => markersIn(place));
  if (markers.length > markersMax) {
    return `A maximum of ${markersMax} blocks with cache_control may be provided. Found ${markers.length}.`;
  }
  if (markers.some(({ on }) => on === 'thinking')) return 'thinking blocks cannot be cached';
  const times = markers.map(({ ttl }) => ttl);
  return times.lastIndexOf('1h') > times.indexOf('5m') && times.includes('5m')
    ? "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."
    : undefined;
}

interface FoundMarker {
  readonly ttl: unknown;
  readonly on: unknown;
}

/** Fields that hold what a client makes up: a name in there is no marker. */
const opaque: ReadonlySet<string> = new Set(['input', 'input_schema']);

function markersIn(value: unknown): readonly FoundMarker[] {
  if (Array.isArray(value)) return value.flatMap((item: unknown) => markersIn(item));
  if (!isBody(value)) return [];
  const { cache_control: marker, type } = value;
  const own = isBody(marker) ? [{ ttl: marker['ttl'] ?? '5m', on: type }] : [];
  const inner = Object.entries(value).filter(([name]) => !opaque.has(name));
  return [...inner.flatMap(([, field]) => markersIn(field)), ...own];
}
