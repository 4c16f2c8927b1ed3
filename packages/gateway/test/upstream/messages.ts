import { defaultUsage, listOf, pieces, type Body, type Dialect, type Ids } from './dialect.ts';
import { canSearch, countTokensRefusal, messagesRefusal } from './messages-refusal.ts';
import { signed, thinks } from './messages-thinking.ts';
import type { Reply, ScriptedCall, ScriptedSearch, Seen, SeenCall, SeenMessage } from './script.ts';

/** Anthropic's Messages. Reasoning that begins with `redacted:` comes as a redacted block. */
export const messagesDialect: Dialect = {
  path: '/v1/messages',
  keyIn,
  refuse: messagesRefusal,
  see,
  whole: (reply, seen, ids) => ({
    ...envelope(seen, ids),
    content: blocksOf(reply, seen, ids),
    stop_reason: stopReason(reply),
    usage: usageOf(reply),
  }),
  events,
  failure,
};

const countPath = '/v1/messages/count_tokens';

/** Counting tokens is a route of its own, with fields of its own. */
const countTokensDialect: Dialect = {
  ...messagesDialect,
  path: countPath,
  refuse: countTokensRefusal,
  routes: { [countPath]: ({ body }) => ({ input_tokens: JSON.stringify(body).length }) },
};

/** Both, for `startUpstream`. */
export const messagesDialects: readonly Dialect[] = [messagesDialect, countTokensDialect];

const versions: ReadonlySet<unknown> = new Set(['2023-06-01', '2026-10-21']);

/** A request that does not say which version it speaks is not looked at. */
function keyIn(headers: Parameters<Dialect['keyIn']>[0]): string | undefined {
  if (!versions.has(headers['anthropic-version'])) return undefined;
  const { authorization, 'x-api-key': key } = headers;
  if (typeof key === 'string') return key;
  return /^Bearer (.+)$/.exec(authorization ?? '')?.[1];
}

function failure(status: number, message: string): Body {
  const type = errorTypes.get(status) ?? (status < 500 ? 'invalid_request_error' : 'api_error');
  return { type: 'error', error: { type, message }, request_id: 'req_scripted' };
}

const errorTypes: ReadonlyMap<number, string> = new Map([
  [401, 'authentication_error'],
  [404, 'not_found_error'],
  [429, 'rate_limit_error'],
  [529, 'overloaded_error'],
]);

function envelope(seen: Seen, ids: Ids): Body {
  return {
    id: ids('msg_'),
    type: 'message',
    role: 'assistant',
    model: `${seen.model}-20260101`,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    stop_details: null,
    container: null,
  };
}

/** The content of a whole response. */
function blocksOf(reply: Reply, seen: Seen, ids: Ids): readonly Body[] {
  const { text, calls = [], reasoning } = reply;
  const search = canSearch(seen.body) ? reply.search : undefined;
  const citations = search === undefined ? null : [citationOf(search)];
  return [
    ...(reasoning !== undefined && thinks(seen.body) ? [signed(reasoning, seen.body)] : []),
    ...(search === undefined ? [] : searchBlocks(search, ids)),
    ...(text === undefined || text === '' ? [] : [{ type: 'text', text, citations }]),
    ...calls.map((call) => callBlock(call, ids)),
  ];
}

const caller = { type: 'direct' };

function searchBlocks({ query, url }: ScriptedSearch, ids: Ids): readonly Body[] {
  const id = ids('srvtoolu_');
  const page = { type: 'web_search_result', url, title: 'A page', page_age: null };
  const content = [{ ...page, encrypted_content: `E${query}` }];
  return [
    { type: 'server_tool_use', id, name: 'web_search', input: { query }, caller },
    { type: 'web_search_tool_result', tool_use_id: id, content, caller },
  ];
}

function citationOf({ query, url }: ScriptedSearch): Body {
  const cited = { cited_text: 'A page', title: 'A page', encrypted_index: `I${query}` };
  return { type: 'web_search_result_location', url, ...cited };
}

function callBlock({ tool, args }: ScriptedCall, ids: Ids): Body {
  return { type: 'tool_use', id: ids('toolu_'), name: tool, input: parsed(args), caller };
}

function parsed(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return {};
  }
}

