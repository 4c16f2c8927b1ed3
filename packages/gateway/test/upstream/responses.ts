import {
  defaultUsage,
  isNew,
  listOf,
  pieces,
  textOf,
  type Body,
  type Dialect,
  type Ids,
} from './dialect.ts';
import { canSearch, responsesRefusal } from './responses-refusal.ts';
import type { Reply, ScriptedCall, ScriptedSearch, Seen, SeenCall, SeenMessage } from './script.ts';

/** OpenAI's Responses. */
export const responsesDialect: Dialect = {
  path: '/v1/responses',
  keyIn: ({ authorization }) => /^Bearer (.+)$/.exec(authorization ?? '')?.[1],
  refuse: responsesRefusal,
  see,
  whole: (reply, seen, ids) =>
    ended(reply, seen, { id: ids('resp_'), output: output(reply, seen, ids) }),
  events,
  failure: (status, message) => ({
    error: {
      message,
      type: status === 429 ? 'requests' : 'invalid_request_error',
      param: null,
      code: status === 429 ? 'rate_limit_exceeded' : null,
    },
  }),
};

function output(reply: Reply, seen: Seen, ids: Ids): readonly Body[] {
  const { text, calls = [], reasoning, stop } = reply;
  const search = canSearch(seen.body) ? reply.search : undefined;
  const cut = stop !== undefined;
  const callItems = calls.map((call, index) =>
    callItem(call, ids, { cut: cut && index === calls.length - 1 }),
  );
  const says = text !== undefined || calls.length === 0;
  return [
    ...(reasoning === undefined ? [] : [reasoningItem(reasoning, ids)]),
    ...(search === undefined ? [] : [searchItem(search, seen.body, ids)]),
    ...(says ? [messageItem(text ?? '', ids, { cut: cut && calls.length === 0, search })] : []),
    ...callItems,
  ];
}

function reasoningItem(text: string, ids: Ids): Body {
  return {
    id: ids('rs_'),
    type: 'reasoning',
    encrypted_content: `gAAAA${Buffer.from(text).toString('base64url')}`,
    summary: [{ type: 'summary_text', text }],
  };
}

function searchItem({ query, url }: ScriptedSearch, { include }: Body, ids: Ids): Body {
  const isAsked = Array.isArray(include) && include.includes('web_search_call.action.sources');
  const sources = isAsked ? { sources: [{ type: 'url', url }] } : {};
  const action = { type: 'search', query, queries: [query], ...sources };
  return { id: ids('ws_'), type: 'web_search_call', status: 'completed', action };
}

function messageItem(
  text: string,
  ids: Ids,
  { cut, search }: { readonly cut: boolean; readonly search: ScriptedSearch | undefined },
): Body {
  const place = { start_index: 0, end_index: text.length };
  const annotations =
    search === undefined
      ? []
      : [{ type: 'url_citation', ...place, url: search.url, title: 'A page' }];
  return {
    id: ids('msg_'),
    type: 'message',
    status: cut ? 'incomplete' : 'completed',
    content: [{ type: 'output_text', annotations, logprobs: [], text }],
    role: 'assistant',
  };
}

function callItem(
  { tool, args, custom = false, namespace, item }: ScriptedCall,
  ids: Ids,
  { cut }: { readonly cut: boolean },
): Body {
  const call_id = ids('call_');
  const status = cut ? 'incomplete' : 'completed';
  if (item !== undefined) return { id: ids('sh_'), status, call_id, ...item };
  const name = { name: tool, ...(namespace !== undefined && { namespace }) };
  return custom
    ? { id: ids('ctc_'), type: 'custom_tool_call', status, call_id, input: args, ...name }
    : { id: ids('fc_'), type: 'function_call', status, arguments: args, call_id, ...name };
}

