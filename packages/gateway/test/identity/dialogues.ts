import type { Rig } from '../gateway/harness.ts';

export interface Turn {
  readonly status: number;
  readonly run: string;
  readonly decision: string;
  /** By which a later request may name it. */
  readonly id: string;
  readonly calls: readonly { readonly id: string; readonly name: string }[];
  /** The conversation that the client holds, in the form of the protocol. */
  readonly items: readonly unknown[];
}

/** How a client of one protocol speaks. An item is whatever it keeps and sends again. */
export interface Dialogue {
  readonly path: string;
  readonly user: (text: string) => unknown;
  readonly result: (callId: string, text: string) => unknown;
  readonly body: (items: readonly unknown[], previous: string | undefined) => object;
  readonly turn: (body: Body) => Pick<Turn, 'calls' | 'items' | 'id'>;
  /** True if it sends only what is new, and names what was before. */
  readonly names: boolean;
}

interface Body {
  readonly id?: string;
  readonly choices?: readonly { readonly message: ChatMessage }[];
  readonly content?: readonly Block[];
  readonly output?: readonly Block[];
}

interface ChatMessage {
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string };
  }[];
}

interface Block {
  readonly type: string;
  readonly id: string;
  readonly call_id?: string;
  readonly name: string;
}

const names = ['read_mail', 'look_up', 'send_money'];
const model = 'm';
const schema = { type: 'object', properties: {} };

const chat: Dialogue = {
  path: '/v1/chat/completions',
  names: false,
  user: (content) => ({ role: 'user', content }),
  result: (id, content) => ({ role: 'tool', tool_call_id: id, content }),
  body: (messages) => {
    const tools = names.map((name) => ({
      type: 'function',
      function: { name, description: name, parameters: schema },
    }));
    return { model, messages, tools };
  },
  turn: ({ id = '', choices: [choice] = [] }) => {
    const calls = choice?.message.tool_calls ?? [];
    return {
      id,
      items: choice === undefined ? [] : [choice.message],
      calls: calls.map((call) => ({ id: call.id, name: call.function.name })),
    };
  },
};

const messages: Dialogue = {
  path: '/v1/messages',
  names: false,
  user: (content) => ({ role: 'user', content }),
  result: (id, content) => {
    return { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] };
  },
  body: (items) => {
    const tools = names.map((name) => ({ name, description: name, input_schema: schema }));
    return { model, max_tokens: 100, messages: items, tools };
  },
  turn: ({ id = '', content = [] }) => ({
    id,
    items: [{ role: 'assistant', content }],
    calls: content.filter(({ type }) => type === 'tool_use'),
  }),
};

const whole: Dialogue = {
  path: '/v1/responses',
  names: false,
  user: (content) => ({ role: 'user', content }),
  result: (id, output) => ({ type: 'function_call_output', call_id: id, output }),
  body: (input, previous) => {
    const tools = names.map((name) => {
      return { type: 'function', name, description: name, parameters: schema, strict: false };
    });
    return { model, input, tools, ...(previous && { previous_response_id: previous }) };
  },
  turn: ({ id = '', output = [] }) => ({
    id,
    items: output,
    calls: output.flatMap(({ type, call_id: callId = '', name }) =>
      type === 'function_call' ? [{ id: callId, name }] : [],
    ),
  }),
};

export const dialogues: Readonly<Record<string, Dialogue>> = {
  'Chat Completions': chat,
  Messages: messages,
  'Responses, sent whole': whole,
  'Responses, by name': { ...whole, names: true },
};

/** One request; the items of a dialogue that names are only what is new. */
export async function takeTurn(
  { rig, key, dialogue }: { readonly rig: Rig; readonly key: string; readonly dialogue: Dialogue },
  items: readonly unknown[],
  previous?: string,
): Promise<Turn> {
  const response = await fetch(`${rig.gateway().url}${dialogue.path}`, {
    method: 'POST',
    headers: {
      'x-api-key': key,
      'anthropic-version': '2023-06-01',
      'content-type': 'application/json',
    },
    body: JSON.stringify(dialogue.body(items, previous)),
  });
  const body: Body = JSON.parse(await response.text());
  const { status, headers } = response;
  const named = { run: headers.get('x-sluice-run') ?? '' };
  const decision = headers.get('x-sluice-decision') ?? '';
  return { status, decision, ...named, ...dialogue.turn(status === 200 ? body : {}) };
}
