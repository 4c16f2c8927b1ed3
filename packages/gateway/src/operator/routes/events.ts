import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { StoredEvent } from '../../store/store.ts';
import { eventShape, viewOf, type EventView } from '../event-view.ts';
import { operatorLimits } from '../limits.ts';
import { tenantFilter, type Operator, type OperatorEnv, type OperatorParts } from '../operators.ts';
import { answers, failures, operation } from '../route.ts';
import { digits, nameText, runId } from '../shapes.ts';

/** Id of what an event is about. */
export const subject: z.ZodString = z.string().max(200);

/** The filters of a list of events. */
export const eventFilters = {
  tenant: nameText.optional(),
  run: runId.optional(),
  subject: subject.optional().openapi({ description: 'Id of a call, question or key' }),
  type: z.string().max(64).optional(),
  after: digits(Number.MAX_SAFE_INTEGER).optional(),
};

const listRoute = createRoute({
  ...operation('get', '/api/events'),
  summary: 'The audit, in order; what is above your clearance is redacted',
  request: {
    query: z.strictObject({
      ...eventFilters,
      order: z.enum(['newest']).optional().openapi({ description: 'The newest first' }),
      limit: digits(operatorLimits.eventsPerReadMax).optional(),
    }),
  },
  responses: {
    200: answers(
      'A page',
      z.object({
        events: z.array(eventShape),
        next: z.number().nullable().openapi({ description: '`after` of the next page' }),
      }),
    ),
    ...failures,
  },
});

export function eventRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(listRoute, async (context) => {
    const { operator } = context.var;
    const { limit = 100, order, ...filter } = context.req.valid('query');
    const tenant = tenantFilter(operator, filter.tenant);
    const found = await parts.store.events.list({
      ...filter,
      ...(order === 'newest' && { newest: true }),
      tenant,
      limit: Math.max(limit, 1),
    });
    const last = found.at(-1)?.seq ?? null;
    const isLast = found.length < Math.max(limit, 1) || order === 'newest';
    const next = isLast ? null : last;
    return context.json({ events: viewsOf(found, parts, operator), next }, 200);
  });
}

/** Events as an operator may see them. Spaces are looked up once for each tenant. */
export function viewsOf(
  events: readonly StoredEvent[],
  { spacesOf }: Pick<OperatorParts, 'spacesOf'>,
  operator: Operator,
): EventView[] {
  const spaces = new Map(
    [...new Set(events.map(({ tenant }) => tenant))].map(
      (tenant) => [tenant, spacesOf(tenant)] as const,
    ),
  );
  return events.map((event) => viewOf(event, { operator, spaces: spaces.get(event.tenant) ?? [] }));
}
