import { request as send } from 'undici';
import { at, type Fields, isFields, messageOf } from '../../src/wire/message.ts';
import type { Breakage, Reply, Request } from '../reference-proxy.ts';

export type Change = (value: unknown) => unknown;

/** Removes what it stands for. */
export const gone = Symbol('gone');

type Path = readonly (string | number)[];

/** Changes what lies at a path, where there is something; `*` is every item of an array. */
export function inside([key, ...rest]: Path, change: Change): Change {
  if (key === undefined) return change;
  const deeper = inside(rest, change);
  return (value) => {
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      return items.flatMap((item, index) => {
        const next = key === '*' || key === index ? deeper(item) : item;
        return next === gone ? [] : [next];
      });
    }
    if (!isFields(value) || !Object.hasOwn(value, key)) return value;
    const next = deeper(value[key]);
    const others = Object.entries(value).filter(([name]) => name !== key);
    return next === gone ? Object.fromEntries(others) : { ...value, [key]: next };
  };
}

/** Changes every value in a tree, from its leaves. */
export function everywhere(change: Change): Change {
  const deep: Change = (value) => {
    if (Array.isArray(value)) {
      const items: readonly unknown[] = value;
      return change(items.map(deep).filter((item) => item !== gone));
    }
    if (!isFields(value)) return change(value);
    const entries = Object.entries(value).map(([key, inner]) => [key, deep(inner)] as const);
    return change(Object.fromEntries(entries.filter(([, inner]) => inner !== gone)));
  };
  return deep;
}

export function cut(...path: Path): Change {
  return inside(path, () => gone);
}

export function strings(change: (text: string) => unknown): Change {
  return everywhere((value) => (typeof value === 'string' ? change(value) : value));
}

/** Changes the messages to the client, in answers to calls of one method; undefined: to all. */
export function toClient(change: Change, method?: string): Breakage {
  return {
    message: (text, request) => {
      const message = messageOf(text);
      if (message === undefined || (method !== undefined && methodOfRequest(request) !== method))
        return [text];
      const changed = change(message.fields);
      return changed === gone ? [] : [JSON.stringify(changed)];
    },
  };
}

/** Changes the client's messages with one method. */
export function toServer(change: Change, method = 'tools/call'): Breakage {
  return {
    request: (request) => {
      const message = messageOf(request.body);
      if (message === undefined || methodOfRequest(request) !== method) return request;
      return { ...request, body: JSON.stringify(change(message.fields)) };
    },
  };
}

/** Answers the client's messages with one method itself. */
export function instead(method: string, reply: (request: Request) => Reply): Breakage {
  return {
    request: (request) => (methodOfRequest(request) === method ? reply(request) : request),
  };
}

/** Loses the server's messages with one method. */
export function loses(method: string, lost: () => void): Breakage {
  return {
    message: (text) => {
      if (at(messageOf(text)?.fields, 'method') !== method) return [text];
      lost();
      return [];
    },
  };
}

/** Tells one client what was meant for another, before the next message to it. */
export function tellsOthers(method: string): Breakage {
  const secrets: { text: string; of: Request }[] = [];
  return {
    message: (text, request) => {
      if (at(messageOf(text)?.fields, 'method') === method) {
        secrets.push({ text, of: request });
        return [text];
      }
      return [...secrets.filter((secret) => secret.of !== request).map((one) => one.text), text];
    },
  };
}

export function methodOfRequest({ body, verb }: Request): unknown {
  return verb === 'POST' ? at(messageOf(body)?.fields, 'method') : verb;
}

export function idOf({ body }: Request): unknown {
  return at(messageOf(body)?.fields, 'id');
}

export function resultFor(request: Request, result: Fields = { content: [] }): Reply {
  const body = JSON.stringify({ jsonrpc: '2.0', id: idOf(request), result });
  return { status: 200, body };
}

export function errorFor(request: Request, code: number): Reply {
  const error = { code, message: 'Refused' };
  return { status: 200, body: JSON.stringify({ jsonrpc: '2.0', id: idOf(request), error }) };
}

export function withHeader(request: Request, name: string, value: string | undefined): Request {
  return { ...request, headers: { ...request.headers, [name]: value } };
}

const connectionHeaders = new Set(['host', 'connection', 'content-length', 'transfer-encoding']);

/** Asks the server beside the client's exchange. */
export async function ask(upstream: string, { headers, body }: Request): Promise<Reply> {
  const kept = Object.entries(headers).filter(([name]) => !connectionHeaders.has(name));
  const answer = await send(upstream, { method: 'POST', headers: Object.fromEntries(kept), body });
  return { status: answer.statusCode, headers: answer.headers, body: await answer.body.text() };
}

/** Opens a session of the server that no client asked for. */
export async function newSession(upstream: string): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'proxy', version: '1' },
  };
  const { headers = {} } = await ask(upstream, {
    verb: 'POST',
    path: '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }),
  });
  return String(headers['mcp-session-id']);
}
