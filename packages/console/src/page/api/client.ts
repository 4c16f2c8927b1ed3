import * as z from 'zod/mini';

/** The gateway refused something, and says so in its own words. */
export class Refused extends Error {
  override readonly name: string = 'Refused';
  readonly status: number;
  readonly code: string;
  readonly hint: string;

  constructor(status: number, { code, message, hint }: Told) {
    super(message);
    this.status = status;
    this.code = code;
    this.hint = hint;
  }
}

const told = z.object({ code: z.string(), message: z.string(), hint: z.string() });
type Told = z.output<typeof told>;
const failure = z.object({ error: told });

const unreachable: Told = {
  code: 'unreachable',
  message: 'The gateway does not answer.',
  hint: 'It may be starting anew. The console tries again by itself.',
};

const unreadable: Told = {
  code: 'unreadable',
  message: 'The gateway’s answer cannot be read.',
  hint: 'Load the page again: it may be of another version than the gateway.',
};

/**
 * The half of the session that scripts hold: without the cookie it opens nothing, and the cookie
 * opens nothing without it. Pages of other ports share cookies, and not this.
 */
const tokenName = 'sluice-page';

export function keepToken(token: string | undefined): void {
  if (token === undefined) localStorage.removeItem(tokenName);
  else localStorage.setItem(tokenName, token);
}

export function hasToken(): boolean {
  return localStorage.getItem(tokenName) !== null;
}

interface Request {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: object;
  readonly signal?: AbortSignal;
}

/** The answer of a route, in its shape. Throws `Refused`; nothing is shown that is not whole. */
export async function call<Shape extends z.core.$ZodType>(
  path: string,
  shape: Shape,
  request: Request = {},
): Promise<z.output<Shape>> {
  const response = await send(path, request);
  const answer: unknown = await response.json().catch(() => undefined);
  if (!response.ok) {
    const read = z.safeParse(failure, answer);
    throw new Refused(response.status, read.success ? read.data.error : unreadable);
  }
  const read = z.safeParse(shape, answer);
  if (!read.success) throw new Refused(response.status, unreadable);
  return read.data;
}

/** The response itself. */
export async function send(path: string, request: Request = {}): Promise<Response> {
  const { method = 'GET', body, signal } = request;
  const token = localStorage.getItem(tokenName);
  const headers = {
    ...(token !== null && { 'x-sluice-page': token }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  try {
    return await fetch(`/api${path}`, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      redirect: 'error',
      cache: 'no-store',
    });
  } catch {
    throw new Refused(0, unreachable);
  }
}
