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
import { geminiRefusal, signatureFor } from './gemini-refusal.ts';
import type { Reply, ScriptedCall, Seen, SeenCall, SeenMessage } from './script.ts';

const verbs = /^\/v1(?:beta|alpha)?\/models\/([\w.-]+):(\w+)(\?alt=sse)?$/;

/** Gemini's `generateContent`; its calls have no ids, as those of most of its models. */
export const geminiDialect: Dialect = {
  path: '/v1beta/models/{model}:generateContent',
  bodyAt: (address, body) => {
    const [, model, verb = '', sse] = verbs.exec(address) ?? [];
    if (model === undefined || !known.has(verb)) return undefined;
    if (verb === 'streamGenerateContent' && sse === undefined) return undefined;
    return { ...body, [asked]: { model, verb } };
  },
  keyIn: ({ 'x-goog-api-key': key }) => (typeof key === 'string' ? key : undefined),
  refuse: (body) => geminiRefusal(asSent(body), verbOf(body)),
  see,
  whole: (reply, seen, ids) =>
    verbOf(seen.body) === 'countTokens'
      ? { totalTokens: JSON.stringify(asSent(seen.body)).length }
      : responseOf({ reply, seen, ids }, partsOf(reply, seen), finish(reply)),
  events,
  failure: (status, message) => ({
    error: { code: status, message, status: words.get(status) ?? 'INVALID_ARGUMENT' },
  }),
};

const known = new Set(['generateContent', 'streamGenerateContent', 'countTokens']);

/** Stands in no body that is sent. */
const asked = '(address)';

function verbOf(body: Body): string {
  const at = body[asked];
  return isBody(at) ? textOf(at, 'verb') : '';
}

function asSent({ [asked]: _at, ...body }: Body): Body {
  return body;
}

const words: ReadonlyMap<number, string> = new Map([
  [401, 'UNAUTHENTICATED'],
  [403, 'PERMISSION_DENIED'],
  [404, 'NOT_FOUND'],
  [429, 'RESOURCE_EXHAUSTED'],
  [500, 'INTERNAL'],
  [503, 'UNAVAILABLE'],
  [504, 'DEADLINE_EXCEEDED'],
]);

interface Said {
  readonly reply: Reply;
  readonly seen: Seen;
  readonly ids: Ids;
}

function responseOf({ reply, seen, ids }: Said, parts: readonly Body[], end?: string): Body {
  const { input, output, cached } = reply.usage ?? defaultUsage;
  const candidate = { content: { role: 'model', parts }, index: 0 };
  const usage = {
    promptTokenCount: input,
    ...(end !== undefined && { candidatesTokenCount: output, totalTokenCount: input + output }),
    ...(cached > 0 && { cachedContentTokenCount: cached }),
  };
  return {
    candidates: [
      { ...candidate, ...(end !== undefined && { finishReason: end, ...found(reply, seen) }) },
    ],
    usageMetadata: usage,
    modelVersion: `${seen.model}-001`,
    responseId: ids('r'),
  };
}

/** A search says what it asked and found beside the text, and not in it. */
function found({ search }: Reply, { body }: Seen): Body {
  const canSearch = listOf(body['tools']).some((tool) => isBody(tool['googleSearch']));
  if (search === undefined || !canSearch) return {};
  const { query, url } = search;
  const groundingChunks = [{ web: { uri: url, title: 'A page' } }];
  return { groundingMetadata: { webSearchQueries: [query], groundingChunks } };
}

/** What it thinks comes first, and the first call is signed with it. */
function partsOf({ text, calls = [], reasoning }: Reply, { body }: Seen): readonly Body[] {
  const contents = listOf(body['contents']);
  const thoughtSignature = signatureFor(contents);
  const isThinking = reasoning !== undefined && thinks(body);
  const parts = calls.map((call, index) => ({
    ...callPart(call),
    ...(index === 0 && { thoughtSignature }),
  }));
  return [
    ...(isThinking ? [{ text: reasoning, thought: true }] : []),
    ...(text === undefined || text === '' ? [] : [{ text }]),
    ...parts,
  ];
}

function thinks({ generationConfig: config }: Body): boolean {
  const thinking = isBody(config) ? config['thinkingConfig'] : undefined;
  return isBody(thinking) && thinking['includeThoughts'] === true;
}

function callPart({ tool, args }: ScriptedCall): Body {
  return { functionCall: { name: tool, args: parsed(args) } };
}

function parsed(args: string): unknown {
  try {
    return JSON.parse(args);
  } catch {
    return {};
  }
}

function events(reply: Reply, seen: Seen, ids: Ids): readonly string[] {
  const chunks = partsOf(reply, seen).flatMap((part) => {
    const { text, ...rest } = part;
    return typeof text === 'string'
      ? pieces(text).map((piece) => ({ text: piece, ...rest }))
      : [part];
  });
  const said: Said = { reply, seen, ids };
  return [
    ...chunks.map((part) => event(responseOf(said, [part]))),
    event(responseOf(said, [{ text: '' }], finish(reply))),
  ];
}

function event(data: Body): string {
  return `data: ${JSON.stringify(data)}\r\n\r\n`;
}

function finish({ stop }: Reply): string {
  if (stop === 'length') return 'MAX_TOKENS';
  return stop === 'filter' ? 'SAFETY' : 'STOP';
}

function see(body: Body): Seen {
  const at = body[asked];
  const system = isBody(body['systemInstruction']) ? textIn(body['systemInstruction']) : '';
  return {
    model: isBody(at) ? textOf(at, 'model') : '',
    stream: verbOf(body) === 'streamGenerateContent',
    messages: [
      ...(system === '' ? [] : [{ role: 'system' as const, text: system, calls: [] }]),
      ...listOf(body['contents']).flatMap(seenMessages),
    ],
    tools: listOf(body['tools'])
      .flatMap((tool) => listOf(tool['functionDeclarations']))
      .map((declared) => textOf(declared, 'name')),
    body,
  };
}

function seenMessages(content: Body): readonly SeenMessage[] {
  const parts = listOf(content['parts']);
  const results = parts.flatMap((part) => {
    const result = part['functionResponse'];
    return isBody(result) ? [seenResult(result)] : [];
  });
  const calls = parts.flatMap((part) => {
    const call = part['functionCall'];
    return isBody(call) ? [seenCall(call)] : [];
  });
  const role = content['role'] === 'model' ? 'assistant' : 'user';
  const text = textIn(content);
  return results.length > 0 && text === '' ? results : [...results, { role, text, calls }];
}

function seenResult(result: Body): SeenMessage {
  const response = isBody(result['response']) ? result['response'] : {};
  const text = textOf(response, 'output') || textOf(response, 'error');
  return { role: 'tool', text, calls: [], callId: textOf(result, 'id') };
}

function seenCall(call: Body): SeenCall {
  return {
    id: textOf(call, 'id'),
    tool: textOf(call, 'name'),
    args: JSON.stringify(call['args'] ?? {}),
  };
}

function textIn(content: Body): string {
  const said = listOf(content['parts']).filter((part) => part['thought'] !== true);
  return said.map((part) => textOf(part, 'text')).join('');
}
