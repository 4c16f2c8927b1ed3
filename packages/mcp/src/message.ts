import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { fieldsOf, isRecord } from './fields.ts';

/** A message as it came. It is forwarded as it stands where nothing has to change. */
export type Message = JSONRPCMessage;

export type Id = string | number;

export interface Request {
  readonly id: Id;
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** An answer to a request: a result, or an error. */
export type Reply =
  | { readonly id: Id; readonly result: Readonly<Record<string, unknown>> }
  | { readonly id: Id; readonly error: { readonly code: number; readonly text: string } };

export type Read =
  | ({ readonly kind: 'request' } & Request)
  | ({ readonly kind: 'notification' } & Omit<Request, 'id'>)
  | ({ readonly kind: 'reply' } & Reply)
  /** An error that belongs to no request, or what is no message at all. */
  | { readonly kind: 'stray' };

export function idIn(value: unknown): Id | undefined {
  return typeof value === 'string' || typeof value === 'number' ? value : undefined;
}

/** A message as it stands in a text, or `undefined` where it is none. */
export function messageIn(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isMessage(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A message as one line. */
export function textOf(message: Message): string {
  return JSON.stringify(message);
}

export function isMessage(value: unknown): value is Message {
  return isRecord(value) && value['jsonrpc'] === '2.0';
}

/** Tells messages apart. */
export function read(message: Message): Read {
  const { id, method, params, result, error } = fieldsOf(message);
  const named = idIn(id);
  if (typeof method === 'string') {
    const fields = fieldsOf(params);
    if (named !== undefined) return { kind: 'request', id: named, method, params: fields };
    return id === undefined ? { kind: 'notification', method, params: fields } : { kind: 'stray' };
  }
  if (named === undefined) return { kind: 'stray' };
  if (error === undefined) return { kind: 'reply', id: named, result: fieldsOf(result) };
  const { code, message: said, data } = fieldsOf(error);
  const text = [said, data]
    .flatMap((each) => (each === undefined ? [] : [asText(each)]))
    .join('\n');
  return {
    kind: 'reply',
    id: named,
    error: { code: typeof code === 'number' ? code : codes.internal, text },
  };
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** JSON-RPC's codes, and that of a refusal of ours, in the range that is left to servers. */
export const codes = {
  invalidRequest: -32_600,
  unknownMethod: -32_601,
  invalidParams: -32_602,
  internal: -32_603,
  refused: -32_001,
} as const;

export function errorTo(id: Id, code: number, message: string): Message {
  return { jsonrpc: '2.0', id, error: { code, message } };
}

export function resultTo(id: Id, result: Readonly<Record<string, unknown>>): Message {
  return { jsonrpc: '2.0', id, result: { ...result } };
}

/** The same request with other parameters. */
export function withParams(
  { id, method }: Request,
  params: Readonly<Record<string, unknown>>,
): Message {
  const isEmpty = Object.keys(params).length === 0;
  return { jsonrpc: '2.0', id, method, ...(!isEmpty && { params: { ...params } }) };
}
