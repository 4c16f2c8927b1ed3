import type { Rng } from '../../../core/fuzz/rng.ts';
import { recordings, type RecordedRequest, type Recording } from '../../test/recorded/recorded.ts';
import { isBody, listOf, type Body } from '../../test/upstream/dialect.ts';
import { recordOf } from '../mutate.ts';

export type ProtocolName = Recording['protocol'];

/** A request that a real client made, or one of ours where a protocol has none. */
export interface Material {
  readonly from: string;
  readonly protocol: ProtocolName;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Body;
  /** Nobody has answered yet. What an answer says that is not the gateway's is top by itself. */
  readonly isFresh: boolean;
}

/** A tool that each try declares, so that the model has one to call. */
export const ownTool = 'note_down';

const answerPaths = /\/(?:messages|responses|chat\/completions)$|:(?:g|streamG)enerateContent$/;

type Whole = Omit<Material, 'isFresh'>;

/** All requests for an answer, of each protocol at least one; and the beginning of each. */
export function materials(): readonly Material[] {
  const recorded = recordings().flatMap(({ agent, protocol, requests }) =>
    requests.filter(asksForAnswer).map(({ path, headers, body, during }): Whole => {
      return { from: `${agent}, ${during}`, protocol, path, headers, body };
    }),
  );
  return [...recorded, ...handMade].flatMap((whole): readonly Material[] => {
    const begun = beginning(whole);
    return begun === undefined
      ? [{ ...whole, isFresh: true }]
      : [{ ...whole, isFresh: false }, begun];
  });
}

/** The request up to where the assistant says something; `undefined` if it never does. */
function beginning(whole: Whole): Material | undefined {
  const field = transcripts[whole.protocol];
  const items = listOf(whole.body[field]);
  const end = items.findIndex(isSaid);
  if (end === -1) return undefined;
  const body = { ...whole.body, [field]: items.slice(0, end) };
  return { ...whole, from: `the beginning of ${whole.from}`, body, isFresh: true };
}

function isSaid({ role, type }: Body): boolean {
  if (role === 'assistant' || role === 'model') return true;
  return role === undefined && type !== 'message' && type !== 'additional_tools';
}

/** The fields in which protocols have their transcripts. */
const transcripts = {
  chat: 'messages',
  messages: 'messages',
  responses: 'input',
  gemini: 'contents',
} as const satisfies Record<ProtocolName, string>;

function asksForAnswer({ method, path }: RecordedRequest): boolean {
  return method === 'POST' && answerPaths.test(path.split('?')[0] ?? '');
}

const png = 'iVBORw0KGgo=';
const schema = { type: 'object', properties: { word: { type: 'string' } } };

/** Each has the parts that the tables read, so that every place of a table is tried. */
const handMade: readonly Whole[] = [
  {
    from: 'a Chat request',
    protocol: 'chat',
    path: '/v1/chat/completions',
    headers: { authorization: 'Bearer KEY', 'content-type': 'application/json' },
    body: {
      model: 'm',
      stream_options: { include_usage: true },
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } },
            { type: 'file', file: { file_data: `data:text/plain;base64,${png}`, filename: 'a' } },
          ],
        },
        { role: 'assistant', content: null, tool_calls: [chatCall('call_1', 'look_up')] },
        { role: 'tool', tool_call_id: 'call_1', content: 'Found.' },
        { role: 'assistant', content: [{ type: 'text', text: 'I found it.' }] },
        { role: 'user', content: 'Go on.' },
      ],
      tools: [{ type: 'function', function: { name: 'look_up', parameters: schema } }],
    },
  },
  {
    from: 'a Messages request',
    protocol: 'messages',
    path: '/v1/messages',
    headers: { 'x-api-key': 'KEY', 'anthropic-version': '2023-06-01' },
    body: {
      model: 'm',
      max_tokens: 64,
      system: [{ type: 'text', text: 'Be brief.', cache_control: { type: 'ephemeral' } }],
      metadata: { user_id: 'u' },
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look.' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } },
          ],
        },
        {
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'toolu_1', name: 'look_up', input: { word: 'a' } }],
        },
        {
          role: 'user',
          content: [
            {
              type: 'tool_result',
              tool_use_id: 'toolu_1',
              content: [{ type: 'text', text: 'Found.' }],
            },
          ],
        },
      ],
      tools: [{ name: 'look_up', description: 'Looks it up.', input_schema: schema }],
    },
  },
  {
    from: 'a Responses request',
    protocol: 'responses',
    path: '/v1/responses',
    headers: { authorization: 'Bearer KEY', 'content-type': 'application/json' },
    body: {
      model: 'm',
      text: { verbosity: 'low' },
      input: [
        {
          type: 'message',
          role: 'user',
          content: [
            { type: 'input_text', text: 'Look.' },
            { type: 'input_image', image_url: `data:image/png;base64,${png}` },
            { type: 'input_file', filename: 'a', file_data: `data:text/plain;base64,${png}` },
          ],
        },
        { type: 'function_call', call_id: 'call_1', name: 'look_up', arguments: '{}' },
        {
          type: 'function_call_output',
          call_id: 'call_1',
          output: [{ type: 'input_text', text: 'Found.' }],
        },
        {
          type: 'message',
          role: 'assistant',
          content: [{ type: 'output_text', text: 'I found it.', annotations: [] }],
        },
        { role: 'user', content: 'Go on.' },
      ],
      tools: [{ type: 'function', name: 'look_up', parameters: schema }],
    },
  },
  {
    from: 'a Gemini request',
    protocol: 'gemini',
    path: '/v1beta/models/gemini-3-pro:generateContent',
    headers: { 'x-goog-api-key': 'KEY', 'content-type': 'application/json' },
    body: {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      generationConfig: { temperature: 1, thinkingConfig: { includeThoughts: true } },
      contents: [
        {
          role: 'user',
          parts: [{ text: 'Look.' }, { inlineData: { mimeType: 'image/png', data: png } }],
        },
        { role: 'model', parts: [{ functionCall: { name: 'look_up', args: { word: 'a' } } }] },
        {
          role: 'user',
          parts: [{ functionResponse: { name: 'look_up', response: { output: 'Found.' } } }],
        },
        { role: 'model', parts: [{ text: 'I found it.' }] },
        { role: 'user', parts: [{ text: 'Go on.' }] },
      ],
      tools: [{ functionDeclarations: [{ name: 'look_up', parameters: schema }] }],
    },
  },
];

