import { randomBytes } from 'node:crypto';
import { newSecret, type RunningGateway, secretHash, type Store } from '@sluice/gateway';
import { Hono } from 'hono';
import * as z from 'zod';
import type { NamedCall } from '../person/simulated-person.ts';
import { serveLocally } from '../serve/local-server.ts';
import type { AskedCall } from './defence.ts';

export interface SimulatedApproverOptions<Trial> {
  readonly trialOf: (tenant: string) => Trial | undefined;
  readonly answer: (trial: Trial, call: AskedCall) => 'yes' | 'no';
}

/** Where a simulated person sits: told by the webhook, answering through the operators' API. */
export interface SimulatedApprover {
  /** For `webhook:` of the gateway's settings. */
  readonly url: string;
  readonly secret: string;
  /** Takes the post of an approver at a gateway. */
  readonly attend: (gateway: Post) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** The part of a gateway that an approver needs. */
export interface Post extends Pick<RunningGateway, 'url'> {
  readonly store: { readonly credentials: Pick<Store['credentials'], 'add'> };
}

const announced = z.object({ id: z.string(), tenant: z.string() });

const shown = z.object({ tool: z.string(), args: z.string(), hash: z.string() });

const seen = z.object({ events: z.array(z.object({ payload: z.unknown() })) });

const decided = z.object({
  tool: z.string(),
  args: z.string(),
  decision: z.object({ kind: z.string() }),
});

const secretBytes = 32;

/** More calls than a trial makes, and no more than a page of the log may hold. */
const eventsMax = 100;

/** A question that cannot be read is not answered: no answer is no. */
export async function startSimulatedApprover<Trial>({
  trialOf,
  answer,
}: SimulatedApproverOptions<Trial>): Promise<SimulatedApprover> {
  const key = newSecret('operator');
  let origin: string | undefined;
  const app = new Hono();
  app.post('/questions', async (context) => {
    const { id, tenant } = announced.parse(await context.req.json());
    const spec = trialOf(tenant);
    if (spec === undefined || origin === undefined) return context.body(null, 204);
    const question = `${origin}/api/questions/${id}`;
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
    const asked = shown.parse(await (await fetch(question, { headers })).json());
    const log = `${origin}/api/events?tenant=${tenant}&type=call-decided&limit=${eventsMax}`;
    const { events } = seen.parse(await (await fetch(log, { headers })).json());
    const unasked = events.filter((event) => isAllowed(event.payload, asked)).length;
    const verb = answer(spec, { ...asked, unasked }) === 'yes' ? 'approve' : 'deny';
    const body = JSON.stringify({ hash: asked.hash });
    const answered = await fetch(`${question}/${verb}`, { method: 'POST', headers, body });
    await answered.arrayBuffer();
    return context.body(null, answered.ok ? 204 : 502);
  });
  app.onError((_, context) => context.body(null, 500));
  const server = await serveLocally(app);
  return {
    url: `${server.url}/questions`,
    secret: `whsec_${randomBytes(secretBytes).toString('base64')}`,
    attend: async (gateway) => {
      await gateway.store.credentials.add(approver(), secretHash(key));
      origin = gateway.url;
    },
    close: server.close,
  };
}

/** True if an event of the log says that this very call was made without a question. */
function isAllowed(payload: unknown, asked: NamedCall): boolean {
  const { data } = decided.safeParse(payload);
  const isSame = data?.tool === asked.tool && data.args === asked.args;
  return isSame && data.decision.kind === 'allow';
}

function approver() {
  return {
    kind: 'operator',
    id: 'simulated-person',
    name: 'simulated person',
    tenant: undefined,
    roles: ['viewer', 'approver'],
    clearance: 'top',
    createdMs: Date.now(),
    revokedMs: undefined,
  } as const;
}