function ended(
  reply: Reply,
  seen: Seen,
  { id, output: items }: { readonly id: string; readonly output: readonly Body[] },
): Body {
  const reason = reply.stop === 'filter' ? 'content_filter' : 'max_output_tokens';
  const { input, output: out, cached } = reply.usage ?? defaultUsage;
  return {
    ...begun(seen, id),
    status: reply.stop === undefined ? 'completed' : 'incomplete',
    incomplete_details: reply.stop === undefined ? null : { reason },
    output: items,
    usage: {
      input_tokens: input,
      input_tokens_details: { cached_tokens: cached },
      output_tokens: out,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: input + out,
    },
  };
}

function begun({ model, body }: Seen, id: string): Body {
  return {
    id,
    object: 'response',
    created_at: 1_700_000_000,
    status: 'in_progress',
    background: false,
    error: null,
    incomplete_details: null,
    instructions: null,
    max_output_tokens: null,
    model: `${model}-2026-01-01`,
    output: [],
    parallel_tool_calls: true,
    previous_response_id: null,
    reasoning: { effort: null, summary: null },
    service_tier: 'default',
    store: body['store'] !== false,
    temperature: 1,
    text: { format: { type: 'text' } },
    tool_choice: 'auto',
    tools: body['tools'] ?? [],
    top_p: 1,
    truncation: 'disabled',
    usage: null,
    metadata: {},
  };
}

function events(reply: Reply, seen: Seen, ids: Ids): readonly string[] {
  const id = ids('resp_');
  const items = output(reply, seen, ids);
  const response = ended(reply, seen, { id, output: items });
  const all = [
    { type: 'response.created', response: begun(seen, id) },
    { type: 'response.in_progress', response: begun(seen, id) },
    ...items.flatMap((item, output_index) =>
      itemEvents(item).map((event) => ({ ...event, output_index })),
    ),
    { type: `response.${String(response['status'])}`, response },
  ];
  return all.map((event, sequence_number) => {
    const data = JSON.stringify({ ...event, sequence_number });
    return `event: ${event.type}\ndata: ${data}\n\n`;
  });
}

type Event = Body & { readonly type: string };

function itemEvents(item: Body): readonly Event[] {
  const opened = { ...item, ...('status' in item && { status: 'in_progress' }) };
  const done = { type: 'response.output_item.done', item };
  const added = (empty: Body): Event => ({
    type: 'response.output_item.added',
    item: { ...opened, ...empty },
  });
  const item_id = item['id'];
  switch (item['type']) {
    case 'message':
      return [added({ content: [] }), ...textEvents(item), done];
    case 'reasoning':
      return [added({ summary: [], encrypted_content: 'gAAAA' }), ...summaryEvents(item), done];
    case 'web_search_call':
      return [
        added({}),
        ...['in_progress', 'searching', 'completed'].map((state) => {
          return { type: `response.web_search_call.${state}`, item_id };
        }),
        done,
      ];
    case 'custom_tool_call':
      return [
        added({ input: '' }),
        ...inputEvents('custom_tool_call_input', 'input', { item_id, input: item['input'] }),
        done,
      ];
    case 'shell_call':
    case 'apply_patch_call':
    case 'tool_search_call':
      return [added({}), done];
    default:
      return [
        added({ arguments: '' }),
        ...inputEvents('function_call_arguments', 'arguments', {
          item_id,
          input: item['arguments'],
        }),
        done,
      ];
  }
}

function textEvents(item: Body): readonly Event[] {
  const at = { item_id: item['id'], content_index: 0 };
  const [part = {}] = listOf(item['content']);
  const text = textOf(part, 'text');
  return [
    { type: 'response.content_part.added', ...at, part: { ...part, text: '', annotations: [] } },
    ...pieces(text).map((delta) => {
      const obfuscation = 'x'.repeat(16 - delta.length);
      return { type: 'response.output_text.delta', ...at, delta, logprobs: [], obfuscation };
    }),
    ...listOf(part['annotations']).map((annotation, annotation_index) => {
      return { type: 'response.output_text.annotation.added', ...at, annotation_index, annotation };
    }),
    { type: 'response.output_text.done', ...at, text, logprobs: [] },
    { type: 'response.content_part.done', ...at, part },
  ];
}

