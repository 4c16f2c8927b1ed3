import * as z from 'zod';

/** The events of the monitor, as much of them as is checked: a record is not believed to be one. */

const label = z.string();
const part = z.union([
  z.object({ kind: z.literal('text'), text: z.string(), least: z.string().optional() }),
  z.object({ kind: z.literal('opaque'), mediaType: z.string() }),
]);
const tool = z.looseObject({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), z.unknown()),
});
const violation = z.object({ dimension: z.string(), argument: z.string() });
const decision = z.looseObject({
  kind: z.string(),
  rule: z.string(),
  violations: z.array(violation),
});
const evidence = z.looseObject({ label });
const purpose = z.enum(['strict', 'draft', 'regeneration', 'replay', 'control']);
const call = z.object({ tool: z.string(), args: z.string() });
const reply = z.object({
  text: z.string(),
  calls: z.array(call),
  stop: z.enum(['complete', 'truncated']),
  structured: z.boolean().optional(),
});
const relevance = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('regions'),
    regions: z.array(z.string()),
    unsourced: z.array(z.object({ call: z.number(), argument: z.string() })).default([]),
  }),
  z.object({ kind: z.literal('label'), label }),
  z.object({ kind: z.literal('all'), because: z.string().optional() }),
]);
const output = z.union([
  z.string(),
  z.object({ parts: z.array(part), failed: z.boolean().optional() }),
]);
/** Everything in it is under its hash, so everything is kept. */
const request = z.looseObject({
  run: z.string(),
  callId: z.string(),
  tool: z.string(),
  args: z.string(),
  label,
  ceiling: label.optional(),
  rule: z.string(),
  violations: z.array(violation),
  evidence: z.array(evidence),
  dutyOf: z.array(z.string()),
  hash: z.string(),
});
const answer = z.union([
  z.object({ kind: z.literal('yes'), by: z.array(z.string()), hash: z.string() }),
  z.object({ kind: z.literal('no'), by: z.array(z.string()) }),
  z.object({ kind: z.literal('none') }),
]);

const place = { seq: z.int().min(0), step: z.int().min(0) };

export const logEvent = z.discriminatedUnion('type', [
  z.object({
    ...place,
    type: z.literal('run-started'),
    run: z.string(),
    policy: z.string(),
    propagator: z.object({ name: z.string(), needs: z.enum(['nothing', 'draft']) }),
    model: z.string(),
    structure: z.enum(['keep', 'drop']),
    shortcuts: z.union([
      z.literal('none'),
      z.object({
        allowedDraft: z.boolean(),
        lazyReads: z.boolean(),
        beforeAsking: z.enum(['nothing', 'propagator', 'ceiling']).default('nothing'),
        staged: z.boolean().default(false),
      }),
    ]),
    loop: z.enum(['own', 'client']).default('client'),
    tools: z.array(tool),
    label,
    approver: label.optional(),
  }),
  z.object({
    ...place,
    type: z.literal('tools-declared'),
    model: z.string(),
    tools: z.array(tool),
    label,
  }),
  z.object({
    ...place,
    type: z.literal('turn-started'),
    role: z.enum(['system', 'user']),
    parts: z.array(part),
    label,
  }),
  z.object({ ...place, type: z.literal('generation-finished'), purpose, label, reply }),
  z.object({ ...place, type: z.literal('generation-failed'), purpose }),
  z.object({ ...place, type: z.literal('relevance-found'), relevance, label }),
  z.object({
    ...place,
    type: z.literal('step-labelled'),
    kind: z.string(),
    label,
    control: label.optional(),
  }),
  z.object({
    ...place,
    type: z.literal('call-decided'),
    callId: z.string(),
    tool: z.string(),
    args: z.string(),
    label,
    decision,
    explanation: z.object({ evidence: z.array(evidence) }),
  }),
  z.object({ ...place, type: z.literal('question-asked'), request, label }),
  z.object({ ...place, type: z.literal('question-answered'), callId: z.string(), answer, label }),
  z.object({ ...place, type: z.literal('call-executed'), callId: z.string(), output, label }),
  z.object({
    ...place,
    type: z.literal('call-refused'),
    callId: z.string(),
    rule: z.string(),
    reason: z.string(),
    label,
  }),
  z.object({
    ...place,
    type: z.literal('read-replayed'),
    callIds: z.array(z.string()),
    label,
    identical: z.boolean(),
  }),
  z.object({ ...place, type: z.literal('label-lowered') }),
  z.object({ ...place, type: z.literal('answer-decided'), text: z.string(), label, decision }),
  z.object({ ...place, type: z.literal('turn-finished'), outcome: z.string(), label }),
]);

export type LogEvent = z.output<typeof logEvent>;
export type EventType = LogEvent['type'];
export type EventOf<Type extends EventType> = Extract<LogEvent, { type: Type }>;

/** Types of events that the monitor writes; an audit holds others beside them. */
export const eventTypes: ReadonlySet<unknown> = new Set(
  logEvent.options.map(({ shape }) => shape.type.value),
);

export function isOf<Type extends EventType>(
  event: LogEvent | undefined,
  type: Type,
): event is EventOf<Type> {
  return event?.type === type;
}
