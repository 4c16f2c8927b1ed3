import type { RequestListener } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import { OpenAPIHono } from '@hono/zod-openapi';
import type { MiddlewareHandler } from 'hono';
import { secureHeaders } from 'hono/secure-headers';
import { RequestError } from '../protocol/errors.ts';
import { boundedBody } from './bounded-body.ts';
import { errorResponse, malformed, unknownRoute } from './errors.ts';
import { operatorLimits } from './limits.ts';
import { OpenByOwner } from './open-by-owner.ts';
import { authenticate, type OperatorEnv, type OperatorParts } from './operators.ts';
import { Recorder } from './recorder.ts';
import { ConsoleSessions } from './console/sessions.ts';
import { answerRoutes } from './routes/answers.ts';
import { auditRoutes } from './routes/audit.ts';
import { consoleRoutes, signInRoutes } from './routes/console.ts';
import { eventRoutes } from './routes/events.ts';
import { fileRoutes } from './routes/files.ts';
import { gatewayRoutes } from './routes/gateway.ts';
import { keyRoutes } from './routes/keys.ts';
import { liveRoutes } from './routes/live.ts';
import { messageRoutes } from './routes/messages.ts';
import { mcpRoutes } from './routes/mcp.ts';
import { documentRoutes, healthRoutes } from './routes/open.ts';
import { overviewRoutes } from './routes/overview.ts';
import { proofRoutes } from './routes/proof.ts';
import { questionRoutes } from './routes/questions.ts';
import { runRoutes } from './routes/runs.ts';
import { whatIfRoutes } from './routes/what-if.ts';
import { whyRoutes } from './routes/why.ts';
import { withoutRoutes } from './routes/without.ts';
import { screenRequest } from './screen-request.ts';
import { problemsOf } from './shapes.ts';
import type { OperatorDependencies } from './dependencies.ts';

/**
 * The operators' API: everything under `/api`, and nothing else. It lets in operators alone, never
 * the key of a client; what decides is a POST or a DELETE, never a GET.
 */
function operatorApi(dependencies: OperatorDependencies): OpenAPIHono<OperatorEnv> {
  const recorder = new Recorder(dependencies);
  const parts: OperatorParts = { ...dependencies, recorder };
  const sessions = new ConsoleSessions(dependencies.nowMs);
  const app = new OpenAPIHono<OperatorEnv>({
    defaultHook: (result) => {
      if (!result.success) throw invalid(problemsOf(result.error));
    },
  });
  app.onError((error) => errorResponse(error));
  app.notFound(unknownRoute);
  app.use(shielded, screened(dependencies.hosts));
  healthRoutes(app, dependencies);
  proofRoutes(app, dependencies);
  app.on('POST', '/api/console/session', boundedBody);
  signInRoutes(app, parts, sessions);
  // A caller without a key takes no slot from callers with one, whatever they send.
  app.use(authenticate(parts, sessions), fewAtOnce(), boundedBody);
  documentRoutes(app);
  questionRoutes(app, parts);
  answerRoutes(app, parts);
  withoutRoutes(app, parts);
  messageRoutes(app, parts);
  runRoutes(app, parts);
  fileRoutes(app, parts);
  mcpRoutes(app, parts);
  eventRoutes(app, parts);
  whyRoutes(app, parts);
  whatIfRoutes(app, parts);
  overviewRoutes(app, parts);
  auditRoutes(app, parts);
  keyRoutes(app, parts);
  gatewayRoutes(app, parts);
  liveRoutes(app, dependencies.changes);
  consoleRoutes(app, parts, sessions);
  return app;
}

/** The API for a server of `node:http`: give it every request whose path begins with `/api/`. */
export function operatorListener(dependencies: OperatorDependencies): RequestListener {
  const app = operatorApi(dependencies);
  const listener = getRequestListener(app.fetch, {
    overrideGlobalObjects: false,
    errorHandler: malformed,
  });
  return (request, response) => void listener(request, response);
}

const shield = secureHeaders({
  contentSecurityPolicy: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] },
  xFrameOptions: 'DENY',
  // Whoever ends TLS in front of the gateway says this for the whole of its name.
  strictTransportSecurity: false,
});

const shielded: MiddlewareHandler = async (context, next) => {
  await shield(context, next);
  context.header('cache-control', 'no-store');
};

/** Requests of one operator past the limit are turned away at once. */
function fewAtOnce(): MiddlewareHandler<OperatorEnv> {
  const open = new OpenByOwner(operatorLimits.requestsPerOperatorMax);
  return async (context, next) => {
    const release = open.take(context.var.operator.id);
    if (release === undefined) throw busy();
    try {
      await next();
    } finally {
      release();
    }
  };
}

function screened(hosts: readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    screenRequest(context.req.raw, hosts);
    await next();
  };
}

function busy(): RequestError {
  const hint = 'try again in a moment';
  return new RequestError('busy', 'too many requests with your key at once', { hint, status: 503 });
}

function invalid(problems: string): RequestError {
  return new RequestError('invalid_request', problems, {
    hint: 'GET /api/openapi.json says what the route takes',
  });
}
