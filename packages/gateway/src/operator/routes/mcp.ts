import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { sha256 } from '../../mcp/sha256.ts';
import type { RequestError } from '../../protocol/errors.ts';
import { conflict, notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import { isSeen, offersFor, pageOf, type ShownOffer } from '../mcp-offers.ts';
import {
  tenantFilter,
  tenantOf,
  type Operator,
  type OperatorEnv,
  type OperatorParts,
} from '../operators.ts';
import { noWords } from '../recorder.ts';
import { answers, failures, jsonBody, operation } from '../route.ts';
import { keyId, nameText, sha256Hex, words } from '../shapes.ts';

const serverName = z.string().min(1).max(64).openapi({ description: 'The name of an MCP server' });

const offerShape = z.object({
  tenant: z.string(),
  server: z.string(),
  kind: z.enum(['server', 'tool', 'prompt', 'resource', 'template']),
  name: z.string(),
  state: z.enum(['accepted', 'new', 'changed']).openapi({
    description: 'new, changed: clients neither see nor use it',
  }),
  offered: z.string().openapi({ description: 'JSON of what the server says of it now' }),
  accepted: z.string().nullable().openapi({ description: 'JSON of what was accepted' }),
  by: z.string().nullable().openapi({ description: 'null: trusted at first sight, or not at all' }),
  offeredMs: z.number(),
  looksLike: z
    .array(z.object({ server: z.string(), name: z.string() }))
    .openapi({ description: 'Others whose names look the same (UTS 39)' }),
  hash: z.string().openapi({ description: 'Of what the server says, to accept it by' }),
});

const offersPerReadMax = 200;

const listRoute = createRoute({
  ...operation('get', '/api/mcp'),
  summary: 'What MCP servers offer, what of it was accepted, and what their clients have received',
  request: {
    query: z.strictObject({
      server: serverName.optional(),
      tenant: nameText.optional(),
      after: sha256Hex.optional().openapi({ description: 'The `next` of the page before' }),
      limit: z.coerce.number().int().min(1).max(offersPerReadMax).default(offersPerReadMax),
    }),
  },
  responses: {
    200: answers(
      'Offers that you are cleared for, and of each client the label of what it has received',
      z.object({
        offers: z.array(offerShape),
        hidden: z.number().openapi({ description: 'Offers above your clearance' }),
        next: z.string().nullable().openapi({ description: 'null: this was the last page' }),
        clients: z.array(z.object({ tenant: z.string(), client: z.string(), label: z.string() })),
      }),
    ),
    ...failures,
  },
});

type ListQuery = z.output<typeof listRoute.request.query>;

const accepting = z.strictObject({
  tenant: nameText.optional(),
  server: serverName,
  offers: z
    .array(
      z.strictObject({
        kind: offerShape.shape.kind,
        name: z.string().max(operatorLimits.urlCharactersMax),
        hash: sha256Hex,
      }),
    )
    .min(1)
    .max(operatorLimits.eventsPerReadMax),
});

const done = { 200: answers('It is done', z.object({ done: z.literal(true) })), ...failures };

const acceptRoute = createRoute({
  ...operation('post', '/api/mcp/accept'),
  summary: 'Let clients see and use what a server offers, as it was shown',
  request: { body: jsonBody(accepting) },
  responses: done,
});

const resetting = z.strictObject({ tenant: nameText.optional(), client: keyId, because: words });

const resetRoute = createRoute({
  ...operation('post', '/api/mcp/reset'),
  summary: 'Take it that a client has forgotten all that it read, for a reason',
  request: { body: jsonBody(resetting) },
  responses: done,
});

const forgetting = z.strictObject({
  tenant: nameText.optional(),
  server: serverName,
  because: words,
});

const forgetRoute = createRoute({
  ...operation('post', '/api/mcp/forget'),
  summary: 'Forget all that a server offers: it is new again, and hidden',
  request: { body: jsonBody(forgetting) },
  responses: done,
});

export function mcpRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(listRoute, async (context) => {
    const query = context.req.valid('query');
    return context.json(await listed(parts, context.var.operator, query), 200);
  });
  app.openapi(acceptRoute, async (context) => {
    await accept(parts, context.var.operator, context.req.valid('json'));
    return context.json({ done: true } as const, 200);
  });
  app.openapi(resetRoute, async (context) => {
    const { operator } = context.var;
    const { tenant: named, client, because } = context.req.valid('json');
    const tenant = tenantOf(operator, named);
    const payload = { act: 'mcp-reset', by: operator.name, client, because };
    const act = { tenant, subject: client, label: operator.clearance, payload };
    await parts.recorder.during(act, async () => {
      const seen = (await parts.mcp.seen.list(tenant)).get(client);
      // A person who may not know what the client has read cannot order that it is forgotten.
      if (seen === undefined || !operator.sees(tenant, seen)) throw notFound();
      await parts.mcp.seen.reset({ tenant, id: client });
    });
    return context.json({ done: true } as const, 200);
  });
  app.openapi(forgetRoute, async (context) => {
    const { operator } = context.var;
    const { tenant: named, server, because } = context.req.valid('json');
    const tenant = tenantOf(operator, named);
    const payload = { act: 'mcp-forget', by: operator.name, server, because };
    const act = { tenant, subject: '', label: operator.clearance, payload };
    await parts.recorder.during(act, async () => {
      if (!(await parts.mcp.offers.forget(tenant, server))) throw notFound();
    });
    return context.json({ done: true } as const, 200);
  });
}

