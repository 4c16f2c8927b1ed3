import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { RequestError } from '../../protocol/errors.ts';
import type { OperatorEnv } from '../operators.ts';
import { answers, failures, operation } from '../route.ts';
import type { OperatorDependencies } from '../dependencies.ts';

const healthRoute = createRoute({
  ...operation('get', '/api/health'),
  summary: 'Whether the gateway can serve requests; 503 where it can store nothing',
  responses: { 200: answers('It can', z.object({ ok: z.literal(true) })), ...failures },
});

const documentRoute = createRoute({
  ...operation('get', '/api/openapi.json'),
  summary: 'This document',
  responses: { 200: answers('OpenAPI 3.1', z.looseObject({ openapi: z.string() })), ...failures },
});

/** Without credentials: it says whether requests can be served, and nothing else. */
export function healthRoutes(
  app: OpenAPIHono<OperatorEnv>,
  { store }: Pick<OperatorDependencies, 'store'>,
): void {
  app.openapi(healthRoute, async (context) => {
    // Why not is for those who have a key: it stands in the log.
    await store.requireWritable().catch(() => {
      throw notReady();
    });
    return context.json({ ok: true } as const, 200);
  });
}

function notReady(): RequestError {
  return new RequestError('not_ready', 'the gateway can store nothing now, so it serves nothing', {
    hint: 'look at its log, and at the disk of its database',
    status: 503,
  });
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
