import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { RequestError } from '../../protocol/errors.ts';
import { operatorLimits } from '../limits.ts';
import { OpenByOwner } from '../open-by-owner.ts';
import {
  reaches,
  tenantFilter,
  type Operator,
  type OperatorEnv,
  type OperatorParts,
} from '../operators.ts';
import { answers, failures, operation } from '../route.ts';
import { exportSpans, type SpanFilter } from '../../store/export/spans.ts';
import type { EventFilter, EventLog, Store } from '../../store/store.ts';
import type { EventView } from '../event-view.ts';
import { eventFilters, viewsOf } from './events.ts';

const link = z.object({ seq: z.number(), hash: z.string() });

const verifyRoute = createRoute({
  ...operation('get', '/api/verify'),
  summary: 'Recompute the chain of the audit',
  request: {
    query: z.strictObject({
      anchor: z
        .string()
        .regex(/^\d{1,15}:[0-9a-f]{64}$/, 'SEQ:HASH of a link that you kept')
        .optional(),
    }),
  },
  responses: {
    200: answers(
      'What holds',
      z.object({
        events: z.number(),
        broken: z.number().nullable().openapi({ description: 'The first link that does not hold' }),
        questions: z.array(z.string()).openapi({
          description: 'Ids of questions whose state no event of the chain supports',
        }),
        head: link.openapi({ description: 'The newest link, to keep outside as an anchor' }),
      }),
    ),
    ...failures,
  },
});

/** JSON lines are no JSON: the type says `string` so that the library takes them for neither. */
const jsonLines: string = 'application/x-ndjson';

const exportRoute = createRoute({
  ...operation('get', '/api/export'),
  summary: 'The audit as lines; what is above your clearance is redacted',
  request: {
    query: z.strictObject({
      ...eventFilters,
      format: z.enum(['jsonl', 'spans']).optional().openapi({
        description: 'Events, or OpenTelemetry GenAI spans: those by tenant and run alone',
      }),
    }),
  },
  responses: {
    200: {
      description: 'One event a line, or the spans of one run',
      content: { [jsonLines]: { schema: z.string() } },
    },
    ...failures,
  },
});

export function auditRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  const { events } = parts.store;
  // It reads the whole database: once at a time, for whomever.
  const verifying = new OpenByOwner(1);
  const exporting = new OpenByOwner(operatorLimits.exportsPerOperatorMax);
  app.openapi(verifyRoute, async (context) => {
    const { anchor } = context.req.valid('query');
    const release = taken(verifying.take('anyone'));
    try {
      const { events: count, broken = null } = await events.verify(anchorIn(anchor));
      const { operator } = context.var;
      const unsupported = await events.unsupported();
      const questions = unsupported
        .filter(({ tenant }) => reaches(operator, tenant))
        .map(({ id }) => id);
      return context.json({ events: count, broken, questions, head: await events.head() }, 200);
    } finally {
      release();
    }
  });
  app.openapi(exportRoute, async (context) => {
    const { operator } = context.var;
    const { format, ...query } = context.req.valid('query');
    const filter = { ...query, tenant: tenantFilter(operator, query.tenant) };
    const look = {
      tenant: filter.tenant ?? '',
      subject: filter.run ?? '',
      what: 'export',
    } as const;
    await parts.recorder.looked(operator, look);
    const lines =
      format === 'spans'
        ? spansOf(parts, operator, runsAlone(filter))
        : linesOf(parts, operator, filter);
    const release = taken(exporting.take(operator.id));
    return new Response(streamOf(lines, release), {
      headers: { 'content-type': jsonLines },
    });
  });
}

function anchorIn(text: string | undefined): { seq: number; hash: string } | undefined {
  if (text === undefined) return undefined;
  const [seq = '', hash = ''] = text.split(':');
  return { seq: Number(seq), hash };
}

/** Pages of events as text, read when somebody takes them. */
async function* linesOf(
  parts: OperatorParts,
  operator: Operator,
  filter: Omit<EventFilter, 'limit'>,
): AsyncGenerator<string, void> {
  const limit = operatorLimits.eventsPerReadMax;
  let { after } = filter;
  for (;;) {
    const page = await parts.store.events.list({ ...filter, after, limit });
    if (page.length > 0) {
      yield viewsOf(page, parts, operator)
        .map((view) => `${JSON.stringify(view)}\n`)
        .join('');
    }
    if (page.length < limit) return;
    after = page.at(-1)?.seq;
  }
}

/** Spans tell whole runs: which of their events to leave out cannot be said. Throws 400. */
function runsAlone({ tenant, run, ...others }: Omit<EventFilter, 'limit'>): SpanFilter {
  if (Object.values(others).every((value) => value === undefined)) return { tenant, run };
  const hint = 'narrow them down by `run` and `tenant`';
  throw new RequestError('invalid_request', 'spans come by whole runs', { hint });
}

/** A line of OTLP's JSON for each run, of events as this operator may see them. */
async function* spansOf(
  parts: OperatorParts,
  operator: Operator,
  filter: SpanFilter,
): AsyncGenerator<string, void> {
  for await (const line of exportSpans(seenBy(parts, operator), filter)) yield `${line}\n`;
}

/** The audit as this operator may see it, for what reads a store. */
function seenBy(parts: OperatorParts, operator: Operator): Pick<Store, 'events'> {
  const { events } = parts.store;
  const list: EventLog['list'] = async (filter) => {
    const found = await events.list(filter);
    const views = viewsOf(found, parts, operator);
    return found.map((event, at) => {
      const view = views[at];
      return { ...event, label: view?.label ?? undefined, payload: payloadText(view) };
    });
  };
  return { events: { ...events, list } };
}

function payloadText(view: EventView | undefined): string | undefined {
  const payload = view?.payload ?? undefined;
  return payload === undefined ? undefined : JSON.stringify(payload);
}

/**
 * An error in the middle breaks the response off, or ends it with a line that is no JSON: what does
 * not end with a whole line is not all that was asked for.
 */
function streamOf(
  texts: AsyncGenerator<string, void>,
  release: () => void,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull: async (controller) => {
      try {
        const next = await texts.next();
        if (next.done !== true) return controller.enqueue(encoder.encode(next.value));
        release();
        controller.close();
      } catch {
        release();
        // The server may show the words of this one.
        controller.error(new Error('the export broke off'));
      }
    },
    cancel: async () => {
      release();
      await texts.return(undefined);
    },
  });
}

function taken(release: (() => void) | undefined): () => void {
  if (release !== undefined) return release;
  const hint = 'try again when it is done';
  throw new RequestError('busy', 'this is being done already', { hint, status: 429 });
}