async function listed(
  parts: OperatorParts,
  operator: Operator,
  { server, tenant: named, after, limit }: ListQuery,
) {
  const one = tenantFilter(operator, named);
  const tenants = one === undefined ? await parts.mcp.offers.tenants() : [one];
  const all = await Promise.all(tenants.map((each) => offersFor(parts, operator, each)));
  const offers = all.flatMap((each) => each.offers);
  const wanted = offers.filter(({ record }) => server === undefined || record.server === server);
  const { page, next } = pageOf(wanted, { after, limit });
  const hidden = all.reduce((sum, each) => sum + each.hidden, 0);
  const clients = await Promise.all(tenants.map((each) => clientsOf(parts, operator, each)));
  return { offers: page.map(shown), hidden, next, clients: clients.flat() };
}

async function clientsOf({ mcp }: OperatorParts, operator: Operator, tenant: string) {
  return [...(await mcp.seen.list(tenant))].map(([client, label]) => {
    return { tenant, client, label: label === 'bottom' ? label : operator.told(tenant, label) };
  });
}

function shown({ tenant, record, looksLike }: ShownOffer): z.output<typeof offerShape> {
  const { server, kind, name, offered, offeredMs, accepted } = record;
  const isSame = accepted?.definition === offered;
  return {
    tenant,
    server,
    kind,
    name,
    state: accepted === undefined ? 'new' : isSame ? 'accepted' : 'changed',
    offered,
    accepted: accepted?.definition ?? null,
    by: accepted?.by ?? null,
    offeredMs,
    looksLike: [...looksLike],
    hash: sha256(record.offered),
  };
}

async function accept(
  parts: OperatorParts,
  operator: Operator,
  { tenant: named, server, offers }: z.output<typeof accepting>,
): Promise<void> {
  const tenant = tenantOf(operator, named);
  const payload = { act: 'mcp-accept', by: operator.name, server, offers };
  const act = { tenant, subject: '', label: noWords, payload };
  await parts.recorder.during(act, async () => {
    const records = await parts.mcp.offers.list(tenant);
    const found = offers.map(({ kind, name, hash }) => {
      const record = records.find(
        (each) => each.server === server && each.kind === kind && each.name === name,
      );
      if (record === undefined || !isSeen(operator, tenant, record)) throw notFound();
      if (sha256(record.offered) !== hash) throw offerChanged();
      return record;
    });
    await parts.mcp.offers.accept(tenant, found, operator.name);
  });
}

function offerChanged(): RequestError {
  return conflict(
    'offer_changed',
    'the server says something else of it by now',
    'look at it again: `sluice mcp diff`',
  );
}
