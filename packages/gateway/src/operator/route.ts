import type { MiddlewareHandler } from 'hono';
import type { z } from '@hono/zod-openapi';
import { needs, type OperatorEnv } from './operators.ts';
import { routeRoles, type Allowed, type Method, type PathOf } from './roles.ts';
import { errorShape } from './shapes.ts';

interface Operation<M extends Method, P extends PathOf<M>> {
  readonly method: M;
  readonly path: P;
  readonly security: Record<string, string[]>[];
  readonly middleware: MiddlewareHandler<OperatorEnv>;
  readonly 'x-role': Allowed;
}

/** The parts that every route has: its place in the table of roles, and the check of its role. */
export function operation<M extends Method, P extends PathOf<M>>(
  method: M,
  path: P,
): Operation<M, P> {
  const roles: Readonly<Record<string, Allowed>> = routeRoles[method];
  const role = roles[path] ?? 'admin';
  const security = role === 'anyone' ? [] : [{ operatorKey: [] }];
  return { method, path, security, middleware: needs(role), 'x-role': role };
}

interface JsonContent<Shape extends z.ZodType> {
  readonly content: { readonly 'application/json': { readonly schema: Shape } };
}

export function jsonBody<Shape extends z.ZodType>(
  schema: Shape,
): JsonContent<Shape> & { readonly required: true } {
  return { content: { 'application/json': { schema } }, required: true };
}

export function answers<Shape extends z.ZodType>(
  description: string,
  schema: Shape,
): JsonContent<Shape> & { readonly description: string } {
  return { description, content: { 'application/json': { schema } } };
}

/** The failures that any route may answer besides its own. */
export const failures = {
  '4XX': answers('Refused, with the reason and what to do', errorShape),
  '5XX': answers('The gateway failed; nothing was done', errorShape),
} as const;
