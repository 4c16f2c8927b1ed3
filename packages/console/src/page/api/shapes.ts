import * as z from 'zod/mini';
import { catch as otherwise } from 'zod/mini';

export const signedIn = z.object({ token: z.string() });
export const done = z.object({ done: z.literal(true) });

export const whoShape = z.object({
  name: z.string(),
  roles: z.array(z.string()),
  tenant: z.nullable(z.string()),
  clearance: z.string(),
  nowMs: z.number(),
  endsMs: z.nullable(z.number()),
});
export type Who = z.output<typeof whoShape>;

export const summaryShape = z.object({
  id: z.string(),
  tenant: z.string(),
  run: z.string(),
  state: z.string(),
  tool: z.string(),
  rule: z.string(),
  label: z.string(),
  askedMs: z.number(),
  expiresMs: z.number(),
  approvedBy: z.array(z.string()),
  waitingFor: z.array(z.string()),
});
export type Summary = z.output<typeof summaryShape>;

export const pageShape = z.object({
  questions: z.array(summaryShape),
  total: z.number(),
  hidden: z.number(),
  next: z.nullable(z.string()),
});
export type QuestionPage = z.output<typeof pageShape>;

const evidenceShape = z.object({
  argument: z.string(),
  region: z.string(),
  how: z.string(),
  from: z.string(),
  path: z.string(),
  label: z.string(),
  excerpt: z.string(),
});
export type Evidence = z.output<typeof evidenceShape>;

export const detailShape = z.extend(summaryShape, {
  callId: z.string(),
  profile: z.nullable(z.string()),
  args: z.string(),
  ceiling: z.nullable(z.string()),
  violations: z.array(z.object({ dimension: z.string(), argument: z.string() })),
  evidence: z.array(evidenceShape),
  unsourced: z.array(z.string()),
  deciding: z.array(z.string()),
  deniedBy: z.nullable(z.string()),
  words: z.nullable(z.string()),
  hash: z.string(),
});
export type Detail = z.output<typeof detailShape>;

const spanShape = z.object({
  region: z.string(),
  label: z.nullable(z.string()),
  text: z.nullable(z.string()),
});
export type Span = z.output<typeof spanShape>;

const messageShape = z.object({
  index: z.number(),
  role: z.enum(['system', 'user', 'assistant', 'tool', 'hidden']),
  from: z.string(),
  spans: z.array(spanShape),
  calls: z.array(z.object({ id: z.string(), tool: z.string(), spans: z.array(spanShape) })),
});
export type Message = z.output<typeof messageShape>;

export const contextShape = z.object({
  instruction: z.nullable(messageShape),
  sources: z.array(messageShape),
  missing: z.number(),
});
export type Context = z.output<typeof contextShape>;

export const draftShape = z.object({
  label: z.string(),
  calls: z.array(z.object({ tool: z.string(), args: z.string() })),
  text: z.string(),
});
export type Draft = z.output<typeof draftShape>;

export const regionShape = z.object({
  region: z.string(),
  from: z.string(),
  label: z.string(),
  pieces: z.array(z.string()),
  hash: z.string(),
});
export type Region = z.output<typeof regionShape>;

export const overviewShape = z.object({
  days: z.array(
    z.object({
      day: z.string(),
      asked: z.number(),
      yes: z.number(),
      no: z.number(),
      expired: z.number(),
    }),
  ),
  people: z.array(
    z.object({
      name: z.string(),
      yes: z.number(),
      no: z.number(),
      decidedMs: z.nullable(z.number()),
    }),
  ),
  flows: z.array(
    z.object({ from: z.string(), tool: z.string(), asked: z.number(), denied: z.number() }),
  ),
  withheld: z.number(),
  complete: z.boolean(),
});
export type Overview = z.output<typeof overviewShape>;

const outcome = z.enum(['allow', 'ask', 'deny']);
export const whatIfShape = z.object({
  calls: z.array(
    z.object({
      call: z.string(),
      tool: z.string(),
      before: outcome,
      after: z.nullable(outcome),
      rule: z.string(),
    }),
  ),
  hidden: z.number(),
});
export type WhatIf = z.output<typeof whatIfShape>;

export const messagesShape = z.object({ messages: z.array(messageShape), total: z.number() });

const decisionShape = z.object({
  kind: z.enum(['allow', 'ask', 'deny']),
  rule: z.optional(z.string()),
  reason: z.optional(z.string()),
});

/** As much of an event's payload as a list of runs shows; anything else is left out. */
const payloadShape = z.nullable(
  z.object({
    tool: z.optional(z.string()),
    decision: z.optional(otherwise(z.optional(decisionShape), undefined)),
  }),
);

const eventShape = z.object({
  seq: z.number(),
  tenant: z.string(),
  run: z.string(),
  atMs: z.number(),
  type: z.string(),
  label: z.nullable(z.string()),
  subject: z.string(),
  payload: otherwise(payloadShape, null),
});
export type Event = z.output<typeof eventShape>;

export const eventsShape = z.object({ events: z.array(eventShape) });
