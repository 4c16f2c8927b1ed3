import type { Label, MonitorEvent } from '@sluice/core';
import { z } from 'zod';
import type { LogEvent } from '../../check/log/event.ts';
import { answerTool } from '../task/expected.ts';

/** A propagator that always says so has told nothing apart because it never does. */
const meant = 'naive';

const names = z.array(z.string()).readonly();

/** A call as the monitor recorded it, or the answer. */
const record = z
  .object({
    tool: z.string(),
    /** JSON text. */
    args: z.string(),
    /** The categories of private data in its label; `*` stands for all. */
    categories: names,
    /** The propagator's own result, before anything was tried at it. */
    found: names,
    asked: z.boolean(),
    executed: z.boolean(),
  })
  .readonly();
export type CallRecord = z.output<typeof record>;
export const callRecordSchema: z.ZodType<CallRecord> = record;

/** An event of the monitor, or as a gateway keeps it. */
export type Recorded = MonitorEvent | LogEvent;

/** The calls in a run's events, in the order in which they were decided. */
export function callsIn(events: readonly Recorded[]): readonly CallRecord[] {
  const ids = { asked: new Set<string>(), executed: new Set<string>() };
  for (const event of events) {
    if (event.type === 'question-asked') ids.asked.add(event.request.callId);
    if (event.type === 'call-executed') ids.executed.add(event.callId);
  }
  const own = labelsFound(events);
  return events.flatMap((event) => {
    if (event.type !== 'call-decided') return [];
    const { callId, tool, args, label, step } = event;
    const categories = categoriesIn(textOf(label));
    const [asked, executed] = [ids.asked.has(callId), ids.executed.has(callId)];
    const alone = categoriesIn(own.get(step) ?? textOf(label));
    return [{ tool, args, categories, found: alone, asked, executed }];
  });
}

/** The answer as a record: it has gone out where the turn was answered. */
export function answerIn(events: readonly Recorded[]): readonly CallRecord[] {
  const own = labelsFound(events);
  const event = events.findLast(({ type }) => type === 'answer-decided');
  if (event?.type !== 'answer-decided') return [];
  const { text, label, step } = event;
  const asked = events.some(
    (each) => each.type === 'question-asked' && each.request.tool === answerTool,
  );
  const executed = events.some(
    (each) => each.type === 'turn-finished' && each.outcome === 'answered',
  );
  const alone = categoriesIn(own.get(step) ?? textOf(label));
  const categories = categoriesIn(textOf(label));
  return [{ tool: answerTool, args: text, categories, found: alone, asked, executed }];
}

/** By step, what the propagator answered last: reads may have been lowered before. */
function labelsFound(events: readonly Recorded[]): ReadonlyMap<number, string> {
  return new Map(
    events.flatMap((event) =>
      event.type === 'relevance-found' ? [[event.step, textOf(event.label)] as const] : [],
    ),
  );
}

/**
 * How often everything counted as relevant in a run, by the reason: a limit, an answer that was
 * late or could not be read.
 */
export function everythingIn(events: readonly Recorded[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const event of events) {
    if (event.type !== 'relevance-found' || event.relevance.kind !== 'all') continue;
    const { because = 'unknown' } = event.relevance;
    if (because !== meant) counts[because] = (counts[because] ?? 0) + 1;
  }
  return counts;
}

function textOf(label: Label | string): string {
  return typeof label === 'string' ? label : label.text;
}

/** The members of a label of the dimension `private`, as its text lists them. */
function categoriesIn(label: string): readonly string[] {
  const members = /^private\{(.*)\}$/.exec(label)?.[1];
  if (members === undefined) throw new Error('a label is not of the dimension `private`');
  return members === '' ? [] : members.split(', ');
}
