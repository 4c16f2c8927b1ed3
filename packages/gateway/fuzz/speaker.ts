import { isBody, listOf, textOf, type Body } from '../test/upstream/dialect.ts';

/** A call that a client was given. */
export interface GivenCall {
  readonly id: string;
  readonly tool: string;
}

/** The parts of a response that a client reads. */
export interface Heard {
  /** The items that the client adds to the conversation, in its protocol's form. */
  readonly items: readonly Body[];
  readonly calls: readonly GivenCall[];
  /** The response's id, where the client may go on from it. */
  readonly id: string | undefined;
}

/** One protocol as a client speaks it. */
export interface Speaker {
  readonly path: string;
  /** Where streams are asked for, if it is another place. */
  readonly streamPath?: string;
  readonly headers: (key: string) => Readonly<Record<string, string>>;
  readonly body: (items: readonly Body[], options: BodyOptions) => Body;
  readonly user: (text: string) => Body;
  readonly results: (results: readonly Result[]) => readonly Body[];
  /** `events`: the data of a stream's events; for a whole response, that alone. */
  readonly hear: (events: readonly Body[], isStream: boolean) => Heard;
}

export interface BodyOptions {
  readonly stream: boolean;
  readonly tools: readonly string[];
  readonly previous: string | undefined;
  /** True if its client may read the response again. */
  readonly store: boolean;
}

export interface Result extends GivenCall {
  readonly text: string;
}

const model = 'fuzz-1';
const system = 'You help with mail and records.';
const schema = { type: 'object', properties: { key: { type: 'string' } } };

const chat: Speaker = {
  path: '/v1/chat/completions',
  headers: (key) => ({ authorization: `Bearer ${key}` }),
  body: (items, { stream, tools }) => ({
    model,
    stream,
    messages: [{ role: 'system', content: system }, ...items],
    tools: tools.map((name) => {
      return { type: 'function', function: { name, description: name, parameters: schema } };
    }),
  }),
  user: (content) => ({ role: 'user', content }),
  results: (results) =>
    results.map(({ id, text }) => ({ role: 'tool', tool_call_id: id, content: text })),
  hear: (events, isStream) => {
    const message = isStream ? joinedChunks(events) : messageIn(events[0]);
    if (message === undefined) return nothing;
    const calls = listOf(message['tool_calls']).map((call) => {
      const called = isBody(call['function']) ? call['function'] : {};
      return { id: textOf(call, 'id'), tool: textOf(called, 'name') };
    });
    return { items: [message], calls, id: undefined };
  },
};

const nothing: Heard = { items: [], calls: [], id: undefined };

function messageIn(body: Body | undefined): Body | undefined {
  const message = listOf(body?.['choices'])[0]?.['message'];
  return isBody(message) ? message : undefined;
}

function joinedChunks(events: readonly Body[]): Body | undefined {
  const deltas = events.flatMap((event) => {
    const delta = listOf(event['choices'])[0]?.['delta'];
    return isBody(delta) ? [delta] : [];
  });
  if (deltas.length === 0) return undefined;
  const content = deltas.map((delta) => textOf(delta, 'content')).join('');
  const calls = new Map<unknown, { id: string; name: string; args: string }>();
  for (const part of deltas.flatMap((delta) => listOf(delta['tool_calls']))) {
    const call = calls.get(part['index']) ?? { id: '', name: '', args: '' };
    const called = isBody(part['function']) ? part['function'] : {};
    call.id += textOf(part, 'id');
    call.name += textOf(called, 'name');
    call.args += textOf(called, 'arguments');
    calls.set(part['index'], call);
  }
  const tool_calls = [...calls.values()].map(({ id, name, args }) => {
    return { id, type: 'function', function: { name, arguments: args } };
  });
  return { role: 'assistant', content, ...(tool_calls.length > 0 && { tool_calls }) };
}

const responses: Speaker = {
  path: '/v1/responses',
  headers: chat.headers,
  body: (items, { stream, tools, previous, store }) => ({
    model,
    stream,
    store,
    instructions: system,
    input: items,
    ...(previous !== undefined && { previous_response_id: previous }),
    tools: tools.map((name) => {
      return { type: 'function', name, description: name, parameters: schema, strict: false };
    }),
  }),
  user: (content) => ({ role: 'user', content }),
  results: (results) =>
    results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
  hear: (events, isStream) => {
    const last = events.at(-1);
    const response = isStream ? last?.['response'] : last;
    if (!isBody(response)) return nothing;
    const items = listOf(response['output']);
    const calls = items
      .filter(({ type }) => type === 'function_call')
      .map((item) => ({ id: textOf(item, 'call_id'), tool: textOf(item, 'name') }));
    return { items, calls, id: textOf(response, 'id') || undefined };
  },
};

