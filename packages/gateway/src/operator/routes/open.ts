import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { OperatorEnv } from '../operators.ts';
import { answers, failures, operation } from '../route.ts';

const healthRoute = createRoute({
  ...operation('get', '/api/health'),
  summary: 'Whether the gateway answers at all',
  responses: { 200: answers('It does', z.object({ ok: z.literal(true) })), ...failures },
});

const documentRoute = createRoute({
  ...operation('get', '/api/openapi.json'),
  summary: 'This document',
  responses: { 200: answers('OpenAPI 3.1', z.looseObject({ openapi: z.string() })), ...failures },
});

/** The one route without credentials: it says nothing but ok. */
export function healthRoutes(app: OpenAPIHono<OperatorEnv>): void {
  app.openapi(healthRoute, (context) => context.json({ ok: true } as const, 200));
}

export function documentRoutes(app: OpenAPIHono<OperatorEnv>): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'operatorKey', {
    type: 'http',
    scheme: 'bearer',
    description: 'An operator’s key: `op-sluice-...`',
  });
  app.openapi(documentRoute, (context) => context.json(documentOf(app), 200));
}

/** The document, as `GET /api/openapi.json` gives it. */
function documentOf(app: OpenAPIHono<OperatorEnv>): { openapi: string } {
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Sluice: the operators’ API',
      version: '1',
      description: 'Each route names the role that it asks for in `x-role`.',
    },
  });
}
