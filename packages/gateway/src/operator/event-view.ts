import { eventFor, type Label, type LabelSpace, type MonitorEvent } from '@sluice/core';
import { z } from '@hono/zod-openapi';
import { erasedType } from '../store/chain.ts';
import type { StoredEvent } from '../store/store.ts';
import type { Operator } from './operators.ts';

export const eventShape = z
  .object({
    seq: z.number(),
    tenant: z.string(),
    run: z.string(),
    atMs: z.number(),
    type: z.string(),
    label: z.string(),
    subject: z.string(),
    payload: z.unknown().openapi({
      description: 'null: not kept, erased, or above your clearance',
    }),
    payloadHash: z.string().nullable(),
    redacted: z.boolean().openapi({ description: 'Something is above your clearance' }),
    hash: z.string(),
  })
  .openapi('Event');

export type EventView = z.output<typeof eventShape>;

/**
 * An event as this operator may see it. Where its label is above the clearance, an event of the
 * monitor is redacted as `sluice why` does, and the words of any other are left out.
 */
export function viewOf(
  event: StoredEvent,
  { operator, spaces }: { readonly operator: Operator; readonly spaces: readonly LabelSpace[] },
): EventView {
  const { seq, tenant, run, atMs, type, label, subject, hash } = event;
  const isCleared = label === '' ? isUnlabelled(type) : operator.sees(tenant, label);
  const payload = parsedJson(event.payload);
  const shown = isCleared ? payload : redacted(payload, spaces);
  const payloadHash = isCleared ? (event.payloadHash ?? null) : null;
  const place = { seq, tenant, run, atMs, type, label, subject };
  return { ...place, payload: shown ?? null, payloadHash, redacted: !isCleared, hash };
}

/** Events that hold no text of anybody's, and so have no label. */
function isUnlabelled(type: string): boolean {
  return type === 'generation-failed' || type === erasedType;
}

function redacted(payload: unknown, spaces: readonly LabelSpace[]): unknown {
  for (const space of spaces) {
    const event = monitorEvent(payload, space);
    // No label is below the bottom that is not the bottom: this hides all that can be hidden.
    if (event !== undefined) return eventFor(hidingIn(space), event, space.bottom);
  }
  return undefined;
}

/** A space in which nothing flows: that the reader is not cleared was decided before. */
function hidingIn(space: LabelSpace): LabelSpace {
  return { ...space, flowsTo: () => false };
}

const place = { seq: z.number(), atMs: z.number(), step: z.number(), label: z.string() };
const members = z.looseObject({});

/** Of each event, as much as redaction reads. */
const redactable = z.discriminatedUnion('type', [
  z.looseObject({ ...place, type: z.literal('run-started') }),
  z.looseObject({ ...place, type: z.literal('tools-declared') }),
  z.looseObject({ ...place, type: z.literal('turn-started') }),
  z.looseObject({
    ...place,
    type: z.literal('generation-finished'),
    reply: z.looseObject({ stop: z.string() }),
  }),
  z.looseObject({ ...place, type: z.literal('relevance-found') }),
  z.looseObject({ ...place, type: z.literal('step-labelled') }),
  z.looseObject({ ...place, type: z.literal('call-decided'), decision: members }),
  z.looseObject({ ...place, type: z.literal('question-asked'), request: members }),
  z.looseObject({
    ...place,
    type: z.literal('question-answered'),
    answer: z.looseObject({ kind: z.enum(['yes', 'no', 'none']) }),
  }),
  z.looseObject({ ...place, type: z.literal('call-executed') }),
  z.looseObject({ ...place, type: z.literal('call-refused') }),
  z.looseObject({ ...place, type: z.literal('read-replayed') }),
  z.looseObject({ ...place, type: z.literal('label-lowered') }),
  z.looseObject({ ...place, type: z.literal('answer-decided'), decision: members }),
  z.looseObject({ ...place, type: z.literal('turn-finished') }),
]);

/** The event as the monitor recorded it, with a label of this space; the events of others are none. */
function monitorEvent(payload: unknown, space: LabelSpace): MonitorEvent | undefined {
  const read = redactable.safeParse(payload);
  if (!read.success) return undefined;
  const label = labelIn(space, read.data.label);
  const event: unknown = { ...read.data, label };
  return label !== undefined && isRedactable(event) ? event : undefined;
}

/** The guard states what the schema saw: as much of an event as `eventFor` reads. */
function isRedactable(event: unknown): event is MonitorEvent {
  return redactable.safeParse(withLabelText(event)).success;
}