function summaryEvents(item: Body): readonly Event[] {
  const at = { item_id: item['id'], summary_index: 0 };
  const [part = {}] = listOf(item['summary']);
  const text = textOf(part, 'text');
  return [
    { type: 'response.reasoning_summary_part.added', ...at, part: { ...part, text: '' } },
    ...pieces(text).map((delta) => {
      return { type: 'response.reasoning_summary_text.delta', ...at, delta };
    }),
    { type: 'response.reasoning_summary_text.done', ...at, text },
    { type: 'response.reasoning_summary_part.done', ...at, part },
  ];
}

function inputEvents(
  event: string,
  field: string,
  { item_id, input }: { readonly item_id: unknown; readonly input: unknown },
): readonly Event[] {
  const text = typeof input === 'string' ? input : '';
  return [
    ...pieces(text).map((delta) => ({ type: `response.${event}.delta`, item_id, delta })),
    { type: `response.${event}.done`, item_id, [field]: text },
  ];
}

function see(body: Body): Seen {
  const { input, instructions } = body;
  const said = typeof input === 'string' ? [{ role: 'user', content: input }] : listOf(input);
  const first = typeof instructions === 'string' ? [systemMessage(instructions)] : [];
  return {
    model: textOf(body, 'model'),
    stream: body['stream'] === true,
    messages: [...first, ...seenMessages(said)],
    tools: [...listOf(body['tools']), ...declaredIn(said)].flatMap(toolNames),
    body,
  };
}

/** Some clients declare their tools in an item of the input. */
function declaredIn(items: readonly Body[]): readonly Body[] {
  const declaring = items.filter(({ type }) => type === 'additional_tools');
  return declaring.flatMap(({ tools }) => listOf(tools));
}

function toolNames(tool: Body): readonly string[] {
  const name = textOf(tool, 'name') || textOf(tool, 'type');
  const inside = listOf(tool['tools']).map((each) => `${name}.${textOf(each, 'name')}`);
  return tool['type'] === 'namespace' ? inside : [name];
}

function systemMessage(text: string): SeenMessage {
  return { role: 'system', text, calls: [] };
}

/** Calls belong to the assistant's message before them; reasoning is no message. */
function seenMessages(items: readonly Body[]): readonly SeenMessage[] {
  const messages: SeenMessage[] = [];
  for (const item of items) {
    const type = textOf(item, 'type') || 'message';
    if (type === 'reasoning' || type === 'web_search_call' || isNew(item)) continue;
    if (type === 'message') {
      messages.push({ role: roleOf(item['role']), text: textIn(item['content']), calls: [] });
    } else if (type.endsWith('_output')) {
      const text = textIn(item['output']);
      messages.push({ role: 'tool', text, calls: [], callId: textOf(item, 'call_id') });
    } else if (type.endsWith('_call')) {
      addCall(messages, seenCall(item));
    }
  }
  return messages;
}

function addCall(messages: SeenMessage[], call: SeenCall): void {
  const last = messages.at(-1);
  if (last?.role === 'assistant') messages.splice(-1, 1, { ...last, calls: [...last.calls, call] });
  else messages.push({ role: 'assistant', text: '', calls: [call] });
}

function seenCall(item: Body): SeenCall {
  return {
    id: textOf(item, 'call_id'),
    tool: textOf(item, 'name'),
    args: textOf(item, 'arguments') || textOf(item, 'input') || JSON.stringify(item['arguments']),
  };
}

function roleOf(role: unknown): SeenMessage['role'] {
  return role === 'user' || role === 'assistant' ? role : 'system';
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(part, 'text') || textOf(part, 'refusal'))
    .join('');
}
