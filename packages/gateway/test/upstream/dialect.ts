import type { IncomingHttpHeaders } from 'node:http';
import type { Reply, ScriptedUsage, Seen } from './script.ts';

export type Body = Readonly<Record<string, unknown>>;

/** One provider's protocol, from its own side. Written from its documentation, not from our code. */
export interface Dialect {
  /** Where it answers, e.g. `/v1/chat/completions`. */
  readonly path: string;
  /**
   * Where the model, or what is asked of it, stands in the address: the body with that put in;
   * `undefined` for an address that is not one of its own.
   */
  readonly bodyAt?: (address: string, body: Body) => Body | undefined;
  /** The key in the request's headers, as this provider takes it. */
  readonly keyIn: (headers: IncomingHttpHeaders) => string | undefined;
  /** Why the provider would refuse the request, in its words; `undefined` if it would not. */
  readonly refuse: (body: Body) => string | undefined;
  readonly see: (body: Body) => Seen;
  /** A whole response. */
  readonly whole: (reply: Reply, seen: Seen, ids: Ids) => Body;
  /** The same as a stream, each event as the text that is sent. */
  readonly events: (reply: Reply, seen: Seen, ids: Ids) => readonly string[];
  readonly failure: (status: number, message: string) => Body;
  /** Other routes, by path, e.g. of counting tokens. */
  readonly routes?: Readonly<Record<string, (seen: Seen) => Body>>;
}

/** The dialect of a request, and its body as that reads it. */
export function dialectFor(
  dialects: readonly Dialect[],
  address: string,
  body: Body,
): { readonly dialect: Dialect; readonly body: Body } | undefined {
  const [path = ''] = address.split('?');
  for (const dialect of dialects) {
    const isAt = dialect.path === path || dialect.routes?.[path] !== undefined;
    const read = dialect.bodyAt === undefined && isAt ? body : dialect.bodyAt?.(address, body);
    if (read !== undefined) return { dialect, body: read };
  }
  return undefined;
}

/** Ids as providers mint them: long, and different each time. */
export type Ids = (prefix: string) => string;

export const defaultUsage: ScriptedUsage = { input: 20, output: 8, cached: 0 };

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A block or an item of a later version: this provider takes it, and nobody else knows it. */
export function isNew(part: Body): boolean {
  return textOf(part, 'type').startsWith('new_');
}

export function listOf(value: unknown): readonly Body[] {
  return Array.isArray(value) ? value.filter(isBody) : [];
}

/** A field that should be text; empty where it is not. */
export function textOf(body: Body, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value : '';
}

/** Small pieces, as a model writes text. */
export function pieces(text: string): readonly string[] {
  return text.match(/[\s\S]{1,7}/g) ?? [];
}
