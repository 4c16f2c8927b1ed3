import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { EventFilter, StoredEvent } from '../../store/store.ts';
import { notFound } from '../errors.ts';
import { eventShape, viewOf, type EventView } from '../event-view.ts';
import { operatorLimits } from '../limits.ts';
import {
  reaches,
  tenantFilter,
  type Operator,
  type OperatorEnv,
  type OperatorParts,
} from '../operators.ts';
import { answers, failures, operation } from '../route.ts';
import { digits, nameText, questionId, runId } from '../shapes.ts';

const subject = z.string().max(200);

/** What a list of events may be narrowed to. */
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

const whyRoute = createRoute({
  ...operation('get', '/api/why/{id}'),
  summary: 'What happened to one call, answer or question',
  request: {
    params: z.object({
      id: subject.openapi({ description: 'Of a call, an answer or a question' }),
    }),
  },
  responses: {
    200: answers('Its events', z.object({ events: z.array(eventShape) })),
    ...failures,
  },
});

export function eventRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(listRoute, async (context) => {
    const { operator } = context.var;
    const { limit = 100, ...filter } = context.req.valid('query');
    const tenant = tenantFilter(operator, filter.tenant);
    const found = await parts.store.events.list({ ...filter, tenant, limit: Math.max(limit, 1) });
    const last = found.at(-1)?.seq ?? null;
    const next = found.length < Math.max(limit, 1) ? null : last;
    return context.json({ events: viewsOf(found, parts, operator), next }, 200);
  });
  app.openapi(whyRoute, async (context) => {
    const { operator } = context.var;
    const { id } = context.req.valid('param');
    const found = await eventsAbout(parts, operator, id);
    if (found.length === 0) throw notFound();
    return context.json({ events: viewsOf(found, parts, operator) }, 200);
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

/** An answer's events and, in between, those of its calls; a call's or a question's own alone. */
async function eventsAbout(
  { store }: OperatorParts,
  operator: Operator,
  id: string,
): Promise<readonly StoredEvent[]> {
  const list = async (filter: Omit<EventFilter, 'limit'>): Promise<readonly StoredEvent[]> =>
    await store.events.list({ ...filter, limit: operatorLimits.eventsPerReadMax });
  const events = await list({ tenant: operator.tenant, subject: id });
  const question = questionId.safeParse(id).success ? await store.questions.get(id) : undefined;
  if (question !== undefined && reaches(operator, question.tenant)) {
    const { tenant, run, callId } = question;
    const ofCall = await list({ tenant, run, subject: callId });
    return [...ofCall, ...events].toSorted((a, b) => a.seq - b.seq);
  }
  const [first, last] = [events.at(0), events.at(-1)];
  if (first === undefined || last === undefined || events.some(isOfCall)) return events;
  const { tenant, run } = first;
  const ofRun = await list({ tenant, run, after: first.seq - 1 });
  return ofRun.filter(({ seq }) => seq <= last.seq);
}

function isOfCall({ type }: StoredEvent): boolean {
  return type.startsWith('call-') || type.startsWith('question-');
}