function events(reply: Reply, seen: Seen, ids: Ids): readonly string[] {
  const { input_tokens, cache_read_input_tokens, output_tokens } = usageOf(reply);
  const begun = { input_tokens, cache_read_input_tokens, output_tokens: 1 };
  const delta = { stop_reason: stopReason(reply), stop_sequence: null, stop_details: null };
  const blocks = blocksOf(reply, seen, ids);
  const called = blocks.filter(({ type }) => type === 'tool_use');
  const argsOf = (block: Body): string => reply.calls?.[called.indexOf(block)]?.args ?? '';
  return [
    event('message_start', { message: { ...envelope(seen, ids), usage: begun } }),
    event('ping', {}),
    ...blocks.flatMap((block, index) => blockEvents(block, index, argsOf(block))),
    event('message_delta', { delta, usage: { output_tokens } }),
    event('message_stop', {}),
  ];
}

function blockEvents(block: Body, index: number, args: string): readonly string[] {
  const { start, deltas } = inPieces(block, args);
  return [
    event('content_block_start', { index, content_block: start }),
    ...deltas.map((delta) => event('content_block_delta', { index, delta })),
    event('content_block_stop', { index }),
  ];
}

function inPieces(
  block: Body,
  args: string,
): { readonly start: Body; readonly deltas: readonly Body[] } {
  const { type, text, thinking, signature } = block;
  if (type === 'text') {
    const cited = listOf(block['citations']);
    const citations = cited.map((citation) => ({ type: 'citations_delta', citation }));
    const deltas = pieces(String(text)).map((piece) => ({ type: 'text_delta', text: piece }));
    const start = { ...block, text: '', ...(cited.length > 0 && { citations: [] }) };
    return { start, deltas: [...citations, ...deltas] };
  }
  if (type === 'thinking') {
    const thought = pieces(String(thinking));
    const deltas = thought.map((piece) => ({ type: 'thinking_delta', thinking: piece }));
    return {
      start: { type, thinking: '', signature: '' },
      deltas: [...deltas, { type: 'signature_delta', signature }],
    };
  }
  if (type === 'server_tool_use') {
    const query = pieces(JSON.stringify(block['input']));
    const deltas = query.map((piece) => ({ type: 'input_json_delta', partial_json: piece }));
    return { start: { ...block, input: {} }, deltas };
  }
  if (type !== 'tool_use') return { start: block, deltas: [] };
  const deltas = ['', ...pieces(args === '{}' ? '' : args)].map((piece) => ({
    type: 'input_json_delta',
    partial_json: piece,
  }));
  return { start: { ...block, input: {} }, deltas };
}

function event(type: string, data: Body): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;
}

function stopReason({ stop, calls = [] }: Reply): string {
  if (stop === 'length') return 'max_tokens';
  if (stop === 'filter') return 'refusal';
  if (stop === 'pause') return 'pause_turn';
  return calls.length > 0 ? 'tool_use' : 'end_turn';
}

function usageOf(reply: Reply): Body {
  const { input, output, cached } = reply.usage ?? defaultUsage;
  return {
    input_tokens: input - cached,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: cached,
    output_tokens: output,
    service_tier: 'standard',
  };
}

function see(body: Body): Seen {
  const system = textIn(body['system']);
  return {
    model: String(body['model']),
    stream: body['stream'] === true,
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, text: system, calls: [] }]),
      ...listOf(body['messages']).flatMap(seenMessages),
    ],
    tools: listOf(body['tools']).map(({ name }) => String(name)),
    body,
  };
}

/** A message of the user may be results and more. */
function seenMessages({ role, content }: Body): readonly SeenMessage[] {
  const blocks = listOf(content);
  const results = blocks.filter(({ type }) => type === 'tool_result');
  const text = textIn(content);
  const calls = blocks.filter(({ type }) => type === 'tool_use').map(seenCall);
  const isResultsAlone = results.length > 0 && results.length === blocks.length;
  return [
    ...results.map((result): SeenMessage => ({
      role: 'tool',
      text: textIn(result['content']),
      calls: [],
      callId: String(result['tool_use_id']),
    })),
    ...(isResultsAlone ? [] : [{ role: roleOf(role), text, calls }]),
  ];
}

function roleOf(role: unknown): SeenMessage['role'] {
  return role === 'assistant' || role === 'system' ? role : 'user';
}

function seenCall({ id, name, input }: Body): SeenCall {
  return { id: String(id), tool: String(name), args: JSON.stringify(input) };
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map(({ text }) => (typeof text === 'string' ? text : ''))
    .join('');
}