const messages: Speaker = {
  path: '/v1/messages',
  headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  body: (items, { stream, tools }) => ({
    model,
    stream,
    max_tokens: 1_000,
    system,
    messages: items,
    tools: tools.map((name) => ({ name, description: name, input_schema: schema })),
  }),
  user: (content) => ({ role: 'user', content }),
  results: (results) => {
    if (results.length === 0) return [];
    const content = results.map(({ id, text }) => {
      return { type: 'tool_result', tool_use_id: id, content: text };
    });
    return [{ role: 'user', content }];
  },
  hear: (events, isStream) => {
    const content = isStream ? joinedBlocks(events) : listOf(events[0]?.['content']);
    if (content.length === 0) return nothing;
    const calls = content
      .filter(({ type }) => type === 'tool_use')
      .map((block) => ({ id: textOf(block, 'id'), tool: textOf(block, 'name') }));
    return { items: [{ role: 'assistant', content }], calls, id: undefined };
  },
};

function joinedBlocks(events: readonly Body[]): readonly Body[] {
  const blocks = new Map<unknown, Record<string, unknown>>();
  const inputs = new Map<unknown, string>();
  for (const { type, index, content_block: block, delta } of events) {
    if (type === 'content_block_start' && isBody(block)) blocks.set(index, { ...block });
    const open = blocks.get(index);
    if (type !== 'content_block_delta' || open === undefined || !isBody(delta)) continue;
    inputs.set(index, `${inputs.get(index) ?? ''}${textOf(delta, 'partial_json')}`);
    for (const name of ['text', 'thinking', 'signature']) {
      if (name in delta) open[name] = `${textOf(open, name)}${textOf(delta, name)}`;
    }
  }
  return [...blocks].map(([index, block]) => {
    const text = inputs.get(index) ?? '';
    return block['type'] === 'tool_use' ? { ...block, input: parsed(text) } : block;
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Half of its clients send calls back without their ids. */
function gemini({ withIds }: { readonly withIds: boolean }): Speaker {
  return {
    path: `/v1beta/models/${model}:generateContent`,
    streamPath: `/v1beta/models/${model}:streamGenerateContent?alt=sse`,
    headers: (key) => ({ 'x-goog-api-key': key }),
    body: (items, { tools }) => ({
      systemInstruction: { parts: [{ text: system }] },
      contents: items,
      tools: [
        {
          functionDeclarations: tools.map((name) => {
            return { name, description: name, parametersJsonSchema: schema };
          }),
        },
      ],
    }),
    user: (text) => ({ role: 'user', parts: [{ text }] }),
    results: (results) => {
      if (results.length === 0) return [];
      const parts = results.map(({ id, tool, text }) => {
        const functionResponse = { name: tool, response: { output: text } };
        return { functionResponse: { ...(withIds && { id }), ...functionResponse } };
      });
      return [{ role: 'user', parts }];
    },
    hear: (events) => {
      const contents = events.flatMap((event) => {
        const content = listOf(event['candidates'])[0]?.['content'];
        return isBody(content) ? [content] : [];
      });
      const parts = contents.flatMap((content) => listOf(content['parts']));
      const calls = parts.flatMap(({ functionCall: call }) =>
        isBody(call) ? [{ id: textOf(call, 'id'), tool: textOf(call, 'name') }] : [],
      );
      const items = withIds ? contents : contents.map(withoutIds);
      return { items, calls, id: undefined };
    },
  };
}

function withoutIds(content: Body): Body {
  const parts = listOf(content['parts']).map((part) => {
    const { functionCall: call } = part;
    if (!isBody(call)) return part;
    const { id: _id, ...bare } = call;
    return { ...part, functionCall: bare };
  });
  return { ...content, parts };
}

export const speakers: readonly Speaker[] = [
  chat,
  responses,
  messages,
  gemini({ withIds: true }),
  gemini({ withIds: false }),
];
