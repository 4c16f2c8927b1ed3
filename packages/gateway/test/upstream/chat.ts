import { chatRefusal } from './chat-refusal.ts';
import {
  defaultUsage,
  isBody,
  listOf,
  pieces,
  textOf,
  type Body,
  type Dialect,
  type Ids,
} from './dialect.ts';
import type { Reply, ScriptedCall, Seen, SeenCall, SeenMessage } from './script.ts';

/** OpenAI's Chat Completions. */
export const chatDialect: Dialect = {
  path: '/v1/chat/completions',
  keyIn: ({ authorization }) => /^Bearer (.+)$/.exec(authorization ?? '')?.[1],
  refuse: chatRefusal,
  see,
  whole: (reply, seen, ids) => ({
    id: ids('chatcmpl-'),
    object: 'chat.completion',
    created: 1_700_000_000,
    model: `${seen.model}-2026-01-01`,
    choices: [
      { index: 0, message: message(reply, ids), logprobs: null, finish_reason: finish(reply) },
    ],
    usage: usage(reply),
    service_tier: 'default',
    system_fingerprint: 'fp_scripted',
  }),
  events,
  failure: (status, text) => ({
    error: {
      message: text,
      type: status === 429 ? 'requests' : 'invalid_request_error',
      param: null,
      code: status === 429 ? 'rate_limit_exceeded' : null,
    },
  }),
};

/** A model that searches by itself has no tool for it. */
function annotationsOf({ search }: Reply): readonly Body[] {
  return search === undefined
    ? []
    : [{ type: 'url_citation', url_citation: { url: search.url, title: 'A page' } }];
}

function message(reply: Reply, ids: Ids): Body {
  const { text, calls = [], reasoning } = reply;
  return {
    role: 'assistant',
    content: text ?? (calls.length > 0 ? null : ''),
    refusal: null,
    annotations: annotationsOf(reply),
    ...(reasoning !== undefined && { reasoning_content: reasoning }),
    ...(calls.length > 0 && { tool_calls: calls.map((call) => wireCall(call, ids)) }),
  };
}

function events(reply: Reply, seen: Seen, ids: Ids): readonly string[] {
  const id = ids('chatcmpl-');
  const chunk = (choices: readonly Body[], more: Body = {}): string => {
    const model = `${seen.model}-2026-01-01`;
    const body = { id, object: 'chat.completion.chunk', created: 1_700_000_000, model, choices };
    return `data: ${JSON.stringify({ ...body, ...more })}\n\n`;
  };
  const options = seen.body['stream_options'];
  const counted = isBody(options) && options['include_usage'] === true;
  const open = { ...(counted && { usage: null }), obfuscation: 'aB3' };
  const delta = (fields: Body, finishReason: string | null = null): string =>
    chunk([{ index: 0, delta: fields, logprobs: null, finish_reason: finishReason }], open);
  return [
    delta({ role: 'assistant', content: reply.calls ? null : '', refusal: null }),
    ...pieces(reply.reasoning ?? '').map((piece) => delta({ reasoning_content: piece })),
    ...pieces(reply.text ?? '').map((piece) => delta({ content: piece })),
    ...(reply.search === undefined ? [] : [delta({ annotations: annotationsOf(reply) })]),
    ...(reply.calls ?? []).flatMap((call, index) =>
      callDeltas(wireCall(call, ids), index).map((part) => delta({ tool_calls: [part] })),
    ),
    delta({}, finish(reply)),
    ...(counted ? [chunk([], { usage: usage(reply) })] : []),
    'data: [DONE]\n\n',
  ];
}

function wireCall({ tool, args, custom = false }: ScriptedCall, ids: Ids): Body {
  const id = ids('call_');
  return custom
    ? { id, type: 'custom', custom: { name: tool, input: args } }
    : { id, type: 'function', function: { name: tool, arguments: args } };
}

function callDeltas({ id, type, ...form }: Body, index: number): readonly Body[] {
  const key = type === 'custom' ? 'custom' : 'function';
  const field = type === 'custom' ? 'input' : 'arguments';
  const called = isBody(form[key]) ? form[key] : {};
  const head = { index, id, type, [key]: { name: called['name'], [field]: '' } };
  const parts = pieces(textOf(called, field));
  return [head, ...parts.map((piece) => ({ index, [key]: { [field]: piece } }))];
}

function finish({ stop, calls = [] }: Reply): string {
  if (stop === 'length') return 'length';
  if (stop === 'filter') return 'content_filter';
  return calls.length > 0 ? 'tool_calls' : 'stop';
}

function usage(reply: Reply): Body {
  const { input, output, cached } = reply.usage ?? defaultUsage;
  return {
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    prompt_tokens_details: { cached_tokens: cached, audio_tokens: 0 },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

function see(body: Body): Seen {
  return {
    model: textOf(body, 'model'),
    stream: body['stream'] === true,
    messages: listOf(body['messages']).map(seenMessage),
    tools: listOf(body['tools']).map((tool) => calledIn(tool).name),
    body,
  };
}

function seenMessage(wire: Body): SeenMessage {
  const callId = wire['tool_call_id'];
  return {
    role: roleOf(wire['role']),
    text: textIn(wire['content']),
    calls: listOf(wire['tool_calls']).map(seenCall),
    callId: typeof callId === 'string' ? callId : undefined,
  };
}

function roleOf(role: unknown): SeenMessage['role'] {
  return role === 'user' || role === 'assistant' || role === 'tool' ? role : 'system';
}

function textIn(content: unknown): string {
  if (typeof content === 'string') return content;
  return listOf(content)
    .map((part) => textOf(part, 'text'))
    .join('');
}

function seenCall(wire: Body): SeenCall {
  const { name, input } = calledIn(wire);
  return { id: textOf(wire, 'id'), tool: name, args: input };
}

function calledIn(wire: Body): { readonly name: string; readonly input: string } {
  const { function: called, custom } = wire;
  const form = isBody(called) ? called : isBody(custom) ? custom : {};
  return { name: textOf(form, 'name'), input: textOf(form, 'arguments') || textOf(form, 'input') };
}
