import {
  canonicalJson,
  eventSeen,
  type Label,
  type LabelSpace,
  type MonitorEvent,
} from '@sluice/core';
import { z } from '@hono/zod-openapi';
import { erasedType } from '../store/chain.ts';
import type { StoredEvent } from '../store/store.ts';
import type { Operator } from './operators.ts';
import { aboveClearance, isLabel } from './sight.ts';

export const eventShape = z
  .object({
    seq: z.number(),
    tenant: z.string(),
    run: z.string(),
    atMs: z.number(),
    type: z.string(),
    label: z
      .string()
      .nullable()
      .openapi({
        description: `${aboveClearance}, where it is; null: not kept, or erased`,
      }),
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
 * monitor is redacted as `sluice why` does, the words of any other are left out, and the label says
 * no more than that; so does each label that names other readers than the operator's clearance.
 * Without its label no payload is shown.
 */
export function viewOf(
  event: StoredEvent,
  { operator, spaces }: { readonly operator: Operator; readonly spaces: readonly LabelSpace[] },
): EventView {
  const { seq, tenant, run, atMs, type, subject, hash } = event;
  const place = { seq, tenant, run, atMs, type, subject, hash };
  const seesAll = (label: string, of: unknown): boolean =>
    operator.sees(tenant, label) && operator.sees(tenant, seenIn(of) ?? label);
  if (event.label === undefined) return { ...place, ...unlabelledView(event, operator) };
  const payload = parsedJson(event.payload);
  const isBare = event.label === '' && isUnlabelled(type);
  const isCleared = isBare || (event.label !== '' && seesAll(event.label, payload));
  const label = isCleared && !isBare ? operator.told(tenant, event.label) : event.label;
  const shown = isBare ? payload : payloadFor(payload, { operator, tenant, spaces, isCleared });
  const isWhole = isCleared && label === event.label && shown === payload;
  return {
    ...place,
    // Below the label of what a call says, all that comes of it is one outcome.
    type: typeIn(shown) ?? type,
    label: isCleared ? label : aboveClearance,
    payload: shown ?? null,
    payloadHash: isWhole ? (event.payloadHash ?? null) : null,
    redacted: !isWhole,
  };
}

type Held = Pick<EventView, 'label' | 'payload' | 'payloadHash' | 'redacted'>;

/** A lost label may have been any: only operators who are cleared for everything see the hash. */
function unlabelledView({ tenant, payload, payloadHash }: StoredEvent, { sees }: Operator): Held {
  const shown = sees(tenant, 'top') ? payloadHash : undefined;
  const isHeldBack = payload !== undefined || payloadHash !== shown;
  return { label: null, payload: null, payloadHash: shown ?? null, redacted: isHeldBack };
}

const unlabelledTypes: ReadonlySet<string> = new Set([
  'generation-failed',
  'answer-given',
  'response-deleted',
  erasedType,
]);

/** Events that hold no text of anybody's, and so have no label. */
function isUnlabelled(type: string): boolean {
  return unlabelledTypes.has(type);
}

function typeIn(payload: unknown): string | undefined {
  return z.looseObject({ type: z.string() }).safeParse(payload).data?.type;
}

/** A propagator looks at more than the label that it chose; see `eventFor`. */
function seenIn(payload: unknown): string | undefined {
  const found = relevanceFound.safeParse(payload);
  return found.success ? (found.data.seen ?? 'top') : undefined;
}

const relevanceFound = z.looseObject({
  type: z.literal('relevance-found'),
  seen: z.string().optional(),
});

interface Reading {
  readonly operator: Operator;
  readonly tenant: string;
  readonly spaces: readonly LabelSpace[];
  /** For what stands in it; its labels are looked at each for itself. */
  readonly isCleared: boolean;
}

/** The very payload where nothing of it is hidden; nothing where it cannot be redacted. */
function payloadFor(payload: unknown, { operator, tenant, spaces, isCleared }: Reading): unknown {
  const event = monitorEvent(payload, spaces);
  if (event === undefined) return isCleared && !isMonitors(payload) ? payload : undefined;
  const shown = eventSeen(event, {
    sees: ({ text }) => isCleared && operator.sees(tenant, text === aboveClearance ? 'top' : text),
    isTold: (label) => isCleared && operator.told(tenant, label.text) === label.text,
    hidden: hiddenLabel,
  });
  return textOf(shown) === textOf(event) ? payload : shown;
}

function textOf(event: MonitorEvent): string {
  return canonicalJson(parsedJson(JSON.stringify(event)));
}

/** A label by its text alone: it is read again in each policy that may read it. */
function labelOf(text: string): Label {
  return { text, values: {}, toString: () => text, toJSON: () => text };
}

const hiddenLabel = labelOf(aboveClearance);

const label = z.string().transform(labelOf);
const inside = { seq: z.number(), atMs: z.number(), step: z.number(), label };
const least = label.optional();
const evidence = z.array(z.looseObject({ label }));
const written = evidence.optional();
const ruled = z.looseObject({ violations: z.array(z.looseObject({ dimension: z.string() })) });
const relevance = z.union([
  z.looseObject({ kind: z.literal('label'), label }),
  z.looseObject({ kind: z.enum(['regions', 'all']) }),
]);

/** The fields of each event that redaction reads. */
const redactable = z.discriminatedUnion('type', [
  z.looseObject({
    ...inside,
    type: z.enum(['tools-declared', 'read-replayed', 'label-lowered', 'turn-finished']),
  }),
  z.looseObject({
    ...inside,
    type: z.enum(['step-labelled', 'call-refused']),
    control: least,
  }),
  z.looseObject({ ...inside, type: z.literal('run-started'), approver: least, least }),
  z.looseObject({ ...inside, type: z.literal('turn-started'), least }),
  z.looseObject({ ...inside, type: z.literal('relevance-found'), relevance, seen: least }),
  z.looseObject({
    ...inside,
    type: z.literal('call-executed'),
    control: least,
    within: least,
    written,
  }),
  z.looseObject({ ...inside, type: z.literal('generation-finished'), reply: z.looseObject({}) }),
  z.looseObject({
    ...inside,
    type: z.literal('call-decided'),
    control: least,
    decision: ruled,
    explanation: z.looseObject({ evidence }),
  }),
  z.looseObject({ ...inside, type: z.literal('answer-decided'), decision: ruled }),
  z.looseObject({
    ...inside,
    type: z.literal('question-asked'),
    request: ruled.extend({ label, ceiling: least, evidence }),
  }),
  z.looseObject({
    ...inside,
    type: z.literal('question-answered'),
    ceiling: least,
    answer: z.looseObject({ kind: z.enum(['yes', 'no', 'none']) }),
  }),
]);

/** True if it says that the monitor recorded it. */
function isMonitors(payload: unknown): boolean {
  const type = typeIn(payload);
  return redactable.options.some(({ shape }) => shape.type.safeParse(type).success);
}

/** The event as the monitor recorded it; one whose label no policy in force reads is none. */
function monitorEvent(payload: unknown, spaces: readonly LabelSpace[]): MonitorEvent | undefined {
  const { success, data } = redactable.safeParse(payload);
  const event: unknown = data;
  return success && isLabel(spaces, data.label.text) && isMonitorEvent(event) ? event : undefined;
}

/** As far as `eventSeen` looks: what is not known to be one is not shown at all. */
function isMonitorEvent(event: unknown): event is MonitorEvent {
  return typeof event === 'object' && event !== null && 'label' in event;
}

function parsedJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
