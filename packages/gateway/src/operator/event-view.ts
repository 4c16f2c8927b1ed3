import { eventFor, type Label, type LabelSpace, type MonitorEvent } from '@sluice/core';
import { z } from '@hono/zod-openapi';
import { erasedType } from '../store/chain.ts';
import type { StoredEvent } from '../store/store.ts';
import type { Operator } from './operators.ts';
import { parsed } from './sight.ts';

/** Stands in place of a label: its own text may name readers that were computed from data. */
export const aboveClearance = 'above your clearance';

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
 * no more than that. Without its label no payload is shown.
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
  const isCleared = event.label === '' ? isUnlabelled(type) : seesAll(event.label, payload);
  const shown = isCleared ? payload : redacted(payload, spaces);
  const label = isCleared ? event.label : aboveClearance;
  const payloadHash = isCleared ? (event.payloadHash ?? null) : null;
  return { ...place, label, payload: shown ?? null, payloadHash, redacted: !isCleared };
}

type Held = Pick<EventView, 'label' | 'payload' | 'payloadHash' | 'redacted'>;

/** What has no label any more may have had any: its hash is for who is cleared for everything. */
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

/** A propagator looks at more than the label that it chose; see `eventFor`. */
function seenIn(payload: unknown): string | undefined {
  const found = relevanceFound.safeParse(payload);
  return found.success ? (found.data.seen ?? 'top') : undefined;
}

const relevanceFound = z.looseObject({
  type: z.literal('relevance-found'),
  seen: z.string().optional(),
});

function redacted(payload: unknown, spaces: readonly LabelSpace[]): unknown {
  for (const space of spaces) {
    const event = monitorEvent(payload, space);
    if (event !== undefined) return eventFor(hidingIn(space), event, space.bottom);
  }
  return undefined;
}

/** A space in which nothing flows: that the reader is not cleared was decided before. */
function hidingIn(space: LabelSpace): LabelSpace {
  return { ...space, flowsTo: () => false, top: hiddenLabel };
}

const numbers = { seq: z.number(), atMs: z.number(), step: z.number() };
const members = z.looseObject({});
const ruled = z.looseObject({ violations: z.array(z.looseObject({ dimension: z.string() })) });

/** Of each event, as much as redaction reads. */
const redactable = z.discriminatedUnion('type', [
  z.looseObject({
    ...numbers,
    type: z.enum([
      'run-started',
      'tools-declared',
      'turn-started',
      'relevance-found',
      'step-labelled',
      'call-executed',
      'call-refused',
      'read-replayed',
      'label-lowered',
      'turn-finished',
    ]),
  }),
  z.looseObject({ ...numbers, type: z.literal('generation-finished'), reply: members }),
  z.looseObject({
    ...numbers,
    type: z.enum(['call-decided', 'answer-decided']),
    decision: ruled,
  }),
  z.looseObject({ ...numbers, type: z.literal('question-asked'), request: ruled }),
  z.looseObject({
    ...numbers,
    type: z.literal('question-answered'),
    answer: z.looseObject({ kind: z.enum(['yes', 'no', 'none']) }),
  }),
]);

const hiddenLabel: Label = {
  text: aboveClearance,
  values: {},
  toString: () => aboveClearance,
  toJSON: () => aboveClearance,
};

/** The event as the monitor recorded it, its label of this space hidden; one of others is none. */
function monitorEvent(payload: unknown, space: LabelSpace): MonitorEvent | undefined {
  const read = z.looseObject({ label: z.string() }).safeParse(payload);
  if (!read.success || parsed(space, read.data.label) === undefined) return undefined;
  const event: unknown = { ...read.data, label: hiddenLabel };
  return isMonitorEvent(event) ? event : undefined;
}

/** As far as `eventFor` looks: what is not known to be one is not shown at all. */
function isMonitorEvent(event: unknown): event is MonitorEvent {
  return redactable.safeParse(event).success;
}

function parsedJson(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