function chatCall(id: string, name: string): Body {
  return { id, type: 'function', function: { name, arguments: '{}' } };
}

/** A request of a try, which may be changed. */
export interface Draft {
  readonly from: string;
  readonly protocol: ProtocolName;
  path: string;
  readonly headers: Record<string, string>;
  readonly body: Record<string, unknown>;
}

/**
 * One of the material with the word of the try in it, so that no two tries are one conversation;
 * whole or as a stream.
 */
export function draftOf(
  rng: Rng,
  material: Material,
  { word, key }: { readonly word: string; readonly key: string },
): Draft {
  const { from, protocol } = material;
  const put = (text: string): string => text.replace(/\bKEY\b/, key);
  const headers = Object.entries(material.headers).map(([name, value]) => [name, put(value)]);
  const body = recordOf(structuredClone(material.body));
  const stream = rng.chance(50);
  if (protocol !== 'gemini') body['stream'] = stream;
  if (!stream && protocol === 'chat') delete body['stream_options'];
  declareOwnTool(body, protocol);
  say(body, protocol, word);
  return {
    from,
    protocol,
    path: protocol === 'gemini' ? geminiPath(put(material.path), stream) : material.path,
    headers: { ...Object.fromEntries(headers), 'content-type': 'application/json' },
    body,
  };
}

function geminiPath(address: string, stream: boolean): string {
  const [path = ''] = address.split('?');
  const base = path.slice(0, path.lastIndexOf(':'));
  return stream ? `${base}:streamGenerateContent?alt=sse` : `${base}:generateContent`;
}

function declareOwnTool(body: Record<string, unknown>, protocol: ProtocolName): void {
  const common = { name: ownTool, description: 'Notes a word down.' };
  const declared = {
    chat: { type: 'function', function: { ...common, parameters: schema } },
    messages: { ...common, input_schema: schema },
    responses: { type: 'function', ...common, parameters: schema },
    gemini: { functionDeclarations: [{ ...common, parameters: schema }] },
  };
  body['tools'] = [...listOf(body['tools']), declared[protocol]];
  // The provider could be held to another tool.
  delete body['tool_choice'];
  delete body['toolConfig'];
}

/** Puts a message of the user before all others: what follows is no conversation that was seen. */
function say(body: Record<string, unknown>, protocol: ProtocolName, word: string): void {
  const text = `Note ${word} down.`;
  const said = {
    chat: { role: 'user', content: text },
    messages: { role: 'user', content: [{ type: 'text', text }] },
    responses: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
    gemini: { role: 'user', parts: [{ text }] },
  };
  const field = transcripts[protocol];
  const list = body[field];
  body[field] = [said[protocol], ...(Array.isArray(list) ? list : [])];
}

/** Every name under which a request of the material may declare a tool. */
export function toolNames(all: readonly Material[]): readonly string[] {
  const names = new Set([ownTool]);
  const visit = (value: unknown, space: string): void => {
    if (Array.isArray(value)) for (const each of value) visit(each, space);
    if (!isBody(value)) return;
    const { name, type, tools } = value;
    if (typeof name === 'string') names.add(space === '' ? name : `${space}.${name}`);
    if (typeof type === 'string') names.add(type);
    if (tools !== undefined && typeof name === 'string') visit(tools, name);
    for (const inner of ['function', 'custom', 'functionDeclarations']) visit(value[inner], space);
  };
  for (const { body } of all) {
    visit(body['tools'], '');
    for (const item of listOf(body['input'])) visit(item['tools'], '');
  }
  return [...names];
}
