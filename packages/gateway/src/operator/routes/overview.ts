import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { OfferRecord } from '../../store/mcp-store.ts';
import type { StoredEvent } from '../../store/store.ts';
import { operatorLimits } from '../limits.ts';
import type { OperatorEnv, OperatorParts } from '../operators.ts';
import { approversOf, daysOf, flowsOf } from '../overview.ts';
import { answers, failures, operation } from '../route.ts';
import { viewsOf } from './events.ts';

const count = z.number();

const overviewRoute = createRoute({
  ...operation('get', '/api/overview'),
  summary: 'Questions of each day, how people decided, and the flows that were stopped',
  responses: {
    200: answers(
      'Of the newest events of each kind',
      z.object({
        days: z.array(
          z.object({ day: z.string(), asked: count, yes: count, no: count, expired: count }),
        ),
        people: z
          .array(z.object({ name: z.string(), yes: count, no: count, decidedMs: count.nullable() }))
          .openapi({ description: 'Of others than yourself to admins alone' }),
        flows: z.array(
          z.object({ from: z.string(), tool: z.string(), asked: count, denied: count }),
        ),
        withheld: count.openapi({ description: 'What MCP servers offer, and nobody accepted' }),
        complete: z.boolean().openapi({ description: 'false: older events are not counted' }),
      }),
    ),
    ...failures,
  },
});

/** Neither new nor changed offers are seen or used by clients. */
function isWithheld({ accepted, offered }: OfferRecord): boolean {
  return accepted?.definition !== offered;
}

export function overviewRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(overviewRoute, async (context) => {
    const { operator } = context.var;
    const { tenant, name, roles } = operator;
    const limit = operatorLimits.eventsPerReadMax;
    const newest = async (type: string): Promise<readonly StoredEvent[]> =>
      await parts.store.events.list({ tenant, type, newest: true, limit });
    const [asked, answered, expired, looks, decisions] = await Promise.all(
      (
        [
          'question-asked',
          'operator-answered',
          'question-expired',
          'value-shown',
          'call-decided',
        ] as const
      ).map(newest),
    );
    const all = { asked: asked ?? [], answered: answered ?? [], expired: expired ?? [] };
    const people = approversOf(all.answered, looks ?? []);
    const mayKnow = (each: string): boolean => each === name || roles.includes('admin');
    const flows = flowsOf(viewsOf(decisions ?? [], parts, operator), operatorLimits.flowsShownMax);
    const tenants = tenant === undefined ? await parts.mcp.offers.tenants() : [tenant];
    const offers = await Promise.all(tenants.map((each) => parts.mcp.offers.list(each)));
    return context.json(
      {
        days: [...daysOf(all)],
        people: people.filter((each) => mayKnow(each.name)),
        flows: [...flows],
        withheld: offers.flat().filter(isWithheld).length,
        complete: [asked, answered, expired, decisions].every(
          (each) => (each ?? []).length < limit,
        ),
      },
      200,
    );
  });
}
