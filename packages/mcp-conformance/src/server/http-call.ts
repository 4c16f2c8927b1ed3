import type { IncomingMessage, ServerResponse } from 'node:http';
import { codes, type Era, legacy, metaKeys, modern } from '../wire/era.ts';
import { at, type Fields, headerOf, type Message, methodOf } from '../wire/message.ts';
import type { Call, RpcError } from './call.ts';

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly message: Message;
  readonly session: string;
}

/** One HTTP exchange as a call. */
export function httpCall({ request, response, message, session }: Exchange): Call {
  const id = at(message.fields, 'id');
  const isRpc = request.method === 'POST';
  return {
    message,
    method: isRpc ? methodOf(message) : (request.method ?? ''),
    headers: request.headers,
    url: request.url ?? '',
    wire: 'http',
    era: eraOf(request, message),
    session,
    send: (sent, { eventId } = {}) => event(response, JSON.stringify(sent), eventId),
    comment: () => {
      startStream(response);
      response.write(': keep-alive\n\n');
    },
    answer: (result, headers = {}) =>
      reply(response, { body: { jsonrpc: '2.0', id, result }, headers }),
    fail: (error) =>
      reply(response, { body: { jsonrpc: '2.0', id, error }, code: statusOf(error) }),
    answerRaw: (body) => {
      if (!response.headersSent) response.writeHead(200, json);
      response.end(body);
    },
    status: ({ code, headers = {}, body = '' }) => void response.writeHead(code, headers).end(body),
    endStream: () => {
      startStream(response);
      response.end();
    },
    hangUp: () => void response.destroy(),
    gone: new Promise((resolve) => {
      response.once('close', () => resolve());
    }),
  };
}

const json = { 'content-type': 'application/json' };

function eraOf({ headers }: IncomingMessage, { fields }: Message): Era {
  const declared = at(fields, 'params', '_meta', metaKeys.version);
  if (declared !== undefined || at(fields, 'method') === 'server/discover') return modern;
  const header = headerOf(headers, 'mcp-protocol-version');
  return header !== undefined && header >= modern ? modern : legacy;
}

function startStream(response: ServerResponse): void {
  if (response.headersSent) return;
  response.writeHead(200, { 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' });
  response.flushHeaders();
}

function event(response: ServerResponse, data: string, eventId?: string): void {
  startStream(response);
  response.write(`${eventId === undefined ? '' : `id: ${eventId}\n`}data: ${data}\n\n`);
}

interface Reply {
  readonly body: Fields;
  readonly code?: number;
  readonly headers?: Record<string, string>;
}

function reply(response: ServerResponse, { body, code = 200, headers = {} }: Reply): void {
  const text = JSON.stringify(body);
  if (response.headersSent) {
    event(response, text);
    response.end();
  } else response.writeHead(code, { ...json, ...headers }).end(text);
}

/** The status that 2026-07-28 gives an error; servers of 2025-11-25 answer 200. */
function statusOf({ code }: RpcError): number {
  const refusals: readonly number[] = [
    codes.headerMismatch,
    codes.missingCapability,
    codes.unsupportedVersion,
  ];
  if (refusals.includes(code)) return 400;
  return 200;
}
