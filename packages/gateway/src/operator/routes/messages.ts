import { createRoute, z, type OpenAPIHono } from '@hono/zod-openapi';
import type { ShownMessage } from '../dependencies.ts';
import { notFound } from '../errors.ts';
import { operatorLimits } from '../limits.ts';
import { tenantOfRun, type Operator, type OperatorEnv, type OperatorParts } from '../operators.ts';
import { answers, failures, operation } from '../route.ts';
import { digits, nameText, questionId, runId } from '../shapes.ts';
import { questionFor } from './questions.ts';

const span = z.object({
  region: z.string(),
  label: z.string().nullable().openapi({ description: 'null: above your clearance' }),
  text: z.string().nullable().openapi({ description: 'null: above your clearance, or no text' }),
});

const message = z
  .object({
    index: z.number(),
    role: z.enum(['system', 'user', 'assistant', 'tool', 'hidden']).openapi({
      description: 'hidden: here stand messages above your clearance; how many is not told',
    }),
    from: z.string().openapi({ description: 'The role, or the tool whose result it is' }),
    spans: z.array(span),
    calls: z.array(z.object({ id: z.string(), tool: z.string(), spans: z.array(span) })),
  })
  .openapi('Message');

const listRoute = createRoute({
  ...operation('get', '/api/runs/{run}/messages'),
  summary: 'The messages of a run as they stand, with the label of each region',
  request: {
    params: z.object({ run: runId }),
    query: z.strictObject({
      tenant: nameText.optional(),
      from: digits(Number.MAX_SAFE_INTEGER).optional(),
      limit: digits(operatorLimits.messagesPerReadMax).optional(),
    }),
  },
  responses: {
    200: answers('A page', z.object({ messages: z.array(message), total: z.number() })),
    ...failures,
  },
});

const contextRoute = createRoute({
  ...operation('get', '/api/questions/{id}/context'),
  summary: 'What the user asked for last, and the messages that a call’s arguments came from',
  request: { params: z.object({ id: questionId }) },
  responses: {
    200: answers(
      'The messages that it is about, wherever they stand by now',
      z.object({
        instruction: message.nullable(),
        sources: z.array(message),
        missing: z.number().openapi({
          description: 'Messages that the client has left out of its history since',
        }),
      }),
    ),
    ...failures,
  },
});

/** Reading what a run has read. What is above a clearance stands there empty. */
export function messageRoutes(app: OpenAPIHono<OperatorEnv>, parts: OperatorParts): void {
  app.openapi(listRoute, async (context) => {
    const { run } = context.req.valid('param');
    const { tenant: named, from = 0, limit = 200 } = context.req.valid('query');
    const { operator } = context.var;
    const tenant = await tenantOfRun(parts, operator, { run, tenant: named });
    const all = await messagesFor(parts, operator, { tenant, run });
    if (all === undefined) throw notFound();
    await parts.recorder.looked(operator, { tenant, subject: run, what: 'messages' });
    const shown = uncounted(all);
    const page = shown.slice(from, from + Math.max(limit, 1));
    return context.json({ messages: page.map(copied), total: shown.length }, 200);
  });
  app.openapi(contextRoute, async (context) => {
    const { operator } = context.var;
    const { question, request } = await questionFor(parts, operator, context.req.valid('param').id);
    const { tenant, run } = question;
    const all = (await messagesFor(parts, operator, { tenant, run })) ?? [];
    const { instruction: asked = null, sources: named = [] } = request.about ?? {};
    const standing = new Map(all.map((each) => [each.hash, each]));
    const instruction = asked === null ? undefined : standing.get(asked);
    const sources = named.flatMap(({ index, hash }) => movedTo(index, standing.get(hash)) ?? []);
    return context.json(
      {
        instruction: instruction === undefined ? null : copied(instruction),
        sources: sources.slice(0, operatorLimits.sourcesMax).map(copied),
        missing: named.length - sources.length,
      },
      200,
    );
  });
}

async function messagesFor(
  { messages }: OperatorParts,
  operator: Operator,
  { tenant, run }: { readonly tenant: string; readonly run: string },
): Promise<readonly ShownMessage[] | undefined> {
  const isCleared = (label: string): boolean => operator.sees(tenant, label);
  const shown = await messages({ tenant, run, isCleared });
  return shown?.map((each) => toldTo(each, (label) => operator.told(tenant, label)));
}

/** Labels that name readers beyond the operator's clearance are not told. */
function toldTo(shown: ShownMessage, told: (label: string) => string): ShownMessage {
  const toldSpans = (spans: ShownMessage['spans']): ShownMessage['spans'] =>
    spans.map((each) => ({ ...each, label: each.label === null ? null : told(each.label) }));
  return {
    ...shown,
    spans: toldSpans(shown.spans),
    calls: shown.calls.map((each) => ({ ...each, spans: toldSpans(each.spans) })),
  };
}

/** Messages above a clearance as one item in each place: their number is above it as well. */
function uncounted(all: readonly ShownMessage[]): readonly ShownMessage[] {
  return all
    .filter(({ role }, at) => role !== 'hidden' || all[at - 1]?.role !== 'hidden')
    .map((each, index) => ({ ...each, index }));
}

/** With the regions named as the question names them. */
function movedTo(index: number, found: ShownMessage | undefined): ShownMessage | undefined {
  if (found === undefined) return undefined;
  const renamed = (spans: ShownMessage['spans']): ShownMessage['spans'] =>
    spans.map((each) => ({ ...each, region: each.region.replace(/^m\d+/, `m${index}`) }));
  const calls = found.calls.map((call) => ({ ...call, spans: renamed(call.spans) }));
  return { ...found, index, spans: renamed(found.spans), calls };
}

function copied({ spans, calls, hash: _, ...rest }: ShownMessage): z.output<typeof message> {
  return {
    ...rest,
    spans: [...spans],
    calls: calls.map((call) => ({ ...call, spans: [...call.spans] })),
  };
}
