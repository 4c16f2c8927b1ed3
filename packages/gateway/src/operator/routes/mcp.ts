import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import { sha256 } from '../../mcp/sha256.ts';
import type { RequestError } from '../../protocol/errors.ts';
import type { OfferRecord } from '../../store/mcp-store.ts';
import { conflict, notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
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
  hash: z.string().openapi({ description: 'Of what the server says, to accept it by' }),
});

const listRoute = createRoute({
  ...operation('get', '/api/mcp'),
  summary: 'What MCP servers offer, what of it was accepted, and what their clients have received',
  request: {
    query: z.strictObject({ server: serverName.optional(), tenant: nameText.optional() }),
  },
  responses: {
    200: answers(
      'All offers, and of each client the label of what it has received',
      z.object({
        offers: z.array(offerShape),
        clients: z.array(z.object({ tenant: z.string(), client: z.string(), label: z.string() })),
      }),
    ),
    ...failures,
  },
});

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

export function mcpRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(listRoute, async (context) => {
    const { operator } = context.var;
    const { server, tenant } = context.req.valid('query');
    const one = tenantFilter(operator, tenant);
    const tenants = one === undefined ? await parts.mcp.offers.tenants() : [one];
    const listed = await Promise.all(tenants.map((each) => listOf(parts, operator, each)));
    const offers = listed.flatMap((each) => each.offers);
    const wanted = offers.filter((each) => server === undefined || each.server === server);
    const clients = listed.flatMap((each) => each.clients);
    return context.json({ offers: wanted, clients }, 200);
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
      // Who may not know what it has read cannot take it that it is forgotten.
      if (seen === undefined || !operator.sees(tenant, seen)) throw notFound();
      await parts.mcp.seen.reset({ tenant, id: client });
    });
    return context.json({ done: true } as const, 200);
  });
}

/** What servers offer came before any call: it is for every operator of the tenant to judge. */
async function listOf({ mcp }: OperatorParts, operator: Operator, tenant: string) {
  const offers = (await mcp.offers.list(tenant)).map((record) => shown(tenant, record));
  const seen = [...(await mcp.seen.list(tenant))];
  const clients = seen.map(([client, label]) => {
    return { tenant, client, label: label === 'bottom' ? label : operator.told(tenant, label) };
  });
  return { offers, clients };
}

function shown(tenant: string, record: OfferRecord): z.output<typeof offerShape> {
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
      if (record === undefined) throw notFound();
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
