import { z } from '@hono/zod-openapi';
import type { StoredEvent } from '../store/store.ts';
import type { EventView } from './event-view.ts';

/** How a person has decided. */
export interface Approver {
  readonly name: string;
  readonly yes: number;
  readonly no: number;
  /** From the first look at a question to its answer, in the middle; `null`: none was looked at. */
  readonly decidedMs: number | null;
}

export interface Day {
  /** In UTC, as `2031-06-04`. */
  readonly day: string;
  readonly asked: number;
  readonly yes: number;
  readonly no: number;
  readonly expired: number;
}

/** Text that a stopped or asked-about call depended on, and the tool that was called. */
export interface Flow {
  readonly from: string;
  readonly tool: string;
  readonly asked: number;
  readonly denied: number;
}

const answer = z.object({ by: z.string(), kind: z.enum(['yes', 'no']) });
const look = z.object({ by: z.string(), what: z.literal('question') });

/** Pure: the people of answers, each with what the looks tell of their pace. */
export function approversOf(
  answered: readonly StoredEvent[],
  looks: readonly StoredEvent[],
): readonly Approver[] {
  const firstLook = new Map<string, number>();
  for (const { payload, subject, atMs } of looks) {
    const by = read(look, payload)?.by;
    if (by === undefined) continue;
    const key = JSON.stringify([by, subject]);
    firstLook.set(key, Math.min(atMs, firstLook.get(key) ?? atMs));
  }
  const all = answered.flatMap(({ payload, subject, atMs }) => {
    const said = read(answer, payload);
    if (said === undefined) return [];
    const seenMs = firstLook.get(JSON.stringify([said.by, subject]));
    return { ...said, tookMs: seenMs === undefined ? undefined : Math.max(0, atMs - seenMs) };
  });
  return [...Map.groupBy(all, ({ by }) => by)].map(([name, own]) => ({
    name,
    yes: own.filter(({ kind }) => kind === 'yes').length,
    no: own.filter(({ kind }) => kind === 'no').length,
    decidedMs: median(own.flatMap(({ tookMs }) => tookMs ?? [])),
  }));
}

interface Counted {
  readonly asked: readonly StoredEvent[];
  readonly answered: readonly StoredEvent[];
  readonly expired: readonly StoredEvent[];
}

function dayOf({ atMs }: StoredEvent): string {
  return new Date(atMs).toISOString().slice(0, 10);
}

/** Pure: what happened on each day on which anything did, the newest first. */
export function daysOf({ asked, answered, expired }: Counted): readonly Day[] {
  const days = new Set([...asked, ...answered, ...expired].map(dayOf));
  const said = (day: string, kind: 'yes' | 'no'): number =>
    answered.filter((each) => dayOf(each) === day && read(answer, each.payload)?.kind === kind)
      .length;
  return [...days]
    .toSorted((a, b) => b.localeCompare(a))
    .map((day) => ({
      day,
      asked: asked.filter((each) => dayOf(each) === day).length,
      yes: said(day, 'yes'),
      no: said(day, 'no'),
      expired: expired.filter((each) => dayOf(each) === day).length,
    }));
}

const decided = z.object({
  tool: z.string(),
  decision: z.object({ kind: z.enum(['ask', 'deny']) }),
  explanation: z.object({ evidence: z.array(z.object({ from: z.string(), how: z.string() })) }),
});

/** Pure: from what the operator may see of decisions; the most frequent first. */
export function flowsOf(decisions: readonly EventView[], max: number): readonly Flow[] {
  const all = decisions.flatMap(({ payload }) => {
    const parsed = decided.safeParse(payload).data;
    if (parsed === undefined) return [];
    const { tool, decision, explanation } = parsed;
    const shown = explanation.evidence.filter(({ how }) => how !== 'declaration');
    const from = [...new Set(shown.map((each) => each.from))];
    return from.map((each) => ({ from: each, tool, kind: decision.kind }));
  });
  const flows = [...Map.groupBy(all, ({ from, tool }) => JSON.stringify([from, tool])).values()];
  return flows
    .flatMap((own) => {
      const [first] = own;
      if (first === undefined) return [];
      const asked = own.filter(({ kind }) => kind === 'ask').length;
      return { from: first.from, tool: first.tool, asked, denied: own.length - asked };
    })
    .toSorted((a, b) => b.asked + b.denied - a.asked - a.denied)
    .slice(0, max);
}

function median(values: readonly number[]): number | null {
  const inOrder = values.toSorted((a, b) => a - b);
  return inOrder[inOrder.length >> 1] ?? null;
}

function read<Shape extends z.ZodType>(
  shape: Shape,
  payload: string | undefined,
): z.output<Shape> | undefined {
  try {
    return shape.safeParse(JSON.parse(payload ?? '')).data;
  } catch {
    return undefined;
  }
}
