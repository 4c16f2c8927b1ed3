import { SluiceError } from '@sluice/core';
import { RequestError as UnreadableRequest } from '@hono/node-server';
import type { Context } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { RequestError } from '../protocol/errors.ts';
import { StoreError } from '../store/errors.ts';

interface ErrorBody {
  readonly error: { readonly code: string; readonly message: string; readonly hint: string };
}

/** The error as an operator reads it. It never quotes a labelled value. */
export function errorResponse(error: unknown): Response {
  const { status, code, message, hint } = failureOf(error);
  const body: ErrorBody = { error: { code, message, hint } };
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (status === 401) headers['www-authenticate'] = 'Bearer';
  if (status === 429 || status === 503) headers['retry-after'] = '1';
  return new Response(JSON.stringify(body), { status, headers });
}

/** For a request that HTTP itself does not allow: it never came to a route. */
export function malformed(error: unknown): Response {
  if (!(error instanceof UnreadableRequest)) return errorResponse(error);
  const hint = 'send it to http://127.0.0.1 and its port, with the path as it is written';
  return errorResponse(new RequestError('malformed_request', 'the request is malformed', { hint }));
}

/** For what no route answers. */
export function unknownRoute(_context: Context): Response {
  const hint = 'GET /api/openapi.json lists the routes';
  const none = new RequestError('unknown_route', 'there is no such route', { hint, status: 404 });
  return errorResponse(none);
}

/** There is no such thing, or it is not this operator's to see: nobody learns which. */
export function notFound(): RequestError {
  return new RequestError('not_found', 'there is nothing with this id, or you may not see it', {
    hint: 'check the id; an admin can check your tenant and clearance',
    status: 404,
  });
}

export function forbidden(code: string, message: string, hint: string): RequestError {
  return new RequestError(code, message, { hint, status: 403 });
}

export function conflict(code: string, message: string, hint: string): RequestError {
  return new RequestError(code, message, { hint, status: 409 });
}

interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly hint: string;
}

function failureOf(error: unknown): Failure {
  if (error instanceof RequestError) return error;
  if (error instanceof SluiceError) {
    const { code, problem: message, hint } = error;
    return { status: 400, code: code.replaceAll('-', '_'), message, hint };
  }
  if (error instanceof StoreError) {
    const { code, hint } = error;
    return { status: 503, code: code.replaceAll('-', '_'), message: 'the store failed', hint };
  }
  if (error instanceof HTTPException) return requestFailure(error.status);
  const hint = 'look at the log of the gateway';
  return { status: 500, code: 'internal_error', message: 'the gateway failed', hint };
}

/** Describes a body that the library cannot read, without the body's own words. */
function requestFailure(status: number): Failure {
  const hint = 'send one JSON object with `content-type: application/json`';
  return status === 413
    ? { status, code: 'body_too_large', message: 'the body is too large', hint }
    : { status, code: 'invalid_body', message: 'the body cannot be read', hint };
}
